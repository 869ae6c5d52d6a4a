import { marketDataProduct } from './data-subscription.ts';
import { onBoth } from './product.ts';

export const marketDataFree = marketDataProduct({ isFree: true, resultRoute: onBoth('marketResultDxfeed') });
