import { toLocale } from '#i18n/locales.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { getTranslate } from '#server/core/translations.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { shrinkPartialRefunds } from '#server/orders/shrink-partial-refunds.ts';
import { sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { paidItems, raiseToReturned, sumOf } from '#shared/orders/refund-plan.ts';
import { creditPart } from './credit-part.ts';

/**
 * Records once that the provider has refunded add-ons of a locked order: credit note, commission, mail. The request may
 * have been shrunk after the provider had accepted it; then other requests have less left.
 */
export async function settlePartialRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  { refundId, returnedCents }: { readonly refundId: string; readonly returnedCents: number },
): Promise<void> {
  const requested = await trx
    .selectFrom('partial_refund')
    .select(['item', 'amount_cents as amountCents', 'settled_at'])
    .where('refund_id', '=', refundId)
    .where('order_id', '=', order.id)
    .orderBy('item')
    .execute();
  const raised = raiseToReturned(requested, paidItems(order.lines), returnedCents);
  const cents = sumOf(raised);
  const isRaised = cents > sumOf(requested);
  if (!isRaised && requested.every(({ settled_at }) => settled_at !== null)) return;
  for (const { item, amountCents } of raised) {
    await trx
      .updateTable('partial_refund')
      .set({ amount_cents: amountCents, settled_at: deps.clock() })
      .where('refund_id', '=', refundId)
      .where('item', '=', item)
      .execute();
  }
  if (isRaised) await shrinkPartialRefunds(deps, trx, order);
  // The provider has left nothing for the others.
  const items = raised.filter(({ amountCents }) => amountCents > 0);
  await writeAudit(deps, trx, actor, 'partial-refund-settled', ['order', order.id], {
    items: items.map(({ item }) => item),
    amountCents: cents,
  });
  const t = getTranslate('payment', toLocale(order.locale));
  const name = items.map(({ item }) => t(item === 'market-data' ? 'lineMarketData' : 'lineFundedReset')).join(', ');
  await creditPart(deps, trx, order, { cause: `partial:${refundId}`, cents, items, name, reason: 'part' });
  await completeRefund(deps, trx, order, actor);
}

/** Refunds a locked order whose credit notes, taken together, have returned all of it. */
async function completeRefund(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if ((await sumCredits(trx, order.id)) >= order.total_cents) await recordRefund(deps, trx, order, actor);
}
