import { type Locale, locales } from '../i18n/locales.ts';
import { type Localized, localizedText } from '../i18n/localized.ts';

type FieldName<Name extends string> = `${Name}${Capitalize<Locale>}`;

/** The field of a form for a text in one language: `titleFr`. */
export function localizedName<Name extends string>(name: Name, locale: Locale): FieldName<Name> {
  return `${name}${locale.charAt(0).toUpperCase()}${locale.slice(1)}` as FieldName<Name>;
}

/** A field per language, each with the same schema or the same value to start with. */
export function localizedFields<Name extends string, Field>(name: Name, field: Field) {
  const entries = locales.map((locale) => [localizedName(name, locale), field]);
  return Object.fromEntries(entries) as { readonly [Key in FieldName<Name>]: Field };
}

/** The text of a form in every language. */
export function readLocalized<Name extends string>(
  form: Readonly<Record<FieldName<Name>, string>>,
  name: Name,
): Localized {
  return localizedText((locale) => form[localizedName(name, locale)]);
}
