import { transition } from '../../../domain/order/machine.ts';
import type { Deps, Trx } from '../../deps.ts';
import { moveOrder, type OrderRow } from './move.ts';
import { completeDraft, findOrMakePerson } from './pay.ts';

/**
 * The whole sum went back. A refund that is told of before its payment takes both steps at once, so that the payment,
 * when it is told of at last, opens no account.
 */
export async function refundOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  await completeDraft(deps, trx, order, actor);
  if (order.status === 'draft' || transition(order.status, 'pay') !== null) {
    const personId = order.person_id ?? (await findOrMakePerson(deps, trx, order));
    const changes = { person_id: personId, paid_at: deps.clock() };
    await moveOrder(deps, trx, { orderId: order.id, event: 'pay', actor, changes, details: { from: order.status } });
  }
  await moveOrder(deps, trx, {
    orderId: order.id,
    event: 'refund',
    actor,
    details: { amountCents: order.total_cents, accountOpened: order.status === 'fulfilled' },
  });
}
