import type { OrderRow } from '../order/transition.ts';

/** The scope of orders that we place ourselves, for a renewal. */
export const renewalScope = 'renewal';

export function isRenewal({ idempotency_scope: scope }: Pick<OrderRow, 'idempotency_scope'>): boolean {
  return scope === renewalScope;
}
