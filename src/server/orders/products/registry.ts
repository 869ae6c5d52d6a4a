import type { OrderKind } from '#shared/orders/types.ts';
import type { Product } from '../product.ts';
import { evaluation } from './evaluation.ts';
import { fundedActivation } from './funded-activation.ts';
import { marketData } from './market-data.ts';
import { marketDataFree } from './market-data-free.ts';
import { pendingBill } from './pending-bill.ts';
import { pendingDataBill } from './pending-data-bill.ts';
import { performanceReview } from './performance-review.ts';
import { renew } from './renew.ts';
import { reset } from './reset.ts';
import { thor } from './thor.ts';
import { trial } from './trial.ts';

const products = {
  evaluation,
  trial,
  thor,
  reset,
  renew,
  'market-data': marketData,
  'market-data-free': marketDataFree,
  'funded-activation': fundedActivation,
  'performance-review': performanceReview,
  'pending-bill': pendingBill,
  'pending-data-bill': pendingDataBill,
} as const satisfies { readonly [Kind in OrderKind]: Product<Kind> };

/** The product of an order kind. Callers pass selections and orders of that kind. */
export function getProduct(kind: OrderKind): Product {
  return products[kind];
}
