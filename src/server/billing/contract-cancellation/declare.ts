import type * as z from 'zod/mini';
import { toLocale } from '#i18n/locales.ts';
import type { Db, Deps, RequestContext, Trx } from '#server/core/deps.ts';
import { newId, sha256 } from '#server/core/ids.ts';
import { getTranslate } from '#server/core/translations.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { saleOf } from '#server/orders/sale-of.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { createTicket } from '#server/support/create.ts';
import { notifyStaff } from '#server/support/notify-new.ts';
import type { cancelContract } from '#shared/billing/contract.ts';
import { refundOfCancellation } from '#shared/orders/cancel-contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';
import { type CardCountry, hasStarted, needsStaff } from './needs-staff.ts';

type Statement = z.output<typeof cancelContract.body>;

/**
 * Receives a consumer's contract cancellation, stores it and confirms it by mail. If the order is found and its whole
 * price is owed, it is refunded immediately; otherwise staff get a ticket. The response never depends on order or
 * address, so it doesn't reveal who bought what.
 */
export async function declareContractCancellation(
  deps: Deps,
  requestContext: RequestContext,
  statement: Statement,
): Promise<{ receivedAt: number }> {
  const receivedAt = deps.clock();
  const cardCountry = await readCardCountry(deps, statement, receivedAt);
  await deps.db.transaction().execute(async (trx) => {
    const order = await findOrder(trx, statement);
    const refund =
      order === undefined || (await needsStaff(trx, order, receivedAt, cardCountry))
        ? 'none'
        : refundOf(deps, order, receivedAt);
    const isAccepted = refund === 'full';
    const earlier = order && (await findEarlier(trx, order));
    // A repeated declaration was already confirmed; it matters only if it can be refunded now, as after a late payment.
    if (earlier && (!isAccepted || earlier.outcome === 'accepted')) return;
    const id = earlier?.id ?? newId();
    if (earlier) {
      await trx
        .updateTable('contract_cancellation')
        .set({ outcome: 'accepted', received_at: receivedAt })
        .where('id', '=', id)
        .execute();
    } else {
      const { order: order_given, name, email } = statement;
      const { locale, ip } = requestContext;
      const outcome = isAccepted ? 'accepted' : 'review';
      await trx
        .insertInto('contract_cancellation')
        .values({
          id,
          order_id: order?.id ?? null,
          order_given,
          name,
          email,
          outcome,
          locale,
          ip,
          received_at: receivedAt,
        })
        .execute();
    }
    if (order && isAccepted) await requestOrderRefund(deps, trx, order, 'withdrawal', 'guest');
    else await openReview(deps, trx, statement, { id, orderId: order?.id ?? null, locale: requestContext.locale });
    await queueMail(deps, trx, {
      dedupeKey: `withdrawal:${id}:${refund}`,
      recipient: statement.email,
      locale: requestContext.locale,
      template: 'withdrawal-received',
      values: { name: statement.name, order: statement.order, receivedAt: receivedAt.getTime(), refund },
    });
  });
  return { receivedAt: receivedAt.getTime() };
}

/** The caller has locked the order, so declarations for one order run one after the other. */
function findEarlier(trx: Trx, order: OrderRow) {
  return trx
    .selectFrom('contract_cancellation')
    .select(['id', 'outcome'])
    .where('order_id', '=', order.id)
    .executeTakeFirst();
}

/** Asked before anything is locked. Only a started order that would be refunded depends on it. */
async function readCardCountry(deps: Deps, statement: Statement, at: Date): Promise<CardCountry> {
  const order = await selectOrder(deps.db, statement).executeTakeFirst();
  if (!order?.payment_session_id || !hasStarted(order, at) || refundOf(deps, order, at) !== 'full') return null;
  try {
    return await deps.payments.findCardCountry(order.payment_session_id);
  } catch (error) {
    deps.log.warn({ err: error, orderId: order.id }, 'the card’s country is unavailable');
    return 'unavailable';
  }
}

type Review = { readonly id: string; readonly orderId: string | null; readonly locale: string };

/** Opens a ticket, which has a deadline. A repeated statement about an unknown order joins its open ticket. */
async function openReview(
  deps: Deps,
  trx: Trx,
  { name, email, order }: Statement,
  { id, orderId, locale }: Review,
): Promise<void> {
  const topic = 'payment';
  const message = getTranslate('billing', toLocale(locale))('withdrawal_statement', { name, order });
  const fingerprint = sha256(`withdrawal\n${email}\n${orderId ?? order}`);
  const ticket = { fingerprint, person_id: null, name, email, locale, topic, message, order_id: orderId } as const;
  const created = await createTicket(deps, trx, { id, ...ticket });
  if (!created) return;
  const { ticketId, number } = created;
  await notifyStaff(deps, trx, { ticketId, number, topic, name, email, message });
}

function findOrder(trx: Trx, statement: Statement): Promise<OrderRow | undefined> {
  return selectOrder(trx, statement).forUpdate().executeTakeFirst();
}

function selectOrder(executor: Db | Trx, { order, email }: Statement) {
  const number = parseOrderNumber(order) ?? '';
  const invoiced = executor.selectFrom('invoice').select('order_id').where('number', '=', order.toUpperCase());
  return executor
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', order), eb('number', '=', number), eb('id', 'in', invoiced)]))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email));
}

/** Renewals continue a contract whose cancellation period began with its first order. */
function refundOf(deps: Deps, order: OrderRow, at: Date) {
  if (order.bill_id !== null || order.paid_at === null || order.refund_requested_at !== null) return 'none';
  return refundOfCancellation(
    {
      right: saleOf(deps, order).right,
      startNow: order.start_now,
      hasStarted: order.status === 'fulfilled',
      paidAt: order.paid_at.getTime(),
    },
    at.getTime(),
  );
}
