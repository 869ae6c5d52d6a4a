import type { Instrument } from '#shared/exchange/instruments.ts';
import { parseDecimal, plainNumber } from './decimal.ts';

/** Contracts at a price in whole ticks. */
export type TickPrice = { readonly quantity: number; readonly priceTicks: number };

/** All tick sizes are whole multiples of this. */
const tickDigits = 9;
const onTick = 1e-6;

/**
 * Converts a price to whole ticks. An average price off tick is split into two fills with the same sum: 2 at 17771.625
 * become one at 17771.50 and one at 17771.75. Averages have few digits, so the nearest whole sum of ticks is used.
 * @param text may contain fractions of bonds (110'165) and grains (450'2)
 * @returns undefined if it isn't a price, or is a single contract off tick
 */
export function splitTicks(
  text: string,
  instrument: Instrument,
  quantity: number,
  decimalComma = false,
): readonly TickPrice[] | undefined {
  const plain = isInFractions(text, instrument) ? plainFraction(text, instrument) : plainNumber(text, decimalComma);
  if (plain === undefined) return undefined;
  const near = Number(plain) / instrument.tickSize;
  const nearest = Math.round(near);
  if (Math.abs(near - nearest) < onTick) return [{ quantity, priceTicks: nearest + 0 }];
  const price = parseDecimal(plain);
  // One contract has no average, so a larger difference than rounding means the price is in another notation.
  if (quantity === 1 && Math.abs(near - nearest) * instrument.tickSize > 10 ** -price.digits) return undefined;
  const count = BigInt(quantity);
  const tick = BigInt(Math.round(instrument.tickSize * 10 ** tickDigits));
  const dividend = price.units * count * 10n ** BigInt(tickDigits);
  const divisor = tick * 10n ** BigInt(price.digits);
  const total = floorOf(dividend * 2n + divisor, divisor * 2n);
  const low = floorOf(total, count);
  const above = Number(total - low * count);
  return [
    { quantity: quantity - above, priceTicks: Number(low) },
    { quantity: above, priceTicks: Number(low) + 1 },
  ].filter((part) => part.quantity > 0);
}

/** The nearest tick, for prices that aren't averages. */
export function nearestTick(text: string, instrument: Instrument, decimalComma: boolean): number | undefined {
  return splitTicks(text, instrument, 1, decimalComma)?.[0]?.priceTicks;
}

function floorOf(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n ? quotient - 1n : quotient;
}

/** First digits of eighths: 110'165 is 16.5/32 and 110'162 is 16.25/32. */
const eighths = ['0', '1', '2', '3', '5', '6', '7', '8'];

/** Whether fractions follow a mark: 110'165 or 110-16 of a bond. An apostrophe elsewhere separates thousands. */
function isInFractions(text: string, { code, session }: Instrument): boolean {
  return /\d['’-]\d/.test(text) && (session === 'grains' || /^(?:Z|UB|TN)/.test(code));
}

/** Bonds use 32nds and eighths of them (110'165); grains use eighths of a cent (450'2). */
function plainFraction(text: string, { session }: Instrument): string | undefined {
  const [, whole, parts = '', rest = ''] = /^\s*(\d+)['’-](\d{1,2})(\d|\.\d+)?\s*$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (session === 'grains') return rest === '' ? String(Number(whole) + Number(parts) / 8) : undefined;
  if (parts.length < 2) return undefined;
  const share = rest === '' ? 0 : rest.startsWith('.') ? Number(rest) : eighths.indexOf(rest) / 8;
  return Number(parts) >= 32 || share < 0 ? undefined : String(Number(whole) + (Number(parts) + share) / 32);
}
