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
  const formatter =
    formats.get(key) ?? new Intl.DateTimeFormat(tagOf(locale, name), { ...shapes[name], timeZone: zone });
  formats.set(key, formatter);
  return formatter.format(at);
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
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric' },
  month: { month: 'long' },
  date: { day: 'numeric', month: 'short' },
  short: { weekday: 'short' },
  long: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Chicago time as `14:32:07`. */
export const chicagoTimeText = (at: number, locale: string) => format(locale, 'time', at);

/** Chicago time as `Nov 20, 14:32:07`, in the locale's order. */
export const chicagoMomentText = (at: number, locale: string) => format(locale, 'moment', at);

export const chicagoRecordText = (at: number, locale: string) => format(locale, 'record', at);

/** The Chicago date as `November 20, 2026`, in the locale's order. */
export const chicagoDayText = (at: number, locale: string) => format(locale, 'day', at);

/** The Chicago date as `Fri 20`. */
export const chicagoWeekdayText = (at: number, locale: string) => format(locale, 'weekday', at);

/** The Chicago date as `Nov 20`, in the locale's order. */
export const chicagoDateText = (at: number, locale: string) => format(locale, 'date', at);

export const chicagoMonthText = (at: number, locale: string) => format(locale, 'month', at);

const closing = {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: zone,
} as const satisfies Intl.DateTimeFormatOptions;

/** Chicago time as `Mon 16:00`, or `lun. 16 h 00` in French. */
export const chicagoClosingText = (at: number, locale: string) => formatDateTime(at, locale, closing);

/** Chicago time as `16:00`, or `16 h 00` in French. */
export const chicagoClockText = (at: number, locale: string) =>
  formatDateTime(at, locale, { timeStyle: 'short', timeZone: zone });

/** The Chicago weekday as `Mon` or `Monday`. */
export const chicagoDayName = (at: number, locale: string, width: 'short' | 'long') => format(locale, width, at);
