import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import type { OrderRow } from '../tables.ts';

export function findOrder(deps: Deps, orderId: string): Promise<OrderRow | undefined> {
  return deps.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
}

/** Compares secrets, such as an order's session, in constant time. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(left)), Buffer.from(sha256(right)));
}
