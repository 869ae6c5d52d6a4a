import { deriveDayKeys } from '#server/core/market.ts';
import type { TradingHours } from '#shared/trading/market/hours.ts';
import { createMarket, type Market } from '#shared/trading/market/market.ts';

/** A simulated market of its own; the same seed gives the same prices. */
export function testMarket(seed = 'a seed', hours: TradingHours = 'always'): Market {
  return createMarket(deriveDayKeys(Buffer.from(seed)), hours);
}
