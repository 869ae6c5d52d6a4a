import { findLocaleSettings } from './locale-registry.ts';

/** A number as typed, in digits: `1,250.5` is `1250` and `5`. */
type TypedNumber = { readonly whole: string; readonly fraction: string };

const marks = ['.', ','] as const;
const maxDigits = 9;

/**
 * Reads what a person typed, by the reader's locale: `1,250.00` in English, `1 250,00` in French, `1.250,00` in
 * Portuguese. The other mark is read where it has only one meaning, as in `12,50` typed in English. Null for everything
 * else: without a sign, with more decimals than `maxDecimals`, or with two meanings.
 */
export function readNumber(text: string, locale: string, maxDecimals: number): TypedNumber | null {
  const typed = text.trim().replace(/\s/g, ' ');
  const ownGroup = findLocaleSettings(locale)?.groupMark ?? null;
  const [reading, other] = marks.flatMap((decimal) => readWith(decimal, ownGroup, typed, maxDecimals) ?? []);
  if (reading === undefined) return null;
  return other === undefined || (reading.whole === other.whole && reading.fraction === other.fraction) ? reading : null;
}

function readWith(decimal: string, ownGroup: string | null, text: string, maxDecimals: number): TypedNumber | null {
  const [typedWhole = '', fraction, ...more] = text.split(decimal);
  if (more.length > 0 || (fraction !== undefined && !isDigits(fraction, maxDecimals))) return null;
  const group = /\D/.exec(typedWhole)?.[0];
  const [first = '', ...groups] = group === undefined ? [typedWhole] : typedWhole.split(group);
  // A mark that isn't the locale's own groups only where the decimals show what it is, as in 1.250,00 in English.
  if (group !== undefined && group !== ' ' && group !== ownGroup && (group === decimal || fraction === undefined)) {
    return null;
  }
  const isGrouped = /^[1-9]\d{0,2}$/.test(first) && groups.every((each) => /^\d{3}$/.test(each));
  if (group === undefined ? !isDigits(first, maxDigits) : !isGrouped) return null;
  const whole = [first, ...groups].join('').replace(/^0+(?=\d)/, '');
  return whole.length > maxDigits ? null : { whole, fraction: fraction ?? '' };
}

function isDigits(text: string, maxLength: number): boolean {
  return text.length <= maxLength && /^\d+$/.test(text);
}
