import type * as z from 'zod/mini';
import type { cancelContract } from '../../../contract/billing.ts';
import { refundOfCancellation } from '../../../domain/order/contract-cancellation.ts';
import { parseOrderNumber } from '../../../domain/order/number.ts';
import type { Deps, RequestContext, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { queueMail } from '../mail/queue.ts';
import { requestOrderRefund } from '../order/request-refund.ts';
import { saleOf } from '../order/sale-of.ts';
import type { OrderRow } from '../order/transition.ts';

type Statement = z.output<typeof cancelContract.body>;

/**
 * Receives a consumer's contract cancellation. It is stored and confirmed by mail; if the order is found and the
 * whole price is owed, it is refunded at once, else a person reviews it. The answer never depends on order or address, so that nobody
 * learns who bought what.
 */
export async function declareContractCancellation(
  deps: Deps,
  requestContext: RequestContext,
  statement: Statement,
): Promise<{ statedAt: number }> {
  const statedAt = deps.clock();
  await deps.db.transaction().execute(async (trx) => {
    const order = await findOrder(trx, statement);
    const refund = order === undefined ? 'none' : refundOf(deps, order, statedAt);
    const accepted = refund === 'full';
    const stored = await trx
      .insertInto('contract_cancellation')
      .values({
        id: newId(),
        order_id: order?.id ?? null,
        order_given: statement.order,
        name: statement.name,
        email: statement.email,
        outcome: accepted ? 'accepted' : 'review',
        locale: requestContext.locale,
        ip: requestContext.ip,
        stated_at: statedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // A repeated declaration changes nothing and was already confirmed.
    if (!stored) return;
    if (order && accepted) await requestOrderRefund(deps, trx, order, 'withdrawal', 'guest');
    await queueMail(deps, trx, {
      dedupeKey: `withdrawal:${stored.id}`,
      recipient: statement.email,
      locale: requestContext.locale,
      template: 'withdrawal-received',
      values: { name: statement.name, order: statement.order, statedAt: statedAt.getTime(), refund },
    });
  });
  return { statedAt: statedAt.getTime() };
}

async function findOrder(trx: Trx, { order, email }: Statement): Promise<OrderRow | undefined> {
  const number = parseOrderNumber(order) ?? '';
  const invoiced = trx.selectFrom('invoice').select('order_id').where('number', '=', order.toUpperCase());
  return trx
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', order), eb('number', '=', number), eb('id', 'in', invoiced)]))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email))
    .forUpdate()
    .executeTakeFirst();
}

/** Later periods continue a contract, whose days were those of its first order. */
function refundOf(deps: Deps, order: OrderRow, at: Date) {
  if (order.bill_id !== null || order.paid_at === null || order.refund_requested_at !== null) return 'none';
  return refundOfCancellation(
    {
      right: saleOf(deps, order).right,
      startNow: order.start_now,
      begun: order.status === 'fulfilled',
      paidAt: order.paid_at.getTime(),
    },
    at.getTime(),
  );
}
