import type { Deps } from '#server/core/deps.ts';
import { type CancellationRight, findCancellationRight } from '#shared/orders/cancel-contract.ts';
import type { OrderRow } from './tables.ts';

type SoldOrder = Pick<OrderRow, 'kind' | 'country' | 'total_cents'>;

/** What decides whether starting an order needs the buyer's consent. */
export function saleOf({ catalog }: Pick<Deps, 'catalog'>, { kind, country, total_cents: totalCents }: SoldOrder) {
  return { right: findCancellationRight(catalog.consumerRights, { country, kind }), totalCents };
}

/** The cancellation right as shown to the buyer. */
export function describeRight(right: CancellationRight | null) {
  return right && { days: right.days, earlyStart: right.earlyStart };
}
