import type { Deps, Trx } from '#server/core/deps.ts';
import { isDisputed } from '#server/orders/plan-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { paidStatuses } from '#shared/orders/machine.ts';

/**
 * Requests the refund of the reset that a void breach made the trader buy: the first one paid since, unless the account
 * had started over before. @returns its order’s number, or null
 */
export async function refundReset(
  deps: Deps,
  trx: Trx,
  { account_id: accountId, breach_at: breachAt }: { readonly account_id: string; readonly breach_at: Date },
  actor: string,
): Promise<string | null> {
  const order = await trx
    .selectFrom('orders')
    .select(['id', 'number', 'total_cents'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'reset')
    .where('status', 'in', paidStatuses)
    .where('paid_at', '>=', breachAt)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_event')
            .select('source_id')
            .whereRef('account_event.account_id', '=', 'orders.account_id')
            .where('type', '=', 'reset')
            .where('at', '>', breachAt)
            .whereRef('at', '<', 'orders.paid_at'),
        ),
      ),
    )
    .orderBy('paid_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!order || (await isDisputed(trx, order.id))) return null;
  return (await requestOrderRefund(deps, trx, order, 'upheld', actor)) ? order.number : null;
}
