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
 * Applies the bank's decision. Won: suspensions are lifted. Lost: the order counts as refunded, but a partial loss
 * leaves it suspended for a person to decide. A decision that arrives before its dispute counts as well.
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
