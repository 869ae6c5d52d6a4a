import type { TradingHours } from '../../src/domain/market/hours.ts';
import { createMarket, type Market } from '../../src/domain/market/market.ts';
import { deriveDayKeys } from '../../src/server/services/market/market.ts';

/** A simulated market of its own; the same seed gives the same prices. */
export function testMarket(seed = 'a seed', hours: TradingHours = 'always'): Market {
  return createMarket(deriveDayKeys(Buffer.from(seed)), hours);
}
