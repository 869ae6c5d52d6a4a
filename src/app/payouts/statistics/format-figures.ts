import { formatDay } from '#lib/format-day.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { HourSummary } from '#shared/payouts/statistics.ts';

export type Format = ReturnType<typeof formatFigures>;

export function formatFigures(locale: string) {
  const tag = formatLocale(locale);
  const count = new Intl.NumberFormat(tag);
  const hours = new Intl.NumberFormat(tag, { style: 'unit', unit: 'hour', unitDisplay: 'short' });
  const minutes = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const share = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  return {
    minutes: (value: number | null) => (value === null ? '–' : minutes.format(value)),
    share: (part: number, whole: number) => (whole === 0 ? '–' : share.format(part / whole)),
    count: (value: number) => count.format(value),
    hours: (value: HourSummary['medianHours']) => (value === null ? '–' : hours.format(value)),
    money: (cents: number) => formatMoney(cents, locale, { whole: true }),
    month: (month: string) => formatDay(month, locale, 'shortMonth'),
    day: (day: string) => formatDay(day, locale, 'long'),
  };
}
