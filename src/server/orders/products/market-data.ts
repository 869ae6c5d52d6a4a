import { marketDataProduct } from './data-subscription.ts';

export const marketData = marketDataProduct({ isFree: false });
