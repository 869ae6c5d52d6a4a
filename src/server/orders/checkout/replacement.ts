import { listRows, not } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';
import { isPaid } from '#shared/orders/machine.ts';
import type { OrderRow } from '../tables.ts';

type Replaceable = Pick<OrderRow, 'id' | 'purchase_id' | 'status' | 'revision'>;

/** The order that replaced one closed after a correction, or that was paid instead of it. */
export async function findReplacement(deps: Deps, order: Replaceable): Promise<OrderRow | undefined> {
  if (order.status !== 'canceled') return undefined;
  const others = await listRows(deps.db, 'orders', { purchase_id: order.purchase_id, id: not(order.id) }, undefined, {
    orderBy: 'revision desc',
  });
  const paid = others.find(isPaid);
  return paid ?? others.find(({ revision }) => revision > order.revision);
}

export async function isReplaced(deps: Deps, order: Replaceable): Promise<boolean> {
  return (await findReplacement(deps, order)) !== undefined;
}
