import type { Updateable } from 'kysely';
import { statusesAllowing, transition } from '../../../domain/order/machine.ts';
import type { OrderEvent } from '../../../domain/order/types.ts';
import type { OrderRow, OrderTable } from '../../db/order-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { releaseCoupon } from './coupon.ts';

type Step = {
  readonly orderId: string;
  readonly event: OrderEvent;
  /** `person:<id>`, `guest`, `system` or `provider:<name>`. */
  readonly actor: string;
  readonly changes?: Updateable<OrderTable>;
  readonly details?: object;
};

/**
 * Applies an event to an order if its status allows, and audits it in the same transaction.
 * @returns undefined if the status doesn't allow it, because someone else was first or the message is late
 */
export async function transitionOrder(deps: Deps, trx: Trx, step: Step): Promise<OrderRow | undefined> {
  const { orderId, event, actor, changes = {}, details = {} } = step;
  const from = statusesAllowing(event);
  const [to] = from.flatMap((state) => transition(state, event) ?? []);
  if (to === undefined) throw new Error(`No state of an order allows ${event}`);
  const row = await trx
    .updateTable('orders')
    .set({ ...changes, status: to })
    .where('id', '=', orderId)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  if (to === 'cancelled' || to === 'expired') await releaseCoupon(trx, orderId);
  await writeAudit(deps, trx, { actor, action: `order-${to}`, entity: 'order', entityId: orderId, details });
  return row;
}
