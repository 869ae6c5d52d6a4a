import { formatDay } from '../i18n/format.ts';
import type { Locale } from '../i18n/locales.ts';
import type { CalendarFacts } from './calendar.ts';
import { sessionGroups } from './instruments.ts';

const headings: Readonly<Record<Locale, readonly string[]>> = {
  en: ['Date', 'Holiday', 'Equity index', 'Rates, currencies', 'Energy, metals', 'Grains', 'Livestock', 'Crypto'],
  fr: ['Date', 'Jour', 'Indices', 'Taux, devises', 'Énergie, métaux', 'Céréales', 'Bétail', 'Crypto'],
  pt: ['Data', 'Feriado', 'Índices', 'Taxas, moedas', 'Energia, metais', 'Cereais', 'Gado', 'Cripto'],
};
const closed: Readonly<Record<Locale, string>> = { en: 'closed', fr: 'fermé', pt: 'fechado' };

function formatTime(time: string, locale: Locale): string {
  return locale === 'fr' ? time.replace(':', '\u00a0h\u00a0') : time;
}

/**
 * A year's holidays as a Markdown table: when each product group stops, in Chicago time. Days that count for the next
 * trading day carry an arrow. The exchange's names of the days stay English.
 */
export function drawHolidayTable({ holidays, regularCloses }: CalendarFacts, year: number, locale: Locale): string {
  const rows = holidays
    .filter(({ date }) => date.startsWith(`${year}-`))
    .map(({ date, name, day, stops }) => {
      const times = sessionGroups.map((group) => {
        const stop = stops[group] ?? regularCloses[group];
        return stop === 'closed' ? closed[locale] : formatTime(stop, locale);
      });
      return [formatDay(new Date(date), locale), day === 'halt' ? `${name} →` : name, ...times];
    });
  const columns = headings[locale];
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
