import type { Deps } from '#server/core/deps.ts';
import { simulatedHours } from '#shared/trading/market/hours.ts';
import { createMarket, type Market } from '#shared/trading/market/market.ts';

const markets = new WeakMap<Deps['keys'], Market>();

/** The simulated platform's market. Its seed is derived from the installation's keys, so no trader can compute it. */
export function getMarket({ keys }: Pick<Deps, 'keys'>): Market {
  const cached = markets.get(keys);
  if (cached) return cached;
  const market = createMarket(keys.derive('simulated-market').toString('base64url'), simulatedHours);
  markets.set(keys, market);
  return market;
}
