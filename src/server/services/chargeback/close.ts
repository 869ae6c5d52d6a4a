import type { Deps, Trx } from '../../deps.ts';
import type { PaymentEvent } from '../../ports/payments/events.ts';
import { liftSuspension, suspendAccount } from '../account/suspend.ts';
import { queueMail } from '../mail/queue.ts';
import { nameOfOrder } from '../order/name.ts';
import { recordRefund } from '../order/record-refund.ts';
import { type OrderRow, recordOrder } from '../order/transition.ts';
import { findAccountsOf } from './accounts.ts';
import { notifyFirm } from './notify-firm.ts';
import { writeDispute } from './write.ts';

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
  const status = event.type === 'dispute-won' ? 'won' : 'lost';
  const dispute = await writeDispute(deps, trx, order, event, status);
  if (!dispute) return;
  const { amountCents } = dispute;
  await recordOrder(deps, trx, { orderId: order.id, actor, action: `dispute-${status}`, details: dispute });
  await notifyFirm(deps, trx, order, { ...dispute, status });
  if (status === 'lost') {
    if (amountCents >= order.total_cents) return recordRefund(deps, trx, order, actor, 'dispute');
    for (const accountId of await findAccountsOf(trx, order)) {
      await suspendAccount(deps, trx, { accountId, source: `dispute:${dispute.id}`, why: 'dispute' });
    }
    return;
  }
  await liftSuspension(deps, trx, `dispute:${dispute.id}`);
  await queueMail(deps, trx, {
    dedupeKey: `dispute-won:${dispute.id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'dispute-won',
    values: { firstName: order.first_name, name: nameOfOrder(deps, order), totalCents: amountCents },
  });
}
