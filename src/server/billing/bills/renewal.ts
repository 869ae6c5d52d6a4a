import type { OrderRow } from '#server/orders/tables.ts';

export const renewalScope = 'renewal';

export function isRenewal({ idempotency_scope: scope }: Pick<OrderRow, 'idempotency_scope'>): boolean {
  return scope === renewalScope;
}
