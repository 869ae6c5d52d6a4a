import type * as z from 'zod/mini';
import { toLocale } from '#i18n/locales.ts';
import { type Actor, type Db, type Deps, newId, type RequestContext, type Trx } from '#server/core/deps.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { hasVerifiedAddress } from '#server/messages/mail/accept-form.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';
import { acceptStatement, findSender } from '../statements/accept.ts';
import { paidUntil, renewsAgain } from '../subscriptions/find.ts';
import type { SubscriptionStatement } from '../tables.ts';
import { carryOut } from './confirm.ts';
import { cancellationLink } from './link.ts';
import { openSubscriptionTicket } from './open-ticket.ts';
import { describeStatement, readEnd } from './statement.ts';

type Statement = z.output<typeof declareSubscriptionEnd.body>;
/**
 * Receives a statement that cancels a subscription. It is stored and acknowledged at once, and takes effect, as of now,
 * when the subscription's owner opens the mailed link; being signed in with the address is enough. The response never
 * depends on order or address. An address without such a subscription gets a mail without anything that was typed, and
 * staff get the statement if the order has one.
 * @throws {ServiceError} 422 on the field `captcha` after several statements from a network or with an address
 */
export async function declareSubscriptionCancellation(
  deps: Deps,
  requestContext: RequestContext,
  actor: Actor | null,
  typed: Statement,
): Promise<{ readonly receivedAt: number; readonly reference: string }> {
  await acceptStatement(deps, requestContext, typed);
  const { order, name, email, kind, reason, endsOn } = typed;
  const receivedAt = deps.clock();
  const { locale, ip } = requestContext;
  const ofOrder = await findSubscriptions(deps.db, order);
  const own = ofOrder.filter((each) => each.ordered_with === email);
  const found = own.find(renewsAgain) ?? own[0];
  const other = found ? undefined : ofOrder.find(renewsAgain);
  const sender = other ? await findSender(deps, requestContext, email) : email;
  const reference = await deps.db.transaction().execute(async (trx) => {
    const statement = await trx
      .insertInto('subscription_cancellation')
      .values({
        id: newId(),
        reference: await nextSeriesNumber(trx, `K${receivedAt.getUTCFullYear()}`),
        ...{ subscription_id: found?.id ?? null, order_given: order },
        ...{ name, email, kind, reason: reason || null, ends_on: endsOn || null },
        ...{ locale, ip, received_at: receivedAt },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (found && renewsAgain(found) && hasVerifiedAddress(actor, found.email)) await carryOut(deps, trx, statement.id);
    else if (found && renewsAgain(found)) await mailLink(deps, trx, statement, found);
    else if (found) await mailCanceled(deps, trx, statement, found);
    else {
      if (other) await openSubscriptionTicket(deps, trx, statement, other.order_id, { sender });
      await queueMail(deps, trx, { email, locale }, 'cancellation-unknown', `cancellation:${statement.id}`, {
        reference: statement.reference,
        receivedAt: receivedAt.getTime(),
      });
    }
    return statement.reference;
  });
  return { receivedAt: receivedAt.getTime(), reference };
}

type Found = Awaited<ReturnType<typeof findSubscriptions>>[number];

/** Repeats to the owner what ended the subscription before this statement, and when. */
async function mailCanceled(deps: Deps, trx: Trx, statement: SubscriptionStatement, found: Found): Promise<void> {
  await queueMail(deps, trx, found, 'cancellation-repeated', `cancellation:${statement.id}`, {
    ...{ name: found.name, reference: statement.reference, receivedAt: statement.received_at.getTime() },
    endsAt: found.paid_until.getTime(),
    isOver: found.status === 'ended',
  });
}

async function mailLink(deps: Deps, trx: Trx, statement: SubscriptionStatement, found: Found): Promise<void> {
  const { id, reference, received_at: receivedAt } = statement;
  await queueMail(deps, trx, found, 'cancellation-link', `cancellation:${id}`, {
    ...{ name: found.name, reference },
    ...{ receivedAt: receivedAt.getTime(), link: cancellationLink(deps, id) },
    ...{ statement: describeStatement(statement, toLocale(found.locale)), endsAt: await readEnd(trx, statement) },
  });
}

/** What an order, or a renewal of it, started, with its owner's address and the one it was ordered with. */
function findSubscriptions(executor: Db | Trx, order: string) {
  return executor
    .selectFrom('orders')
    .leftJoin('bill', 'bill.id', 'orders.bill_id')
    .innerJoin('subscription', (join) =>
      join.on((eb) =>
        eb.or([
          eb('subscription.order_id', '=', eb.ref('orders.id')),
          eb('subscription.id', '=', eb.ref('bill.subscription_id')),
        ]),
      ),
    )
    .innerJoin('person', 'person.id', 'subscription.person_id')
    .select(['subscription.id', 'subscription.name', 'subscription.order_id', 'subscription.status'])
    .select(['subscription.renews', 'subscription.canceled_at', paidUntil.as('paid_until')])
    .select(['person.email', 'person.first_name', 'person.locale'])
    .select((eb) => eb.fn<string>('lower', ['orders.email']).as('ordered_with'))
    .where((eb) => eb.or([eb('orders.id', '=', order), eb('orders.number', '=', parseOrderNumber(order) ?? '')]))
    .orderBy('subscription.created_at', 'desc')
    .execute();
}
