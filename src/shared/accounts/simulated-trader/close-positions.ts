import { instruments } from '#shared/exchange/instruments.ts';
import type { Fill } from '../events.ts';
import type { Position } from '../state.ts';

/** Fills that close every position at its last price, with the commission that every fill has. */
export function closePositions(positions: readonly Position[], at: number): readonly Fill[] {
  return positions.map(({ instrument, month, quantity, lastPriceTicks }) => ({
    type: 'fill',
    at,
    instrument,
    month,
    side: quantity > 0 ? 'sell' : 'buy',
    quantity: Math.abs(quantity),
    priceTicks: lastPriceTicks,
    feeCents: instruments[instrument].feeCents * Math.abs(quantity),
  }));
}
