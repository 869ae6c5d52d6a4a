import { formatLocale } from './format-locale.ts';
import { findLocaleSettings } from './locale-registry.ts';
import { getUserTimeZone } from './user-time-zone.ts';

/** Opening a format takes longer than everything else about a time, and lists write many. */
const formats = new Map<string, Intl.DateTimeFormat>();

function findFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/** French prose writes a time as `17 h 50`, but with seconds as `17:50:02`. */
const hoursAndMinutes = /(?<![:\d])(\d{1,2}):(\d{2})(?![:\d])/g;

/**
 * Formats a date, a time by the 24-hour clock of the markets, or both for prose. In the user's time zone unless the
 * options name another.
 * @param at UTC ms or a Date
 */
export function formatDateTime(at: number | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const defaults = { hourCycle: 'h23', timeZone: getUserTimeZone() } as const;
  const text = findFormat(formatLocale(locale), { ...defaults, ...options }).format(at);
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

/** A date and time in the user's time zone, with its name: `November 22, 2026 at 17:50 GMT+1`. */
export function formatMoment(at: number | Date, locale: string): string {
  return formatDateTime(at, locale, moment);
}

const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
const chicago = 'America/Chicago';

/** The day in the user's time zone: `Sunday, November 22, 2026`. */
export function formatLocalDay(at: number, locale: string): string {
  return formatDateTime(at, locale, { dateStyle: 'full' });
}

/** The time in the user's time zone, with its name: `17:50 GMT+1`. */
export function formatLocalTime(at: number, locale: string): string {
  return formatDateTime(at, locale, clock);
}

type LocalTimeOptions = {
  /** For lists that show seconds in Chicago time. */
  readonly withSeconds?: boolean;
  /** Adds the weekday if it differs for the user; false for times that apply to any day. */
  readonly withWeekday?: boolean;
  /** An IANA zone instead of the user's. */
  readonly zone?: string | undefined;
};

/** The day and minute in a zone, for comparing two zones. */
function clockIn(timeZone: string | undefined, at: number): readonly [day: string, minute: string] {
  const format = findFormat('en', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const [day = '', minute = ''] = format.format(at).split(', ');
  return [day, minute];
}

/**
 * The user's time to show next to a Chicago time, with the weekday if their day differs: `20:06` or `Sat 05:06`.
 * Null if both clocks show the same.
 */
export function findLocalTime(
  at: number,
  locale: string,
  { withSeconds = false, withWeekday = true, zone = getUserTimeZone() }: LocalTimeOptions = {},
): string | null {
  const [there, here] = [clockIn(chicago, at), clockIn(zone, at)];
  if (there.join() === here.join()) return null;
  return formatDateTime(at, locale, {
    ...(there[0] === here[0] || !withWeekday ? {} : { weekday: 'short' }),
    ...{ hour: '2-digit', minute: '2-digit', timeZone: zone },
    ...(withSeconds ? { second: '2-digit' } : {}),
  });
}

/** Whether the user's clock differs from Chicago's now, so that lists show both times. */
export function showsLocalTime(): boolean {
  return findLocalTime(Date.now(), 'en') !== null;
}
