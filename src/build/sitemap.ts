import { existsSync, readFileSync } from 'node:fs';
import type { SitemapItem } from '@astrojs/sitemap';
import { readDay } from '#content/read-day.ts';
import { defaultLocale } from '#i18n/locales.ts';
import { isListedRoute, matchRoute, splitLocale } from '#routes.ts';

export function isListed(url: string): boolean {
  const match = matchRoute(new URL(url).pathname);
  return match !== undefined && isListedRoute(match.name);
}

/** The dated text of a page; pages of data and answers have none. */
function findText(pathname: string): string | undefined {
  const { locale, path } = splitLocale(pathname);
  const { name, params = {} } = matchRoute(pathname) ?? {};
  const file =
    name === 'blogDetails'
      ? (language: string) => `content/blog/${language}/${params['id']}-${params['name']}.md`
      : name === 'guide'
        ? (language: string) => `content/guides/${language}${path}.md`
        : (language: string) => `content/legal/${language}${path}.md`;
  return [locale, defaultLocale].map(file).find((each) => existsSync(each));
}

/** Adds the day on which a text last changed, as its fields say: search engines trust no other. */
export function dateItem(item: SitemapItem): SitemapItem {
  const text = findText(new URL(item.url).pathname);
  const day = text && readDay(readFileSync(text, 'utf8'), ['updatedAt', 'publishedAt', 'effectiveFrom']);
  return day ? { ...item, lastmod: day } : item;
}
