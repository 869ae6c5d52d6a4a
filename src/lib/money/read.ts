import { readNumber } from '../read-number.ts';

const currency = /^(?:US\$|\$US|USD|\$)|(?:US\$|\$\s?US|USD|\$)$/i;

/**
 * The only reader of amounts that people type: `$1,250`, `1 250,00 $ US`, `1.250,00` in the reader's locale.
 * @returns cents; null for what can't be read or has two meanings, so that the field says so
 */
export function readCents(text: string, locale: string): number | null {
  const number = readNumber(text.trim().replace(currency, ''), locale, 2);
  return number && Number(number.whole + number.fraction.padEnd(2, '0'));
}

/** Whole dollars from 1 to `max`, in cents; null for anything else. */
export function readDollars(text: string, locale: string, max: number): number | null {
  const cents = readCents(text, locale);
  return cents !== null && cents % 100 === 0 && cents >= 100 && cents <= max * 100 ? cents : null;
}
