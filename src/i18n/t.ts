import i18next from 'i18next';
import type { KeyOf, Namespace } from './keys.ts';
import type { Locale } from './locales.ts';

export type Values = Readonly<Record<string, string | number>>;
export type Translate<Name extends Namespace> = (key: KeyOf<Name>, values?: Values) => string;

/**
 * The words of one namespace in one language, for pages at build time. A key that the language lacks is given in
 * English; `npm run content` lists such keys.
 */
export function getT<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  const translate = i18next.getFixedT(locale, namespace);
  return (key, values = {}) => translate(String(key), { ...values });
}
