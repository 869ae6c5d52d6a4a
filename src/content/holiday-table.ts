import { formatDay } from '#i18n/format.ts';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { createTranslate, type Translate } from '#i18n/translate.ts';
import { type CalendarFacts, listStoppingGroups } from './calendar.ts';
import { sessionGroups } from './instruments.ts';
import { readStrings } from './ui-strings.ts';

type Key = 'date' | 'holiday' | 'closed' | 'open' | 'time' | (typeof sessionGroups)[number];

function getTexts(locale: Locale): Translate<Key> {
  const read = (language: Locale) => Object.fromEntries(readStrings(language, 'holiday-table'));
  return createTranslate({ ...read(defaultLocale), ...read(locale) }, locale);
}

/**
 * A year's holidays as a Markdown table, with the Chicago time at which each product group stops. Days that belong to
 * the next trading day have an arrow. The names of the holidays stay in English.
 */
export function renderHolidayTable(facts: CalendarFacts, year: number, locale: Locale): string {
  const { holidays, regularCloses } = facts;
  const text = getTexts(locale);
  const rows = holidays
    .filter(({ date }) => date.startsWith(`${year}-`))
    .map(({ date, name, day, stops }) => {
      const times = sessionGroups.map((group) => {
        if (!listStoppingGroups(facts, date).includes(group)) return text('open');
        const stop = stops[group] ?? regularCloses[group];
        if (stop === 'closed') return text('closed');
        const [hours = '', minutes = ''] = stop.split(':');
        return text('time', { hours, minutes });
      });
      return [formatDay(new Date(date), locale), day === 'halt' ? `${name} →` : name, ...times];
    });
  const columns = [text('date'), text('holiday'), ...sessionGroups.map((group) => text(group))];
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
