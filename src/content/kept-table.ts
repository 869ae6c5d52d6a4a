import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import { retention } from '#shared/core/retention.ts';
import { keptAfterDeletion } from '#shared/privacy/kept-after-deletion.ts';
import { readStrings } from './ui-strings.ts';

/** What stays of a deleted account, as a Markdown table: the data, why, on what legal basis, and until when. */
export function renderKeptTable(locale: Locale): string {
  const read = (language: Locale) => Object.fromEntries(readStrings(language, 'kept-after-deletion'));
  const text = createTranslate({ ...read(defaultLocale), ...read(locale) }, locale);
  const rows = Object.entries(keptAfterDeletion).map(([line, { basis, days }]) => [
    ...[text(`${line}.data`), text(`${line}.reason`), text(`basis.${basis}`)],
    text(`${line}.until`, days && { count: retention[days] }),
  ]);
  const headings = ['data', 'reason', 'basis', 'until'].map((heading) => text(`heading.${heading}`));
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
