import { getProduct } from '../products/registry.ts';
import type { OrderRow } from './transition.ts';

type Sold = Pick<OrderRow, 'kind' | 'country' | 'total_cents'>;

/** What of an order decides whether its start needs the buyer's consent. */
export function saleOf({ kind, country, total_cents: totalCents }: Sold) {
  return { country, totalCents, continuesContract: getProduct(kind).continuesContract };
}
