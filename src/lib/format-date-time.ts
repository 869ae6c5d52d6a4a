import { formatLocale } from './format-locale.ts';
import { findLocaleSettings } from './locale-registry.ts';

/** French prose writes a time as `17 h 50`, but with seconds as `17:50:02`. */
const hoursAndMinutes = /(?<![:\d])(\d{1,2}):(\d{2})(?![:\d])/g;

/** A date, a time or both as the language writes them in prose. @param at UTC ms or a Date */
export function formatDateTime(at: number | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(formatLocale(locale), options).format(at);
  const separator = findLocaleSettings(locale)?.hourSeparator;
  return separator ? text.replace(hoursAndMinutes, `$1${separator}$2`) : text;
}
