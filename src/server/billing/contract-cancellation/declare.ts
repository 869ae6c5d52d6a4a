import type * as z from 'zod/mini';
import { listRows, not, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Db, type Deps, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { hasVerifiedAddress } from '#server/messages/mail/accept-form.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { cancelContract } from '#shared/billing/contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';
import { acceptStatement, findSender } from '../statements/accept.ts';
import type { Declaration } from '../tables.ts';
import { confirmationLink } from './link.ts';
import { type CardCountry, readCardCountry } from './needs-staff.ts';
import { openReview } from './open-review.ts';
import { findSupplied } from './read-supplied.ts';
import { decideRefund, refundOf } from './refund-of.ts';

type Statement = z.output<typeof cancelContract.body>;
/** An unconfirmed declaration goes to staff after two days, because it counts all the same. */
const reviewAfterSeconds = 48 * 3_600;

/**
 * Receives a consumer's contract cancellation. It counts from now: it is stored and acknowledged at once. Money and the
 * end of an account wait until the owner of the order's address opens the mailed link, or staff decide; being signed in
 * with that address is enough. The response never depends on order or address, and an address that isn't the order's
 * gets a receipt without anything that was typed.
 * @throws {ServiceError} 422 on the field `captcha` after several declarations from a network or with an address
 */
export async function declareContractCancellation(
  deps: Deps,
  requestContext: RequestContext,
  actor: Actor | null,
  statement: Statement,
): Promise<{ readonly receivedAt: number; readonly reference: string }> {
  await acceptStatement(deps, requestContext, statement);
  const receivedAt = deps.clock();
  const found = await selectOrder(deps.db, statement).executeTakeFirst();
  const isFull = found !== undefined && refundOf(deps, found, receivedAt) === 'full';
  const cardCountry = isFull ? await readCardCountry(deps, found, receivedAt) : null;
  const sender = found ? statement.email : await findSender(deps, requestContext, statement.email);
  const reference = await deps.db.transaction().execute(async (trx) => {
    const order = await findOrder(trx, statement);
    const declaration = await store(trx, statement, requestContext, receivedAt, order);
    if (order) {
      const isProven = hasVerifiedAddress(actor, order.email);
      await declareForOrder(deps, trx, { order, declaration, isProven, cardCountry });
    } else await declareForUnknown(deps, trx, declaration, sender);
    return declaration.reference;
  });
  return { receivedAt: receivedAt.getTime(), reference };
}

async function store(
  trx: Trx,
  { order: order_given, name, email }: Statement,
  { locale, ip }: RequestContext,
  receivedAt: Date,
  order: OrderRow | undefined,
): Promise<Declaration> {
  return trx
    .insertInto('contract_cancellation')
    .values({
      id: newId(),
      reference: await nextSeriesNumber(trx, `W${receivedAt.getUTCFullYear()}`),
      order_id: order?.id ?? null,
      ...{ order_given, name, email, locale, ip },
      outcome: 'review',
      received_at: receivedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Anyone can guess an invoice number, so it only helps staff find the order. */
async function declareForUnknown(deps: Deps, trx: Trx, declaration: Declaration, sender: string): Promise<void> {
  const { id, reference, email, locale, received_at: receivedAt } = declaration;
  await openReview(deps, trx, declaration, (await findInvoicedOrder(trx, declaration))?.id ?? null, { sender });
  await queueMail(deps, trx, { email, locale }, 'withdrawal-receipt', `withdrawal:${id}`, {
    reference,
    receivedAt: receivedAt.getTime(),
  });
}

type OfOrder = {
  readonly order: OrderRow;
  readonly declaration: Declaration;
  readonly isProven: boolean;
  readonly cardCountry: CardCountry;
};

async function declareForOrder(deps: Deps, trx: Trx, { order, declaration, isProven, cardCountry }: OfOrder) {
  const { id, received_at: receivedAt, reference } = declaration;
  const refund = await decideRefund(deps, trx, order, receivedAt, cardCountry);
  const earlier = await listRows(trx, 'contract_cancellation', { order_id: order.id, id: not(id) }, ['id', 'outcome']);
  const isAccepted = earlier.some(({ outcome }) => outcome === 'accepted');
  const isRepeated = isAccepted || (refund !== 'full' && earlier.length > 0);
  const outcome = isRepeated ? 'repeated' : refund !== 'full' ? 'review' : isProven ? 'accepted' : 'pending';
  await updateRow(trx, 'contract_cancellation', id, { outcome });
  if (outcome === 'accepted') await requestOrderRefund(deps, trx, order, 'withdrawal', 'guest');
  if (outcome === 'review')
    await openReview(deps, trx, declaration, order.id, isProven ? { personId: order.person_id } : {});
  if (outcome === 'pending') {
    await deps.jobs.send(trx, 'review-cancellation', { cancellationId: id }, { startAfterSeconds: reviewAfterSeconds });
  }
  await queueMail(deps, trx, { email: order.email, locale: order.locale }, 'withdrawal-received', `withdrawal:${id}`, {
    ...{ name: order.first_name, order: order.number, reference, refund: isRepeated ? 'repeated' : refund },
    supplied: refund.endsWith('share') && !isRepeated ? await findSupplied(deps, trx, order, receivedAt) : null,
    receivedAt: receivedAt.getTime(),
    confirmUrl: outcome === 'pending' ? confirmationLink(deps, id) : null,
  });
}

type Named = { readonly order: string; readonly email: string };

/** Finds and locks the order of a number or id that was placed with this address. */
function findOrder(trx: Trx, named: Named): Promise<OrderRow | undefined> {
  return selectOrder(trx, named).forUpdate().executeTakeFirst();
}

function selectOrder(executor: Db | Trx, { order, email }: Named) {
  const number = parseOrderNumber(order) ?? '';
  return executor
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', order), eb('number', '=', number)]))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email));
}

/** The order of an invoice number and address. Invoice numbers are consecutive, so they identify nobody. */
async function findInvoicedOrder(
  trx: Trx,
  { order_given: number, email }: { readonly order_given: string; readonly email: string },
): Promise<{ id: string } | undefined> {
  return trx
    .selectFrom('invoice')
    .innerJoin('orders', 'orders.id', 'invoice.order_id')
    .select('orders.id')
    .where('invoice.number', '=', number.toUpperCase())
    .where((eb) => eb(eb.fn<string>('lower', ['orders.email']), '=', email))
    .executeTakeFirst();
}
