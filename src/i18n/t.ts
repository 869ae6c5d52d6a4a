import i18next from 'i18next';
import type { KeyOf, Namespace, Sources } from './keys.ts';
import { defaultLocale, type Locale } from './locales.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Name extends Namespace> = (key: KeyOf<Name>, values?: Values) => string;

/** Header and footer say the same words on every page of a build. */
const plain = new Map<string, string>();

/**
 * The words of one namespace in one language, for pages at build time. A key that the language lacks is given in
 * English; `npm run content` lists such keys.
 */
export function getT<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  const translate = i18next.getFixedT(locale, namespace);
  const say = (key: string, values: Values): string => translate(key, { ...values });
  return (key, values) => {
    if (values) return say(String(key), values);
    const name = `${locale}/${namespace}/${key}`;
    const text = plain.get(name) ?? say(String(key), {});
    if (import.meta.env.PROD) plain.set(name, text);
    return text;
  };
}

/** A whole namespace for an island, which gets the words of its area and no others. */
export function getStrings<Name extends Namespace>(locale: Locale, namespace: Name): Sources[Name] {
  const english: Sources[Name] = i18next.getResourceBundle(defaultLocale, namespace);
  return { ...english, ...i18next.getResourceBundle(locale, namespace) };
}
