import { toLocale } from '../../../i18n/locales.ts';
import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { getTranslate } from '../../translations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { completeRefund } from './complete.ts';
import { creditPart } from './credit-part.ts';

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
  const t = getTranslate('payment', toLocale(order.locale));
  const name = items.map(({ item }) => t(item === 'market-data' ? 'lineMarketData' : 'lineFundedReset')).join(', ');
  await creditPart(deps, trx, order, { cause: `partial:${refundId}`, cents: amountCents, items, name, reason: 'part' });
  await completeRefund(deps, trx, order, actor);
}
