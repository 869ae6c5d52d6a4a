import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';
import { payReported } from '#server/orders/fulfillment/pay-reported.ts';
import { getOrderName } from '#server/orders/name.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';
import { notifyStaff } from './notify-staff.ts';
import { suspendAccounts } from './suspend-accounts.ts';
import { writeDispute } from './write.ts';

/**
 * Handles a new dispute: suspends what the order paid for and its renewals until the bank decides, and notifies
 * buyer and staff. Does nothing if the dispute is already open or decided.
 */
export async function openChargeback(deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) {
  const dispute = await writeDispute(deps, trx, order, event, 'open');
  if (!dispute) return;
  await payReported(deps, trx, order, actor, event);
  await writeAudit(deps, trx, actor, 'payment-disputed', ['order', order.id], dispute);
  await suspendAccounts(deps, trx, order, dispute.id);
  await queueMail(deps, trx, order, 'dispute-opened', `dispute-opened:${dispute.id}`, {
    name: getOrderName(deps, order),
    totalCents: dispute.amountCents,
  });
  if (order.person_id !== null) {
    const notification = { personId: order.person_id, kind: 'payment_disputed', path: '/billing/history' } as const;
    await addNotification(deps, trx, { ...notification, dedupeKey: `dispute:${dispute.id}` });
  }
  await notifyStaff(deps, trx, order, { ...dispute, status: 'open' });
}
