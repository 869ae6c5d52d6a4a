import { formatLocale } from './format-locale.ts';
import { findLocaleSettings } from './locale-registry.ts';

/** A French time of day is `17 h 50`; with seconds it stays as a clock shows it, `17:50:02`. */
const hoursAndMinutes = /(?<![:\d])(\d{1,2}):(\d{2})(?![:\d])/g;

/** A date, a time or both as the language writes them in prose. `at` is milliseconds since 1970, UTC. */
export function formatDateTime(at: number | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(formatLocale(locale), options).format(at);
  const separator = findLocaleSettings(locale)?.hourSeparator;
  return separator ? text.replace(hoursAndMinutes, `$1${separator}$2`) : text;
}
