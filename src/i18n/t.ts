import i18next from 'i18next';
import type { KeyOf, Namespace, Sources } from './keys.ts';
import { defaultLocale, type Locale } from './locales.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Name extends Namespace> = (key: KeyOf<Name>, values?: Values) => string;

/** Header and footer say the same words on every page of a build. */
const known = new Map<string, unknown>();

/** Remembers what strings alone decide; while they are being edited nothing is remembered. */
function remember<Value>(name: string, make: () => Value): Value {
  if (!import.meta.env.PROD) return make();
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as Value;
}

/**
 * The words of one namespace in one language, for pages at build time. A key that the language lacks is given in
 * English; `npm run content` lists such keys.
 */
export function getT<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  return remember(`${locale}/${namespace}`, () => {
    const translate = i18next.getFixedT(locale, namespace);
    return (key: KeyOf<Name>, values: Values = {}): string => {
      const name = `${locale}/${namespace}/${key} ${JSON.stringify(values)}`;
      return remember(name, () => translate(String(key), { ...values }));
    };
  });
}

/** A whole namespace for an island, which gets the words of its area and no others. */
export function getStrings<Name extends Namespace>(locale: Locale, namespace: Name): Sources[Name] {
  return remember(`${locale}/${namespace} whole`, () => {
    const english: Sources[Name] = i18next.getResourceBundle(defaultLocale, namespace);
    return { ...english, ...i18next.getResourceBundle(locale, namespace) };
  });
}
