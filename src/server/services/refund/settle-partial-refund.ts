import { toLocale } from '../../../i18n/locales.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { getTranslate } from '../../translations.ts';
import { revokeCommission } from '../affiliate/revoke-commission.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { issueCredit } from '../invoice/issue.ts';
import { queueMail } from '../mail/queue.ts';
import { sumCredits } from '../order/sum-credits.ts';
import { completeRefund } from './complete.ts';

/** Records once that the provider has refunded add-ons of a locked order: credit note, commission, mail. */
export async function settlePartialRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  refundId: string,
): Promise<void> {
  const items = await trx
    .updateTable('partial_refund')
    .set({ settled_at: deps.clock() })
    .where('refund_id', '=', refundId)
    .where('order_id', '=', order.id)
    .where('settled_at', 'is', null)
    .returning(['item', 'amount_cents as amountCents'])
    .execute();
  if (items.length === 0) return;
  const amountCents = items.reduce((sum, each) => sum + each.amountCents, 0);
  await writeAudit(deps, trx, {
    entity: 'order',
    entityId: order.id,
    actor,
    action: 'partial-refund-settled',
    details: { items: items.map(({ item }) => item), amountCents },
  });
  const credit = await issueCredit(deps, trx, order, `partial:${refundId}`, { items, cents: amountCents });
  await revokeCommission(deps, trx, {
    refundId: `partial:${refundId}`,
    orderId: order.id,
    refundedCents: await sumCredits(trx, order.id),
  });
  const t = getTranslate('payment', toLocale(order.locale));
  await queueMail(deps, trx, {
    dedupeKey: `partial-refund:${refundId}`,
    recipient: order.email,
    locale: order.locale,
    template: 'order-refunded',
    values: {
      firstName: order.first_name,
      name: items.map(({ item }) => t(item === 'market-data' ? 'lineMarketData' : 'lineFundedReset')).join(', '),
      orderNumber: order.number,
      totalCents: amountCents,
      credit: credit?.number ?? null,
      why: 'part',
    },
  });
  await completeRefund(deps, trx, order, actor);
}
