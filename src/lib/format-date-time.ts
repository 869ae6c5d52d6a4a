import { formatLocale } from './format-locale.ts';
import { findLocaleSettings } from './locale-registry.ts';
import { readerZone } from './reader-zone.ts';

/** French prose writes a time as `17 h 50`, but with seconds as `17:50:02`. */
const hoursAndMinutes = /(?<![:\d])(\d{1,2}):(\d{2})(?![:\d])/g;

/** A date, a time or both as the language writes them in prose. @param at UTC ms or a Date */
export function formatDateTime(at: number | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(formatLocale(locale), options).format(at);
  const separator = findLocaleSettings(locale)?.hourSeparator;
  return separator ? text.replace(hoursAndMinutes, `$1${separator}$2`) : text;
}

const moment = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
} as const satisfies Intl.DateTimeFormatOptions;

/** A moment in the reader's time zone, which it names: `November 22, 2026 at 05:50 PM GMT+1`. */
export function formatMoment(at: number | Date, locale: string): string {
  return formatDateTime(at, locale, { ...moment, timeZone: readerZone() });
}

const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const chicago = 'America/Chicago';

/** The day in the reader's time zone: `Sunday, November 22, 2026`. */
export function formatReaderDay(at: number, locale: string): string {
  return formatDateTime(at, locale, { dateStyle: 'full', timeZone: readerZone() });
}

/** The time in the reader's time zone, which it names: `17:50 GMT+1`. */
export function formatReaderTime(at: number, locale: string): string {
  return formatDateTime(at, locale, { ...clock, timeZone: readerZone() });
}

/** The reader's time beside a Chicago time; null where both are the same. */
export function findOwnTime(at: number, locale: string): string | null {
  const hourIn = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(at);
  return hourIn(readerZone()) === hourIn(chicago) ? null : formatReaderTime(at, locale);
}
