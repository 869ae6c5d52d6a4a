import { liftSuspension } from '#server/accounts/access/suspend.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { payReported } from '#server/orders/fulfillment/pay-reported.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { getOrderName } from '#server/orders/name.ts';
import { shrinkPartialRefunds } from '#server/orders/shrink-partial-refunds.ts';
import { sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';
import { creditPart } from '../refunds/credit-part.ts';
import { resumeRefunds } from '../refunds/resume.ts';
import { notifyStaff } from './notify-staff.ts';
import { suspendAccounts } from './suspend-accounts.ts';
import { writeDispute } from './write.ts';

/**
 * Applies the bank's decision. Won: suspensions are lifted. Lost: the order counts as refunded once all of it is; until
 * staff decide, accounts that it doesn't end stay suspended. Refunds that waited for the decision then send what is
 * left. A decision may also arrive before its dispute.
 */
export async function closeChargeback(deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) {
  const status = event.type === 'dispute-won' ? 'won' : 'lost';
  const dispute = await writeDispute(deps, trx, order, event, status);
  if (!dispute) return;
  const { amountCents } = dispute;
  await writeAudit(deps, trx, actor, `dispute-${status}`, ['order', order.id], dispute);
  await notifyStaff(deps, trx, order, { ...dispute, status });
  if (status === 'lost') {
    const credited = await sumCredits(trx, order.id);
    if (credited + amountCents >= order.total_cents) {
      // Before the refund takes a period back, so that its account is still found.
      await suspendAccounts(deps, trx, order, dispute.id);
      return recordRefund(deps, trx, order, actor, { reason: 'dispute' });
    }
    return recordPartialLoss(deps, trx, order, actor, { id: dispute.id, amountCents, event });
  }
  await liftSuspension(deps, trx, `dispute:${dispute.id}`);
  await resumeRefunds(deps, trx, order.id);
  await queueMail(deps, trx, order, 'dispute-won', `dispute-won:${dispute.id}`, {
    name: getOrderName(deps, order),
    totalCents: amountCents,
  });
}

/** Credits the lost part and revokes its share of the commission. The order's accounts wait for staff to decide. */
async function recordPartialLoss(
  deps: Deps,
  trx: Trx,
  disputed: OrderRow,
  actor: string,
  { id, amountCents, event }: { readonly id: string; readonly amountCents: number; readonly event: PaymentEvent },
): Promise<void> {
  await payReported(deps, trx, disputed, actor, event);
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', disputed.id).executeTakeFirstOrThrow();
  await suspendAccounts(deps, trx, order, id);
  await creditPart(deps, trx, order, { cause: `dispute:${id}`, cents: amountCents, reason: 'part-dispute' });
  await shrinkPartialRefunds(deps, trx, order);
  await resumeRefunds(deps, trx, order.id);
}
