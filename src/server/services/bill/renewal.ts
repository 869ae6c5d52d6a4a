import type { OrderRow } from '../../db/order-tables.ts';

/** The idempotency scope of renewal orders, which we place ourselves. */
export const renewalScope = 'renewal';

export function isRenewal({ idempotency_scope: scope }: Pick<OrderRow, 'idempotency_scope'>): boolean {
  return scope === renewalScope;
}
