import { sql } from 'kysely';
import { earnCommission } from '#server/affiliates/earn-commission.ts';
import { issueInvoice } from '#server/billing/invoices/issue.ts';
import type { PaymentEvent } from '#server/billing/ports/payments/events.ts';
import { readClosingLocked } from '#server/core/database/closing.ts';
import { insertOnce, isNull, updateRow } from '#server/core/database/rows.ts';
import { type Deps, newId, type Trx } from '#server/core/deps.ts';
import { clearRegistrations } from '#server/people/find-registration.ts';
import { beginsAt } from '#shared/orders/cancel-contract.ts';
import { reserveCouponAgain } from '../coupon.ts';
import { saleOf } from '../describe-sale.ts';
import { cancelReplaced, readPurchase } from '../lock-purchase.ts';
import { requestOrderRefund } from '../request-refund.ts';
import type { OrderRow } from '../tables.ts';
import { transitionOrder } from '../transition.ts';

/**
 * Records a payment: assigns the order to a person, issues its invoice and enqueues delivery. Even an abandoned
 * order accepts it, because the money has been received. If both a corrected order and its replacement are
 * paid, the first is delivered with the latest buyer details and the other is refunded. So is what is paid while the
 * firm is closing.
 */
export async function payOrder(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  event?: Pick<PaymentEvent, 'method' | 'paymentSessionId'>,
): Promise<void> {
  const closing = await readClosingLocked(trx);
  await submitDraft(deps, trx, order, actor);
  const { isSettled, buyer, unpaid } = await readPurchase(trx, order);
  const personId = order.person_id ?? (await findOrCreatePerson(deps, trx, { ...order, ...buyer }));
  const now = deps.clock();
  const begins = new Date(beginsAt(now.getTime(), { ...saleOf(deps, order), startNow: order.start_now }));
  const paid = await transitionOrder(deps, trx, {
    orderId: order.id,
    event: 'pay',
    actor,
    changes: {
      ...(order.person_id === null && buyer),
      person_id: personId,
      // Guests who bought through their own affiliate link are recognized only now.
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
  await keepLatinName(trx, paid);
  if (paid.payment_session_id !== null) await deps.jobs.send(trx, 'record-card', { orderId: paid.id });
  await issueInvoice(deps, trx, paid);
  if (isSettled || closing !== 'open') {
    await requestOrderRefund(deps, trx, paid, isSettled ? 'replaced' : 'ended', 'system');
    return;
  }
  for (const other of unpaid) await cancelReplaced(deps, trx, other, order.id, 'system');
  if (paid.coupon !== null) await reserveCouponAgain(deps, trx, order.id, paid.coupon);
  await earnCommission(deps, trx, paid);
  await deps.jobs.send(trx, 'fulfill-order', { orderId: order.id }, { singletonKey: order.id });
}

/** Submits an order that is still a draft because the server crashed after the provider had opened its payment. */
export async function submitDraft(deps: Deps, trx: Trx, order: OrderRow, actor: string): Promise<void> {
  if (order.status === 'draft') await transitionOrder(deps, trx, { orderId: order.id, event: 'submit', actor });
}

/** A signed-in buyer has given it once for all papers. */
async function keepLatinName(trx: Trx, { person_id, first_name, last_name, latin_name }: OrderRow): Promise<void> {
  if (latin_name === null || person_id === null) return;
  await updateRow(trx, 'person', { id: person_id, latin_name: isNull, first_name, last_name }, { latin_name });
}

/** If two first orders of one address are paid at the same time, one of them creates the person. */
export async function findOrCreatePerson(deps: Deps, trx: Trx, order: OrderRow): Promise<string> {
  const email = order.email.toLowerCase();
  const id = newId();
  const isCreated = await insertOnce(trx, 'person', {
    id,
    email,
    first_name: order.first_name,
    last_name: order.last_name,
    latin_name: order.latin_name,
    country: order.country,
    postal_code: order.postal_code,
    locale: order.locale,
    password_hash: null,
    created_at: deps.clock(),
  });
  if (isCreated) return id;
  const existing = await trx
    .selectFrom('person')
    .select(['id', 'email_verified_at'])
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirstOrThrow();
  // Registrations for an unverified address must not open a guest's purchase: only the mailed link sets the password.
  if (existing.email_verified_at === null) await clearRegistrations(deps, trx, existing.id);
  return existing.id;
}
