import { formatWhole } from '#i18n/format.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { createTranslate } from '#i18n/translate.ts';
import type { Catalog } from './catalog.ts';
import { readStrings } from './ui-strings.ts';

/** What an outage of each component gives, as a Markdown table. Without a promised time, payouts have no row. */
export function renderRemedies({ remedies, payoutsByRule }: Catalog, locale: Locale): string {
  const read = (language: Locale) => Object.fromEntries(readStrings(language, 'remedies'));
  const text = createTranslate({ ...read(defaultLocale), ...read(locale) }, locale);
  const table = remedies.versions.at(-1);
  const { upToCents, sentWithinMinutes, creditCents } = payoutsByRule;
  const credit = formatWhole(creditCents, locale);
  const from: Readonly<Record<string, string>> = {
    position: text('from.any', { minutes: table?.fromMinutes ?? 0 }),
    days: text('from.open', { minutes: table?.daysFromMinutes ?? 0 }),
    order: text('from.order'),
    credit: text('from.any', { minutes: sentWithinMinutes }),
  };
  const rows = Object.entries(table?.gives ?? {}).flatMap(([component, kinds]) =>
    kinds
      .filter((kind) => kind !== 'credit' || (upToCents > 0 && sentWithinMinutes > 0))
      .map((kind) => [
        ...[text(`what.${component}.${kind}`), from[kind] ?? '–'],
        text(kind === 'nothing' ? `gives.nothing.${component}` : `gives.${kind}`, { credit }),
      ]),
  );
  const headings = ['what', 'from', 'gives'].map((heading) => text(`heading.${heading}`));
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
