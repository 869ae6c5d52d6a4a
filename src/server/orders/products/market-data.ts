import { platformFacts } from '#shared/catalog/platforms.ts';
import { marketDataProduct } from './data-subscription.ts';

export const marketData = marketDataProduct({
  isFree: false,
  resultRoute: (platform) => platformFacts[platform].routes.marketResult,
});
