import { updateRow } from '#server/core/database/rows.ts';
import { type Deps, type Trx, writeAudit } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { type BillingIdentity, taxedBuyerOf } from '#shared/billing/billing-identity.ts';
import { endsWithTerm } from '#shared/orders/country-law.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';
import type { BillingInterval } from '#shared/orders/types.ts';
import { paidUntil } from './find.ts';
import { dueBatchSize } from './find-due.ts';
import { billingCountry, billingPostalCode, readBillingIdentity } from './read-billing-identity.ts';
import { readBuyer } from './read-buyer.ts';

/** Whether the law of the buyer's place lets no plan of this interval renew. */
export function hasFixedTerm(
  { catalog }: Pick<Deps, 'catalog'>,
  identity: BillingIdentity,
  interval: BillingInterval,
): boolean {
  return endsWithTerm(catalog.consumerRights.places, taxedBuyerOf(identity), interval);
}

/** Plans that renew although they are now billed to where they may not, from the day of the notice on. */
export async function findMoved({ db, clock, catalog }: Deps): Promise<string[]> {
  const { consumerRights } = catalog;
  const rules = Object.values(consumerRights.places).flatMap(({ countries, postalCodes, fixedTerm }) =>
    countries.flatMap((country) =>
      (fixedTerm?.intervals ?? []).map((interval) => ({ country, postalCodes, interval })),
    ),
  );
  const rows = await db
    .selectFrom('subscription')
    .select('id')
    .where('status', '=', 'active')
    .where('renews', '=', true)
    .where('canceled_at', 'is', null)
    .where('amount_cents', '>', 0)
    .where(({ ref, eb }) => eb(ref('period_ends_at'), '=', paidUntil))
    .where((eb) =>
      eb.or(
        rules.map(({ country, postalCodes, interval }) =>
          eb.and([
            eb(billingCountry, '=', country),
            eb('billing_interval', '=', interval),
            eb(
              'period_ends_at',
              '<=',
              new Date(clock().getTime() + renewalReminderMs(consumerRights, interval, country)),
            ),
            eb.or([
              eb(billingPostalCode, 'is', null),
              ...(postalCodes ?? ['']).map((start) => eb(billingPostalCode, 'like', `${start}%`)),
            ]),
          ]),
        ),
      ),
    )
    .limit(dueBatchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets a locked plan end with its period if the law of the place it is billed to asks for it, and tells its buyer.
 * @returns whether it does
 */
export async function endByLaw(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<boolean> {
  const { id, renews, canceled_at: canceledAt, period_ends_at: endsAt, status } = subscription;
  if (!renews || canceledAt !== null || status !== 'active') return false;
  const identity = await readBillingIdentity(trx, id);
  if (!hasFixedTerm(deps, identity, subscription.billing_interval)) return false;
  await updateRow(trx, 'subscription', id, { renews: false, reminded_for: endsAt });
  await writeAudit(deps, trx, 'system', 'subscription-term-fixed', ['subscription', id]);
  await mailTermEnd(deps, trx, subscription);
  return true;
}

export async function mailTermEnd(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<void> {
  const { id, person_id: personId, name, period_ends_at: endsAt } = subscription;
  const person = await readBuyer(trx, personId);
  await queueMail(deps, trx, person, 'term-ending', `term-ending:${id}`, { name, endsAt: endsAt.getTime() });
}
