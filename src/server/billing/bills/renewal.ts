import type { OrderRow } from '#server/orders/tables.ts';

/** The idempotency scope of renewal orders, which the server creates. */
export const renewalScope = 'renewal';

export function isRenewal({ idempotency_scope: scope }: Pick<OrderRow, 'idempotency_scope'>): boolean {
  return scope === renewalScope;
}
