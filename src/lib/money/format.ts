import { formatLocale } from '../format-locale.ts';
import { findLocaleSettings } from '../locale-registry.ts';

/** `whole` omits zero cents; 99.50 is never rounded to 100. */
export type MoneyOptions = { readonly whole?: boolean };

const minus = '\u2212';
/** The French group separator. Our font renders it so thin that 50 000 looks like 50000. */
const narrowSpace = '\u202f';
const space = '\u00a0';
const formatters = new Map<string, Intl.NumberFormat>();

/**
 * A price or a payment, which names its currency: US cents in a locale's format with a real minus sign, such as
 * `$1,500.00`, `1 500,00 $ US`, `US$ 1500,00`.
 * @param locale en, fr, pt or a BCP 47 tag
 */
export function formatMoney(cents: number, locale: string, options: MoneyOptions = {}): string {
  return write(cents, locale, 'auto', options);
}

/**
 * A figure of an account, whose screen names the currency once: `$1,500.00`, `1 500,00 $`, `$ 1500,00`.
 * @param locale en, fr, pt or a BCP 47 tag
 */
export function formatFigure(cents: number, locale: string, options: MoneyOptions = {}): string {
  return write(cents, locale, 'auto', { ...options, isFigure: true });
}

/** Like `formatFigure`, but with a plus sign for gains. For results and changes; zero has no sign. */
export function formatSigned(cents: number, locale: string, options: MoneyOptions = {}): string {
  return write(cents, locale, 'exceptZero', { ...options, isFigure: true });
}

/** From here on, `formatResult` writes thousands: a result must fit a cell of a phone's calendar. */
const shortenedFromCents = 1_000_000;

/** A result in whole dollars without a symbol, which its title names: `+1,240`, `−874`, `+12.3K`. */
export function formatResult(cents: number, locale: string): string {
  const isLong = Math.abs(cents) >= shortenedFromCents;
  return new Intl.NumberFormat(formatLocale(locale), {
    signDisplay: 'exceptZero',
    maximumFractionDigits: isLong ? 1 : 0,
    ...(isLong ? { notation: 'compact' } : {}),
  })
    .format(Math.round(cents / 100))
    .replace('-', minus)
    .replaceAll(narrowSpace, space);
}

/** US cents for an input field, which `readCents` reads again: `1500.00`, `1500,00`. */
export function formatMoneyInput(cents: number, locale: string): string {
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };
  return (cents / 100).toLocaleString(formatLocale(locale), options);
}

/** US cents as plain dollars with a decimal point, for files and machines: `-1500.00`. */
export function formatDecimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An amount in another currency in whole units, without claiming to be exact: `€138`, `138 €`. */
export function formatApproximate(cents: number, currency: string, locale: string): string {
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(formatLocale(locale), options).format(cents / 100).replaceAll(narrowSpace, space);
}

function write(
  cents: number,
  locale: string,
  signDisplay: 'auto' | 'exceptZero',
  { whole, isFigure = false }: MoneyOptions & { readonly isFigure?: boolean },
): string {
  const digits = whole === true && cents % 100 === 0 ? 0 : 2;
  let sign = '';
  let number = '';
  // Adding zero turns −0, which a sum of losses and gains can be, into 0.
  for (const { type, value } of getFormatter(locale, signDisplay, digits).formatToParts((cents + 0) / 100)) {
    if (type === 'minusSign') sign = minus;
    else if (type === 'plusSign') sign = value;
    else number += value.replace(narrowSpace, space);
  }
  const [before, after] = findLocaleSettings(locale)?.dollars ?? ['$', ''];
  const symbol = (label: string) => (isFigure ? label.replace(/\u00a0?US/, '') : label);
  return sign + symbol(before) + number + symbol(after);
}

function getFormatter(locale: string, signDisplay: 'auto' | 'exceptZero', digits: number): Intl.NumberFormat {
  const key = `${locale}|${signDisplay}|${digits}`;
  const cached = formatters.get(key);
  if (cached !== undefined) return cached;
  const formatter = new Intl.NumberFormat(formatLocale(locale), {
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formatters.set(key, formatter);
  return formatter;
}
