import { simulatedHours } from '../../../domain/market/hours.ts';
import { createMarket, type Market } from '../../../domain/market/market.ts';
import type { Deps } from '../../deps.ts';

const markets = new WeakMap<Deps['keys'], Market>();

/** The simulated platform's market. Its seed is derived from the installation's keys, so no trader can compute it. */
export function getMarket({ keys }: Pick<Deps, 'keys'>): Market {
  const cached = markets.get(keys);
  if (cached) return cached;
  const market = createMarket(keys.derive('simulated-market').toString('base64url'), simulatedHours);
  markets.set(keys, market);
  return market;
}
