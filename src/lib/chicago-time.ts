import { formatDateTime } from './format-date-time.ts';
import { formatLocale } from './format-locale.ts';
import { findLocaleSettings } from './locale-registry.ts';

const zone = 'America/Chicago';
const formats = new Map<string, Intl.DateTimeFormat>();

function tagOf(locale: string, name: keyof typeof shapes): string {
  return (name === 'weekday' && findLocaleSettings(locale)?.weekdayTag) || formatLocale(locale);
}

function format(locale: string, name: keyof typeof shapes, at: number): string {
  const key = `${locale}|${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(tagOf(locale, name), { ...shapes[name], timeZone: zone });
  formats.set(key, known);
  return known.format(at);
}

const shapes = {
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  record: {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  },
  weekday: { weekday: 'short', day: 'numeric' },
  month: { month: 'long' },
  date: { day: 'numeric', month: 'short' },
  short: { weekday: 'short' },
  long: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** `14:32:07`, as a clock in Chicago shows it. */
export const chicagoTimeText = (at: number, locale: string) => format(locale, 'time', at);

/** `20 Nov, 14:32:07` in the order of the locale, Chicago time. */
export const chicagoMomentText = (at: number, locale: string) => format(locale, 'moment', at);

/** The same with its year, for what is kept. */
export const chicagoRecordText = (at: number, locale: string) => format(locale, 'record', at);

/** `Fri 20`, for the date in Chicago. */
export const chicagoWeekdayText = (at: number, locale: string) => format(locale, 'weekday', at);

/** `20 Nov` in the order of the locale. */
export const chicagoDateText = (at: number, locale: string) => format(locale, 'date', at);

export const chicagoMonthText = (at: number, locale: string) => format(locale, 'month', at);

const closing = {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: zone,
} as const satisfies Intl.DateTimeFormatOptions;

/** `Mon 16:00`, Chicago time; `lun. 16 h 00` in French. */
export const chicagoClosingText = (at: number, locale: string) => formatDateTime(at, locale, closing);

/** `Mon` and `Monday`. */
export const chicagoDayName = (at: number, locale: string, width: 'short' | 'long') => format(locale, width, at);
