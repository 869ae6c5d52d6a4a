import type { ProviderRefund } from '../../../domain/order/provider-refund.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { queueMail } from '../mail/queue.ts';

/**
 * Alarms the firm about a refund that its provider couldn't make, because the buyer hasn't got the money. What counted
 * on it stands: a pending one counts no more, and a credit note is an obligation that another refund can meet.
 */
export async function reportFailedRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  { id, amountCents }: ProviderRefund,
): Promise<void> {
  deps.log.error({ orderId: order.id, refundId: id }, 'the payment provider could not make a refund');
  await writeAudit(deps, trx, {
    entity: 'order',
    entityId: order.id,
    actor,
    action: 'refund-failed',
    details: { refundId: id, amountCents },
  });
  await queueMail(deps, trx, {
    dedupeKey: `refund-failed:${id}`,
    recipient: deps.catalog.site.supportEmail,
    locale: 'en',
    template: 'refund-failed-firm',
    values: { orderNumber: order.number, refund: id, amountCents, email: order.email },
    replyTo: order.email,
  });
}
