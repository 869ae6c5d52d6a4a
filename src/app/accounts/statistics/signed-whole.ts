import { formatLocale } from '#lib/format-locale.ts';

/** From here on, an amount is written in thousands: it must fit a cell of a phone's calendar. */
const shortenedFromCents = 1_000_000;

/** A result in whole dollars without a symbol, which the title names: `+1,240`, `−874`, `+12.3K`. */
export function signedWhole(cents: number, locale: string): string {
  const isLong = Math.abs(cents) >= shortenedFromCents;
  return new Intl.NumberFormat(formatLocale(locale), {
    signDisplay: 'exceptZero',
    maximumFractionDigits: isLong ? 1 : 0,
    ...(isLong ? { notation: 'compact' } : {}),
  })
    .format(Math.round(cents / 100))
    .replace('-', '\u2212');
}
