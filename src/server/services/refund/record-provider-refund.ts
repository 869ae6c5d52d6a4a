import { type ProviderRefund, uncreditedCents } from '../../../domain/order/provider-refund.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import type { PaymentEvent } from '../../ports/payments/events.ts';
import { revokeCommission } from '../affiliate/revoke-commission.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { payReported } from '../fulfilment/pay-reported.ts';
import { recordRefund } from '../fulfilment/record-refund.ts';
import { issueCredit } from '../invoice/issue.ts';
import { queueMail } from '../mail/queue.ts';
import { getOrderName } from '../order/name.ts';
import { listProviderRefunds, sumCredits } from '../order/sum-credits.ts';
import { completeRefund } from './complete.ts';
import { shrinkPartialRefunds } from './shrink-partial-refunds.ts';

type Report = { readonly refund: ProviderRefund; readonly event: PaymentEvent };

/**
 * Records a refund that somebody made at the provider. Pending, it only reduces what can still be refunded here. Once
 * the money is returned it is credited, and with everything returned the order is refunded.
 */
export async function recordProviderRefund(
  deps: Deps,
  trx: Trx,
  reported: OrderRow,
  actor: string,
  { refund, event }: Report,
): Promise<void> {
  const { id, amountCents, status } = refund;
  await writeAudit(deps, trx, {
    entity: 'order',
    entityId: reported.id,
    actor,
    action: status === 'pending' ? 'provider-refund-started' : 'provider-refund-settled',
    details: { refundId: id, amountCents },
  });
  await shrinkPartialRefunds(deps, trx, reported);
  const cents = status === 'pending' ? 0 : Math.min(amountCents, await readUncredited(trx, reported.id));
  await trx.updateTable('payment_refund').set({ credited_cents: cents }).where('id', '=', id).execute();
  const isLast = (await sumCredits(trx, reported.id)) + cents >= reported.total_cents;
  if (isLast && reported.status !== 'refunded') return recordRefund(deps, trx, reported, actor);
  await payReported(deps, trx, reported, actor, event);
  if (cents === 0) return;
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', reported.id).executeTakeFirstOrThrow();
  const credit = await issueCredit(deps, trx, order, `provider:${id}`, { cents });
  if (!credit) return;
  const refundedCents = await sumCredits(trx, order.id);
  await revokeCommission(deps, trx, { refundId: `provider:${id}`, orderId: order.id, refundedCents });
  await queueMail(deps, trx, {
    dedupeKey: `provider-refund:${id}`,
    recipient: order.email,
    locale: order.locale,
    template: 'order-refunded',
    values: {
      firstName: order.first_name,
      name: getOrderName(deps, order),
      orderNumber: order.number,
      totalCents: credit.amountCents,
      credit: credit.number,
      why: 'part',
    },
  });
  await completeRefund(deps, trx, order, actor);
}

async function readUncredited(trx: Trx, orderId: string): Promise<number> {
  return uncreditedCents(await listProviderRefunds(trx, orderId), ['succeeded']);
}
