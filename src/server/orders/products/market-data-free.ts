import { marketDataProduct } from './data-subscription.ts';

export const marketDataFree = marketDataProduct({ isFree: true });
