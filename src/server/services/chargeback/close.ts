import type { Deps, Trx } from '../../deps.ts';
import type { PaymentEvent } from '../../ports/payments/events.ts';
import { holdAccount, releaseHold } from '../account/hold.ts';
import { queueMail } from '../mail/queue.ts';
import { type OrderRow, recordOrder } from '../order/move.ts';
import { refundOrder } from '../order/refund.ts';
import { nameOfOrder } from '../purchase/name.ts';
import { findAccountsOf } from './accounts.ts';
import { tellFirm } from './tell-firm.ts';

/**
 * The bank has decided. Won: what was held goes on. Lost: the order is one whose money went back; a part of the money
 * leaves the order as it is and held, and somebody looks at it. A decision that is told of before its dispute counts.
 */
export async function closeChargeback(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  event: PaymentEvent,
): Promise<void> {
  const { dispute, amountCents } = event;
  if (!dispute) throw new Error(`Message ${event.eventId} is about a dispute and does not name it`);
  const status = event.type === 'dispute-won' ? 'won' : 'lost';
  const now = deps.clock();
  const closed = await trx
    .insertInto('payment_dispute')
    .values({
      id: dispute.id,
      provider: deps.payments.name,
      order_id: order.id,
      amount_cents: amountCents,
      reason: dispute.reason,
      status,
      opened_at: now,
      closed_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ status, closed_at: now }).where('payment_dispute.status', '=', 'open'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!closed) return;
  const details = { ...dispute, amountCents };
  await recordOrder(deps, trx, { orderId: order.id, actor, action: `dispute-${status}`, details });
  await tellFirm(deps, trx, order, { ...dispute, amountCents, status });
  if (status === 'lost') {
    if (amountCents >= order.total_cents) return refundOrder(deps, trx, order, actor, 'dispute');
    for (const accountId of await findAccountsOf(trx, order)) {
      await holdAccount(deps, trx, { accountId, source: `dispute:${dispute.id}`, why: 'dispute' });
    }
    return;
  }
  await releaseHold(deps, trx, `dispute:${dispute.id}`);
  await queueMail(deps, trx, {
    dedupeKey: `dispute-won:${dispute.id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'dispute-won',
    values: { firstName: order.first_name, name: nameOfOrder(deps, order), totalCents: amountCents },
  });
}
