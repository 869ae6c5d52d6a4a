import i18next from 'i18next';
import type { Namespace, NamespaceKey, Sources } from './keys.ts';
import { defaultLocale, type Locale } from './locales.ts';
import type { Translate, Values } from './translate.ts';

/** Header and footer have the same text on every page of a build. */
const cache = new Map<string, unknown>();

/** Caches what depends on strings alone; disabled while strings are being edited. */
function remember<Value>(name: string, make: () => Value): Value {
  if (!import.meta.env.PROD) return make();
  if (!cache.has(name)) cache.set(name, make());
  return cache.get(name) as Value;
}

/**
 * Translates the strings of a namespace for pages at build time. Keys missing in the language fall back to
 * English; `npm run content` lists them.
 */
export function getT<Name extends Namespace>(locale: Locale, namespace: Name): Translate<NamespaceKey<Name>> {
  return remember(`${locale}/${namespace}`, () => {
    const translate = i18next.getFixedT(locale, namespace);
    return (key: NamespaceKey<Name>, values: Values = {}): string => {
      const name = `${locale}/${namespace}/${key} ${JSON.stringify(values)}`;
      return remember(name, () => translate(String(key), { ...values }));
    };
  });
}

/** All strings of a namespace, for an island that gets only its own area. */
export function getStrings<Name extends Namespace>(locale: Locale, namespace: Name): Sources[Name] {
  return remember(`${locale}/${namespace} whole`, () => {
    const english: Sources[Name] = i18next.getResourceBundle(defaultLocale, namespace);
    return { ...english, ...i18next.getResourceBundle(locale, namespace) };
  });
}
