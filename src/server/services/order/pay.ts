import { sql } from 'kysely';
import { beginsAt } from '../../../domain/order/contract-cancellation.ts';
import type { Deps, Trx } from '../../deps.ts';
import { newId } from '../../ids.ts';
import type { PaymentEvent } from '../../ports/payments/events.ts';
import { issueInvoice } from '../invoice/issue.ts';
import { clearRegistrations } from '../person/registration.ts';
import { retakeCoupon } from './coupon.ts';
import { saleOf } from './sale-of.ts';
import { type OrderRow, transitionOrder } from './transition.ts';

/**
 * The money has come: the order becomes somebody's, its receipt gets its number, and what was bought is asked for. A
 * payment is taken even for an order that was given up, since the money is with us.
 */
export async function payOrder(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  event?: Pick<PaymentEvent, 'method' | 'paymentSessionId'>,
): Promise<void> {
  await freezeState(deps, trx, order, actor);
  const personId = order.person_id ?? (await findOrMakePerson(deps, trx, order));
  const now = deps.clock();
  const begins = new Date(beginsAt(now.getTime(), { ...saleOf(order), startNow: order.start_now }));
  const paid = await transitionOrder(deps, trx, {
    orderId: order.id,
    event: 'pay',
    actor,
    changes: {
      person_id: personId,
      // Who bought by their own link as a guest is known only now.
      ...(personId === order.affiliate_id && { affiliate_id: null, affiliate_via: null }),
      paid_at: now,
      begins_at: begins,
      reconciled_at: null,
      payment_method: event?.method ?? order.payment_method,
      payment_session_id: order.payment_session_id ?? event?.paymentSessionId ?? null,
    },
    details: { from: order.status, amountCents: order.total_cents, currency: order.currency },
  });
  if (!paid) return;
  if (paid.coupon !== null) await retakeCoupon(trx, order.id, paid.coupon);
  await issueInvoice(deps, trx, paid);
  await deps.jobs.send(trx, 'fulfil-order', { orderId: order.id }, { singletonKey: order.id });
}

/** The provider opened the payment, but we died before we wrote that down. */
export async function freezeState(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if (order.status === 'draft') await transitionOrder(deps, trx, { orderId: order.id, event: 'submit', actor });
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
    .select(['id', 'email_verified_at'])
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirstOrThrow();
  // What an unverified person typed before must not reach what a guest bought: the mailed link sets the password.
  if (known.email_verified_at === null) await clearRegistrations(deps, trx, known.id);
  return known.id;
}
