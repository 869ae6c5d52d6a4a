import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { toLocale } from '#i18n/locales.ts';
import type { Deps, RequestContext, Trx } from '#server/core/deps.ts';
import { newId, sha256 } from '#server/core/ids.ts';
import { getTranslate } from '#server/core/translations.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import { saleOf } from '#server/orders/sale-of.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import { createTicket } from '#server/support/create.ts';
import { notifyStaff } from '#server/support/notify-new.ts';
import type { cancelContract } from '#shared/billing/contract.ts';
import { refundOfCancellation } from '#shared/orders/cancel-contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';

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
  await deps.db.transaction().execute(async (trx) => {
    const order = await findOrder(trx, statement);
    const refund =
      order === undefined || (await needsStaff(trx, order, receivedAt)) ? 'none' : refundOf(deps, order, receivedAt);
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

/**
 * Whether staff must decide. The bank holds or has returned disputed money, so a refund would pay it twice; a passed
 * evaluation was performed in full; a refund doesn't take a reset back; and ending an account doesn't undo its funded
 * account or its payouts.
 */
async function needsStaff(trx: Trx, order: OrderRow, at: Date): Promise<boolean> {
  if (hasStarted(order, at) && getProduct(order.kind).revoke === undefined) return true;
  const { id } = order;
  const accounts = trx.selectFrom('trading_account').select('trading_account.id').where('order_id', '=', id);
  const { found } = await trx
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('payment_dispute').select('id').where('order_id', '=', id).where('status', '<>', 'won')),
        exists(accounts.where(sql`state ->> 'status'`, '=', 'passed')),
        exists(selectFrom('trading_account as funded').select('funded.id').where('parent_id', 'in', accounts)),
        exists(selectFrom('payout').select('payout.id').where('payout.account_id', 'in', accounts)),
      ]).as('found'),
    )
    .executeTakeFirstOrThrow();
  return Boolean(found);
}

/** A paid order may be on its way at the platform before it counts as fulfilled. */
function hasStarted({ status, begins_at: beginsAt }: OrderRow, at: Date): boolean {
  return status === 'fulfilled' || (beginsAt !== null && beginsAt <= at);
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
