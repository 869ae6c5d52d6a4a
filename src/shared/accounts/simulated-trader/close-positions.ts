import { instruments } from '#shared/exchange/instruments.ts';
import type { Market } from '#shared/trading/index.ts';
import type { Fill, Position } from '../model.ts';
import { getQuote } from './find-exit.ts';

export function closePositions(market: Market, positions: readonly Position[], at: number): readonly Fill[] {
  return positions.map(({ instrument, month, quantity }) => ({
    type: 'fill',
    at,
    instrument,
    month,
    side: quantity > 0 ? 'sell' : 'buy',
    quantity: Math.abs(quantity),
    priceTicks: getQuote(market, { instrument, month }, at)[quantity > 0 ? 'bidTicks' : 'askTicks'],
    feeCents: instruments[instrument].feeCents * Math.abs(quantity),
  }));
}
