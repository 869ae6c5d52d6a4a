import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { payReported } from '#server/orders/fulfillment/pay-reported.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { shrinkPartialRefunds } from '#server/orders/shrink-partial-refunds.ts';
import { listProviderRefunds, sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { type ProviderRefund, uncreditedCents } from '#shared/orders/provider-refund.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';
import { creditPart } from './credit-part.ts';

/**
 * Records a refund that someone made at the provider. Pending, it only reduces what can still be refunded here. Once
 * the money is returned it is credited, and with everything returned the order is refunded.
 */
export async function recordProviderRefund(
  deps: Deps,
  trx: Trx,
  reported: OrderRow,
  actor: string,
  { refund, event }: { readonly refund: ProviderRefund; readonly event: PaymentEvent },
): Promise<void> {
  const { id, amountCents, status } = refund;
  await writeAudit(
    deps,
    trx,
    actor,
    status === 'pending' ? 'provider-refund-started' : 'provider-refund-settled',
    ['order', reported.id],
    { refundId: id, amountCents },
  );
  await shrinkPartialRefunds(deps, trx, reported);
  const cents =
    status === 'pending'
      ? 0
      : Math.min(amountCents, uncreditedCents(await listProviderRefunds(trx, reported.id), ['succeeded']));
  await updateRow(trx, 'payment_refund', id, { credited_cents: cents });
  const isLast = (await sumCredits(trx, reported.id)) + cents >= reported.total_cents;
  if (isLast && reported.status !== 'refunded') return recordRefund(deps, trx, reported, actor);
  await payReported(deps, trx, reported, actor, event);
  if (cents === 0) return;
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', reported.id).executeTakeFirstOrThrow();
  await creditPart(deps, trx, order, { cause: `provider:${id}`, cents, reason: 'part' });
}
