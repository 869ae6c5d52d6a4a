import { instruments } from '#shared/exchange/instruments.ts';
import type { AccountView } from './view.ts';

type OpenPosition = Pick<AccountView['positions'][number], 'instrument' | 'quantity'>;

/**
 * The points of an adverse move that cost `remainingCents`, of the full-size contract: ES for MES. Null without
 * positions, and if no single number exists: they are in different markets, or their months offset each other.
 */
export function findPointsToFloor(positions: readonly OpenPosition[], remainingCents: number) {
  const [first] = positions;
  if (first === undefined) return null;
  const market = instruments[first.instrument].fullSize;
  let hundredthsPerPoint = 0;
  for (const { instrument, quantity } of positions) {
    const { fullSize, tickSize, tickValueHundredths } = instruments[instrument];
    if (fullSize !== market) return null;
    hundredthsPerPoint += (quantity * tickValueHundredths) / tickSize;
  }
  if (hundredthsPerPoint === 0) return null;
  return { points: (remainingCents * 100) / Math.abs(hundredthsPerPoint), instrument: market };
}
