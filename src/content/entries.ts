import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import type { MarkdownHeading } from 'astro';
import { defaultLocale, isLocale, type Locale } from '#i18n/locales.ts';
import { finishHtml } from './html.ts';

export type Localized<Name extends CollectionKey> = {
  readonly entry: CollectionEntry<Name>;
  /** The entry's path without the language. */
  readonly slug: string;
  /** The language of its text; English if the translation is missing. */
  readonly textLocale: Locale;
};

const cache = new Map<string, Promise<ReadonlyMap<string, Localized<CollectionKey>>>>();

async function loadLocalized(name: CollectionKey, locale: Locale) {
  const found = new Map<string, Localized<CollectionKey>>();
  const entries = await getCollection(name);
  for (const candidate of [defaultLocale, locale]) {
    for (const entry of entries) {
      const [language, ...rest] = entry.id.split('/');
      if (!isLocale(language) || language !== candidate) continue;
      found.set(rest.join('/'), { entry, slug: rest.join('/'), textLocale: language });
    }
  }
  return found;
}

async function getLocalized<Name extends CollectionKey>(name: Name, locale: Locale) {
  const key = `${name}/${locale}`;
  const entries = cache.get(key) ?? loadLocalized(name, locale);
  if (import.meta.env.PROD) cache.set(key, entries);
  return (await entries) as ReadonlyMap<string, Localized<Name>>;
}

/** All entries of a collection in a language, falling back to English. */
export async function listEntries<Name extends CollectionKey>(name: Name, locale: Locale) {
  return [...(await getLocalized(name, locale)).values()];
}

export async function findLocalizedEntry<Name extends CollectionKey>(name: Name, slug: string, locale: Locale) {
  return (await getLocalized(name, locale)).get(slug);
}

/** @throws if the entry is missing in English too, because the page can't be built without it */
export async function getLocalizedEntry<Name extends CollectionKey>(name: Name, slug: string, locale: Locale) {
  const found = await findLocalizedEntry(name, slug, locale);
  if (!found) throw new Error(`content/${name}/en/${slug}.md is missing, but a page needs it: restore it`);
  return found;
}

export type Body = { readonly html: string; readonly headings: readonly MarkdownHeading[] };

/** An entry's text as HTML with links in the reader's language. */
export function getBody<Name extends CollectionKey>({ entry, textLocale }: Localized<Name>, locale: Locale): Body {
  const { html = '', metadata } = entry.rendered ?? {};
  const headings: readonly MarkdownHeading[] = Array.isArray(metadata?.headings) ? metadata.headings : [];
  return { html: finishHtml(html, textLocale, locale), headings };
}
