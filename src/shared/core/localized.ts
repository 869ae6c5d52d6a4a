import { type Locale, locales } from '#i18n/locales.ts';
import { type Localized, localizedText } from '#i18n/localized.ts';

type FieldName<Name extends string> = `${Name}${Capitalize<Locale>}`;

/** The form field of a text in one language: `titleFr`. */
export function localizedName<Name extends string>(name: Name, locale: Locale): FieldName<Name> {
  return `${name}${locale.charAt(0).toUpperCase()}${locale.slice(1)}` as FieldName<Name>;
}

/** One field per language, all with the same schema or initial value. */
export function localizedFields<Name extends string, Field>(name: Name, field: Field) {
  const entries = locales.map((locale) => [localizedName(name, locale), field]);
  return Object.fromEntries(entries) as { readonly [Key in FieldName<Name>]: Field };
}

export function readLocalized<Name extends string>(
  form: Readonly<Record<FieldName<Name>, string>>,
  name: Name,
): Localized {
  return localizedText((locale) => form[localizedName(name, locale)]);
}
