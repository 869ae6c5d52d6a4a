import type { Deps, Trx } from '#server/core/deps.ts';
import { recordRefund } from '#server/orders/fulfillment/record-refund.ts';
import { sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';

/** Refunds a locked order whose credit notes, taken together, have returned all of it. */
export async function completeRefund(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if ((await sumCredits(trx, order.id)) >= order.total_cents) await recordRefund(deps, trx, order, actor);
}
