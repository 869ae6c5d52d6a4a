import { formatLocale } from './format-locale.ts';

/** A number of contracts with its sign: `+2`, `−3`. */
export function signedText(quantity: number, locale: string): string {
  return new Intl.NumberFormat(formatLocale(locale), { signDisplay: 'exceptZero' })
    .format(quantity)
    .replace('-', '\u2212');
}
