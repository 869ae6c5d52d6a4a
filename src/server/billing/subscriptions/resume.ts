import { sql } from 'kysely';
import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, notFound, ServiceError, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { lockSubscription } from './advance-period.ts';
import { hasFixedTerm } from './end-with-term.ts';
import { paidUntil } from './find.ts';
import { billingIdentity } from './read-billing-identity.ts';
import { readBuyer } from './read-buyer.ts';

/**
 * Whether a canceled subscription can renew again, as a column: it has an account that still runs, and no statement ends
 * it on a day. Data and Thor can be ordered again without losing anything, and may have been replaced.
 */
export const isResumable = sql<boolean>`(
  subscription.canceled_at is not null and subscription.status = 'active' and subscription.renews
  and exists (select from trading_account where id = subscription.account_id and ended_at is null)
  and not exists (
    select from subscription_cancellation c where c.subscription_id = subscription.id and c.confirmed_at is not null
      and (c.kind = 'extraordinary' or c.ends_on is not null)))`;

/**
 * Takes a cancellation back before the paid period ends.
 * @throws {ServiceError} 404 unless it is the person's, 409 if it isn't canceled or can't be resumed anymore
 */
export async function resumeSubscription(deps: Deps, personId: string, id: string): Promise<{ renewsAt: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const owned = trx.selectFrom('subscription').where('id', '=', id).where('person_id', '=', personId);
    if (!(await owned.select('id').executeTakeFirst())) throw notFound();
    const { name, amount_cents: amountCents, billing_interval: interval } = await lockSubscription(trx, id);
    const row = await owned
      .select([isResumable.as('resumable'), paidUntil.as('at'), billingIdentity.as('identity')])
      .executeTakeFirstOrThrow();
    if (!row.resumable || row.at <= deps.clock() || hasFixedTerm(deps, row.identity, interval))
      throw new ServiceError(409, 'subscription_over');
    await updateRow(trx, 'subscription', id, { canceled_at: null });
    await writeAudit(deps, trx, `person:${personId}`, 'subscription-resumed', ['subscription', id]);
    const at = row.at.getTime();
    await queueMail(
      deps,
      trx,
      await readBuyer(trx, personId),
      'renewal-resumed',
      `renewal-resumed:${id}:${deps.clock().getTime()}`,
      { name, amountCents, at, isAsked: true },
    );
    return { renewsAt: at };
  });
}
