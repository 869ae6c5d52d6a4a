import { type Fill, signedQuantity } from '#shared/accounts/model.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import type { Extremes, PriceRange } from './fill-file.ts';

type OpenPosition = { quantity: number; fromAt: number; known: Extremes | undefined };

/**
 * Returns a function that collects the extreme prices a platform records with fills, from flat to flat. Call it with
 * every fill; it returns the range of the position that the fill closed.
 */
export function createRangeTracker() {
  const held = new Map<string, OpenPosition>();
  return (
    fill: Pick<Fill, 'at' | 'instrument' | 'month' | 'side' | 'quantity'>,
    extremes: Extremes | undefined,
  ): readonly PriceRange[] => {
    const { at, instrument, month, side, quantity } = fill;
    const key = contractKey(fill);
    const position = held.get(key) ?? { quantity: 0, fromAt: at, known: undefined };
    const before = position.quantity;
    if (before === 0) Object.assign(position, { fromAt: at, known: undefined });
    else if (extremes) position.known = widen(position.known, extremes);
    position.quantity += signedQuantity({ side, quantity });
    held.set(key, position);
    if (Math.sign(position.quantity) === Math.sign(before)) return [];
    const { fromAt, known } = position;
    Object.assign(position, { fromAt: at, known: undefined });
    return known ? [{ instrument, month, fromAt, untilAt: at, ...known }] : [];
  };
}

function widen(known: Extremes | undefined, { lowTicks, highTicks }: Extremes): Extremes {
  if (!known) return { lowTicks, highTicks };
  return { lowTicks: Math.min(known.lowTicks, lowTicks), highTicks: Math.max(known.highTicks, highTicks) };
}
