import type { Locale } from '#i18n/locales.ts';
import { localizePath, matchRoute } from '#routes.ts';

const internalLink = /\[([^[\]]*)\]\((\/[^()\s]*)\)/g;

/** The root-relative links of a text. */
export function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(internalLink)].map(([, , path = '']) => path);
}

/** Whether a root-relative link leads to a known screen or looks like a file. */
export function isKnownPath(path: string): boolean {
  const [address = ''] = path.split(/[?#]/);
  return /\.\w+$/.test(address) || matchRoute(address) !== undefined;
}

/**
 * Changes links to the text's language, because editors write English paths. A link to an unknown screen becomes plain
 * text, and `npm run content` reports it.
 */
export function localizeLinks(markdown: string, locale: Locale): string {
  return markdown.replace(internalLink, (_, label: string, path: string) =>
    isKnownPath(path) ? `[${label}](${localizePath(path, locale)})` : label,
  );
}
