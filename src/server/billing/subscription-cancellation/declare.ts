import type * as z from 'zod/mini';
import type { Actor, Deps, RequestContext, Trx } from '#server/core/deps.ts';
import { newId } from '#server/core/ids.ts';
import { nextSeriesNumber } from '#server/core/numbers/next.ts';
import { hasVerifiedAddress } from '#server/messages/mail/accept-form.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { requireCaptcha } from '#server/people/require-captcha.ts';
import type { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';
import { carryOut } from './confirm.ts';
import { cancellationLink } from './link.ts';

type Statement = z.output<typeof declareSubscriptionEnd.body>;
type Declared = { readonly receivedAt: number; readonly reference: string };

/**
 * Receives a statement that cancels a subscription. It is stored and acknowledged at once, and takes effect, as of now,
 * when the subscription's owner opens the mailed link; being signed in with the address is enough. The response never
 * depends on order or address, and an address without such a subscription gets a mail without anything that was typed.
 * @throws {ServiceError} 422 on the field `captcha` after several statements from a network or with an address
 */
export async function declareSubscriptionCancellation(
  deps: Deps,
  requestContext: RequestContext,
  actor: Actor | null,
  { order, name, email, captcha }: Statement,
): Promise<Declared> {
  const keys = [`network:${requestContext.network}`, `email:${email}`];
  const within = await Promise.all(keys.map((key) => deps.limits.isWithin('declaration', key)));
  if (within.includes(false)) await requireCaptcha(deps, captcha, requestContext);
  const receivedAt = deps.clock();
  const { locale, ip } = requestContext;
  const reference = await deps.db.transaction().execute(async (trx) => {
    const found = await findRenewing(trx, order, email);
    const id = newId();
    const series = await nextSeriesNumber(trx, `K${receivedAt.getUTCFullYear()}`);
    await trx
      .insertInto('subscription_cancellation')
      .values({
        ...{ id, reference: series, subscription_id: found?.id ?? null, order_given: order },
        ...{ name, email, locale, ip, received_at: receivedAt },
      })
      .execute();
    if (found && hasVerifiedAddress(actor, found.email)) await carryOut(deps, trx, id);
    else if (found) {
      await queueMail(deps, trx, {
        // One an hour at most, no matter who sends the statements.
        dedupeKey: `cancellation:${found.id}:${Math.floor(receivedAt.getTime() / 3_600_000)}`,
        recipient: found.email,
        locale: found.locale,
        template: 'cancellation-link',
        values: {
          ...{ firstName: found.first_name, name: found.name, reference: series },
          ...{ receivedAt: receivedAt.getTime(), link: cancellationLink(deps, id) },
        },
      });
    } else {
      await queueMail(deps, trx, {
        ...{ dedupeKey: `cancellation:${id}`, recipient: email, locale, template: 'cancellation-unknown' },
        values: { reference: series, receivedAt: receivedAt.getTime() },
      });
    }
    return series;
  });
  return { receivedAt: receivedAt.getTime(), reference };
}

/** What renews because of an order, or a renewal of it, that was placed with this address; with its owner's address. */
function findRenewing(trx: Trx, order: string, email: string) {
  return trx
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
    .select(['subscription.id', 'subscription.name', 'person.email', 'person.first_name', 'person.locale'])
    .where((eb) => eb.or([eb('orders.id', '=', order), eb('orders.number', '=', parseOrderNumber(order) ?? '')]))
    .where((eb) => eb(eb.fn<string>('lower', ['orders.email']), '=', email))
    .where('subscription.renews', '=', true)
    .where('subscription.canceled_at', 'is', null)
    .where('subscription.status', '<>', 'ended')
    .executeTakeFirst();
}
