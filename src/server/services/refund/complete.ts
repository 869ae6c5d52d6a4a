import type { OrderRow } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { recordRefund } from '../fulfilment/record-refund.ts';
import { sumCredits } from '../order/sum-credits.ts';

/** Refunds a locked order whose credit notes, taken together, have returned all of it. */
export async function completeRefund(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if ((await sumCredits(trx, order.id)) >= order.total_cents) await recordRefund(deps, trx, order, actor);
}
