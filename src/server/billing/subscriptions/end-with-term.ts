import { sql } from 'kysely';
import { writeAudit } from '#server/core/audit/write-audit.ts';
import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import type { SubscriptionRow } from '#server/orders/product.ts';
import { endsWithTerm } from '#shared/orders/place-rule.ts';
import { renewalReminderMs } from '#shared/orders/renewal.ts';
import type { TaxedBuyer } from '#shared/orders/tax.ts';
import { paidUntil } from './find.ts';
import { dueBatchSize } from './find-due.ts';
import { readBuyer } from './read-buyer.ts';

type Place = Pick<TaxedBuyer, 'country' | 'postalCode'>;

const postalCode = sql<
  string | null
>`(select coalesce(p.postal_code, case when o.country = p.country then o.postal_code end)
  from person p, orders o where p.id = subscription.person_id and o.id = subscription.order_id)`;

/**
 * Where a subscription's buyer lives now, as a column of a query on `subscription`. A guest's order never changes a
 * profile, so its own postal code decides while the profile has none.
 */
export const billingPlace = sql<Place>`jsonb_build_object('postalCode', ${postalCode}, 'country',
  (select country from person where id = subscription.person_id))`;

/** Whether the law of the buyer's place lets no plan of this interval renew. */
export function hasFixedTerm(
  { catalog }: Pick<Deps, 'catalog'>,
  { place, billing_interval: interval }: Pick<SubscriptionRow, 'billing_interval'> & { readonly place: Place },
): boolean {
  return endsWithTerm(catalog.consumerRights.fixedTerms, place, interval);
}

/** Plans that renew although their buyers have moved to where they may not, from the day of the notice on. */
export async function findMoved({ db, clock, catalog }: Deps): Promise<string[]> {
  const { fixedTerms, renewalReminders } = catalog.consumerRights;
  const rules = Object.values(fixedTerms).flatMap((rule) => rule.intervals.map((interval) => ({ ...rule, interval })));
  const rows = await db
    .selectFrom('subscription')
    .innerJoin('person', 'person.id', 'subscription.person_id')
    .select('subscription.id')
    .where('status', '=', 'active')
    .where('renews', '=', true)
    .where('canceled_at', 'is', null)
    .where('amount_cents', '>', 0)
    .where(({ ref, eb }) => eb(ref('period_ends_at'), '=', paidUntil))
    .where((eb) =>
      eb.or(
        rules.map(({ country, postalCodes, interval }) =>
          eb.and([
            eb('person.country', '=', country),
            eb('billing_interval', '=', interval),
            eb(
              'period_ends_at',
              '<=',
              new Date(clock().getTime() + renewalReminderMs(renewalReminders, interval, country)),
            ),
            eb.or([eb(postalCode, 'is', null), ...postalCodes.map((start) => eb(postalCode, 'like', `${start}%`))]),
          ]),
        ),
      ),
    )
    .limit(dueBatchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Lets a locked plan end with its period if the law of the place where its buyer lives now asks for it, and tells them.
 * @returns whether it does
 */
export async function endByLaw(deps: Deps, trx: Trx, subscription: SubscriptionRow): Promise<boolean> {
  const { id, renews, canceled_at: canceledAt, period_ends_at: endsAt, status } = subscription;
  if (!renews || canceledAt !== null || status !== 'active') return false;
  const { place } = await trx
    .selectFrom('subscription')
    .select(billingPlace.as('place'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!hasFixedTerm(deps, { ...subscription, place })) return false;
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
