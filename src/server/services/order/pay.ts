import { sql } from 'kysely';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import { moveOrder, type OrderRow } from './move.ts';

/**
 * The money has come: the order becomes somebody's, and its account is asked for. A payment is taken even for an order
 * that was given up, since the money is with us.
 */
export async function payOrder(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  await completeDraft(deps, trx, order, actor);
  const personId = order.person_id ?? (await findOrMakePerson(deps, trx, order));
  const paid = await moveOrder(deps, trx, {
    orderId: order.id,
    event: 'pay',
    actor,
    changes: { person_id: personId, paid_at: deps.clock(), swept_at: null },
    details: { from: order.status, amountCents: order.total_cents, currency: order.currency },
  });
  if (paid) await deps.jobs.send(trx, 'fulfil-order', { orderId: order.id }, { singletonKey: order.id });
}

/** The provider opened the payment, but we died before we wrote that down. */
export async function completeDraft(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if (order.status === 'draft') await moveOrder(deps, trx, { orderId: order.id, event: 'submit', actor });
}

/** Two first orders of one address may be paid at the same moment; one of them makes the person. */
export async function findOrMakePerson(deps: Deps, trx: Trx, order: OrderRow): Promise<string> {
  const email = order.email.toLowerCase();
  const made = await trx
    .insertInto('person')
    .values({
      id: newId(),
      email,
      first_name: order.first_name,
      last_name: order.last_name,
      country: order.country,
      locale: order.locale,
      password_hash: null,
      created_at: deps.clock(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
  const known = await trx
    .selectFrom('person')
    .select('id')
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirstOrThrow();
  return known.id;
}
