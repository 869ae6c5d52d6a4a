import type { Deps } from '#server/core/deps.ts';
import type { OrderKind } from '#shared/orders/types.ts';
import type { Purchase } from '../product.ts';

/** What nobody needs twice at a time. Thor and market data compare packages; accounts can be bought again and again. */
const soldOnce = new Set<OrderKind>([
  ...(['trial', 'reset', 'renew', 'funded-activation', 'performance-review'] as const),
  ...(['pending-bill', 'pending-data-bill'] as const),
]);

/** Whether the buyer has already paid for the same thing and waits for it. */
export async function isWaitingFor(
  deps: Deps,
  personId: string | null,
  { kind, packageId, account, bill }: Purchase,
): Promise<boolean> {
  if (personId === null || !soldOnce.has(kind)) return false;
  const waiting = await deps.db
    .selectFrom('orders')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .where('package_id', '=', packageId)
    .where('account_id', 'is not distinct from', account?.id ?? null)
    .where('bill_id', 'is not distinct from', bill?.id ?? null)
    .where('status', '=', 'paid')
    .where('refund_requested_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return waiting !== undefined;
}
