import { platformRoutes } from '#routes.ts';
import { marketDataProduct } from './data-subscription.ts';

export const marketData = marketDataProduct({
  isFree: false,
  resultRoute: platformRoutes.marketResult,
});
