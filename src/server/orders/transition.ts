import type { Updateable } from 'kysely';
import { changeRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { statusesAllowing, transition } from '#shared/orders/machine.ts';
import type { OrderEvent } from '#shared/orders/types.ts';
import { releaseCoupon } from './coupon.ts';
import type { OrderRow, OrderTable } from './tables.ts';

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
  const row = await changeRow(trx, 'orders', { id: orderId, status: from }, { ...changes, status: to });
  if (!row) return undefined;
  if (to === 'canceled' || to === 'expired') await releaseCoupon(trx, orderId);
  await writeAudit(deps, trx, actor, `order-${to}`, ['order', orderId], details);
  return row;
}
