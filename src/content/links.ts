import type { Locale } from '../i18n/locales.ts';
import { localizePath, matchRoute } from '../routes.ts';

const internalLink = /\[([^\]]*)\]\((\/[^)\s]*)\)/g;

/** The root-relative links of a text. */
export function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(internalLink)].map(([, , path = '']) => path);
}

/** Whether a root-relative link of a text leads to a screen or a file. */
export function isKnownPath(path: string): boolean {
  const [address = ''] = path.split(/[?#]/);
  return /\.\w+$/.test(address) || matchRoute(address) !== undefined;
}

/**
 * Writers link to English paths; a page of another language links within its language. A screen that the table of
 * routes does not have keeps its words and loses its link; `npm run content` lists such places.
 */
export function localizeLinks(markdown: string, locale: Locale): string {
  return markdown.replace(internalLink, (_, words: string, path: string) =>
    isKnownPath(path) ? `[${words}](${localizePath(path, locale)})` : words,
  );
}
