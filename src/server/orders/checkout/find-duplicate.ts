import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Deps, Trx } from '#server/core/deps.ts';
import type * as calls from '#shared/orders/contract.ts';
import { paidStatuses, unpaidStatuses } from '#shared/orders/machine.ts';
import type { Purchase } from '../product.ts';
import type { OrderRow } from '../tables.ts';

/** A paid order for the same product within this time counts as a duplicate unless the buyer confirms. */
const duplicateWindowMs = 15 * 60_000;

/**
 * Finds and locks the newest order for the same product by the same person or browser that is payable, on its
 * way or was just paid.
 * Concurrent requests wait for each other, so the second one sees the first.
 */
export async function findDuplicateOrder(
  deps: Deps,
  trx: Trx,
  { scope, key, purchase }: { readonly scope: string; readonly key: string; readonly purchase: Purchase },
): Promise<OrderRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${scope}, 0))`.execute(trx);
  const now = deps.clock();
  return trx
    .selectFrom('orders')
    .selectAll()
    .where('idempotency_scope', '=', scope)
    .where('idempotency_key', '<>', key)
    .where('kind', '=', purchase.kind)
    .where('package_id', '=', purchase.packageId)
    .where('account_id', 'is not distinct from', purchase.account?.id ?? null)
    .where('bill_id', 'is not distinct from', purchase.bill?.id ?? null)
    .where((where) =>
      where.or([
        where('status', '=', 'processing'),
        where.and([where('status', 'in', unpaidStatuses), where('expires_at', '>', now)]),
        where.and([
          where('status', 'in', paidStatuses),
          where('platform', '=', purchase.platform),
          where('refund_requested_at', 'is', null),
          where('created_at', '>', new Date(now.getTime() - duplicateWindowMs)),
        ]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('revision', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export function describeDuplicate({
  id,
  number,
  created_at: createdAt,
  status,
  payment_url: url,
}: OrderRow): z.output<typeof calls.duplicateOrder>['earlier'] {
  const isPayable = status === 'awaiting-payment' || status === 'failed';
  return {
    ...{ orderId: id, orderNumber: number, createdAt: createdAt.getTime() },
    paymentUrl: isPayable ? url : null,
    isProcessing: status === 'processing',
  };
}
