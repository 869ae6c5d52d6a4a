import { type CancellationRight, findCancellationRight } from '../../../domain/order/contract-cancellation.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps } from '../../deps.ts';

type Sold = Pick<OrderRow, 'kind' | 'country' | 'total_cents'>;

/** The facts of an order that decide whether its start needs consent. */
export function saleOf({ catalog }: Pick<Deps, 'catalog'>, { kind, country, total_cents: totalCents }: Sold) {
  return { right: findCancellationRight(catalog.consumerRights, { country, kind }), totalCents };
}

/** As shown to the buyer. */
export function describeRight(right: CancellationRight | null) {
  return right && { days: right.days, earlyStart: right.earlyStart };
}
