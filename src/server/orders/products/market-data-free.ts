import { onBothPlatforms } from '../product.ts';
import { marketDataProduct } from './data-subscription.ts';

export const marketDataFree = marketDataProduct({ isFree: true, resultRoute: onBothPlatforms('marketResultDxfeed') });
