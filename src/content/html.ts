import type { Locale } from '../i18n/locales.ts';
import { localizePath } from '../routes.ts';

/** Lets a wide table scroll by itself, also by keyboard, and turns its empty corner heading into a cell. */
function mendTables(html: string): string {
  return html
    .replaceAll('<th></th>', '<td></td>')
    .replace(/<th(?=[\s>])/g, '<th scope="col"')
    .replaceAll('<table>', '<div class="table-scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Rendered markdown as shown to readers. English fallback text still links to the reader's language. */
export function finishHtml(rendered: string, textLocale: Locale, locale: Locale): string {
  const html = mendTables(rendered);
  if (textLocale === locale) return html;
  return html.replace(/href="(\/[^"]*)"/g, (_, path: string) => `href="${localizePath(path, locale)}"`);
}
