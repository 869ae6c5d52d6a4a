import { getProduct } from '../products/registry.ts';
import type { OrderRow } from './transition.ts';

type Sold = Pick<OrderRow, 'kind' | 'country' | 'total_cents'>;

/** The facts of an order that decide whether its start needs consent. */
export function saleOf({ kind, country, total_cents: totalCents }: Sold) {
  return { country, totalCents, continuesContract: getProduct(kind).continuesContract };
}
