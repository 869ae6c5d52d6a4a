import type { PaymentEvent } from '#server/billing/ports/payments/events.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { transition } from '#shared/orders/machine.ts';
import type { OrderRow } from '../tables.ts';
import { payOrder } from './pay.ts';

/** Records the payment of a disputed or refunded order if its webhook is still on its way: only paid orders can be. */
export async function payReported(deps: Deps, trx: Trx, order: OrderRow, actor: string, event: PaymentEvent) {
  if (order.status !== 'draft' && transition(order.status, 'pay') === null) return;
  await payOrder(deps, trx, order, actor, event);
}
