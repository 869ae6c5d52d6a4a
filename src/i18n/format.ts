import { formatLocale } from '#lib/format-locale.ts';
import { findLocaleSettings } from '#lib/locale-registry.ts';
import { formatMoney } from '#lib/money/format.ts';
import type { Locale } from './locales.ts';

/** Formats prices and limits for pages; zero cents are left out. */
export function formatWhole(cents: number, locale: Locale): string {
  return formatMoney(cents, locale, { whole: true });
}

export function formatShare(basisPoints: number, locale: Locale): string {
  return new Intl.NumberFormat(formatLocale(locale), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
}

export function formatNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(formatLocale(locale)).format(value);
}

/** Formats a calendar date. It is read in UTC, as in content files. */
export function formatDay(date: Date, locale: Locale): string {
  const day = new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  const firstOfMonth = findLocaleSettings(locale)?.firstOfMonth;
  return firstOfMonth ? day.replace(/^1(?= )/, firstOfMonth) : day;
}
