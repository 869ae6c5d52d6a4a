import type { Locale } from '../i18n/locales.ts';
import { localizePath } from '../routes.ts';

/** A wide table scrolls by itself, by keyboard too, instead of widening the page; its empty corner is no heading. */
function mendTables(html: string): string {
  return html
    .replaceAll('<th></th>', '<td></td>')
    .replace(/<th(?=[\s>])/g, '<th scope="col"')
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Rendered markdown as readers get it. English that stands in for a translation still links to the reader's language. */
export function finishHtml(rendered: string, textLocale: Locale, locale: Locale): string {
  const html = mendTables(rendered);
  if (textLocale === locale) return html;
  return html.replace(/href="(\/[^"]*)"/g, (_, path: string) => `href="${localizePath(path, locale)}"`);
}
