import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import { recordCardEnding } from '../subscriptions/record-card-ending.ts';

/**
 * The sandbox's own records of the demo's paid orders, so that staff can refund them like any other, and their cards,
 * which renew the subscriptions.
 */
export async function seedPayments(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const prefix = 'pay_';
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('sandbox_payment')
      .columns([
        ...(['id', 'order_id', 'reference', 'amount_cents', 'currency', 'email', 'description'] as const),
        ...(['success_url', 'cancel_url', 'locale', 'expires_at', 'created_at', 'status'] as const),
      ])
      .expression((eb) =>
        eb
          .selectFrom('orders')
          .select([sql<string>`${prefix} || id`.as('payment'), 'id', 'number', 'total_cents', 'currency', 'email'])
          .select([
            sql<string>`package_id`.as('description'),
            sql<string>`''`.as('success'),
            sql<string>`''`.as('back'),
          ])
          .select(['locale', sql<Date>`${clock()}::timestamptz`.as('expires_at'), 'created_at'])
          .select(
            sql<'paid'>`case
              when status = 'refunded' then 'refunded'
              else coalesce((select case status when 'open' then 'disputed' else status end
                from payment_dispute where order_id = orders.id), 'paid') end`.as('status'),
          )
          .where('idempotency_scope', '=', 'demo')
          .where('payment_session_id', 'is', null)
          .where('total_cents', '>', 0),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .updateTable('orders')
      .set({ payment_session_id: sql<string>`${prefix} || id` })
      .where('idempotency_scope', '=', 'demo')
      .where('payment_session_id', 'is', null)
      .where('total_cents', '>', 0)
      .execute();
  });
  const saved = await db
    .updateTable('subscription')
    .from('orders')
    .set({ payment_method: sql`coalesce(subscription.payment_method, orders.payment_session_id)` })
    .whereRef('orders.id', '=', 'subscription.order_id')
    .where('orders.idempotency_scope', '=', 'demo')
    .where('orders.payment_session_id', 'is not', null)
    .where('subscription.card_ending', 'is', null)
    .returning('subscription.id')
    .execute();
  for (const { id } of saved) await recordCardEnding(deps, id);
}
