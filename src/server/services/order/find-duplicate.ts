import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type * as calls from '../../../contract/orders.ts';
import type { Deps, Trx } from '../../deps.ts';
import type { Purchase } from '../products/product.ts';

type Earlier = z.output<typeof calls.duplicateOrder>['earlier'];

/** Equal orders within this time count as one sent twice unless the buyer confirms. */
const sameThingMs = 15 * 60_000;

type Attempt = { readonly scope: string; readonly key: string; readonly purchase: Purchase };

/**
 * A recent order of the same thing by the same person or browser that isn't abandoned. Concurrent requests wait for
 * each other, so that one of them is second.
 */
export async function findDuplicateOrder(
  deps: Deps,
  trx: Trx,
  { scope, key, purchase }: Attempt,
): Promise<Earlier | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(trx);
  const row = await trx
    .selectFrom('orders')
    .select(['id', 'number', 'created_at', 'status', 'payment_url'])
    .where('idempotency_scope', '=', scope)
    .where('idempotency_key', '<>', key)
    .where('created_at', '>', new Date(deps.clock().getTime() - sameThingMs))
    .where('kind', '=', purchase.kind)
    .where('package_id', '=', purchase.packageId)
    .where('platform', '=', purchase.platform)
    .where('account_id', 'is not distinct from', purchase.account?.id ?? null)
    .where('bill_id', 'is not distinct from', purchase.bill?.id ?? null)
    .where('status', 'in', ['draft', 'awaiting-payment', 'failed', 'paid', 'fulfilled'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const payable = row.status === 'awaiting-payment' || row.status === 'failed';
  return {
    orderId: row.id,
    orderNumber: row.number,
    createdAt: row.created_at.getTime(),
    paymentUrl: payable ? row.payment_url : null,
  };
}
