import type * as z from 'zod/mini';
import { toLocale } from '#i18n/locales.ts';
import { pathTo } from '#routes.ts';
import { fromRow } from '#server/core/database/from-row.ts';
import type { Deps } from '#server/core/deps.ts';
import { listDataOffers } from '#server/orders/products/data-holdings.ts';
import { namedOrder, nameInLocale } from '#server/orders/products/name-in-locale.ts';
import { closesWithinPaidPeriod } from '#shared/accounts/inactivity.ts';
import { type billingPending, openBill, subscription } from '#shared/billing/contract.ts';
import { listRetries } from '#shared/orders/renewal.ts';
import { hasFixedTerm } from '../subscriptions/end-with-term.ts';
import { closesAt } from '../subscriptions/ends-inactive.ts';
import { paidUntil, renewsAgain } from '../subscriptions/find.ts';
import { billingIdentity } from '../subscriptions/read-billing-identity.ts';
import { isResumable } from '../subscriptions/resume.ts';

type PendingBilling = z.output<typeof billingPending.data>;

/** A person's subscriptions and open bills, and the market data they can order. */
export async function listPending(deps: Deps, personId: string, locale: string): Promise<PendingBilling> {
  const subscriptions = await deps.db
    .selectFrom('subscription')
    .selectAll()
    .select([
      billingIdentity.as('identity'),
      paidUntil.as('paid_until'),
      closesAt.as('closes_at'),
      isResumable.as('resumable'),
      namedOrder('subscription.order_id').as('order'),
    ])
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const bills = await deps.db
    .selectFrom('bill')
    .innerJoin('subscription', 'subscription.id', 'bill.subscription_id')
    .selectAll('bill')
    .select(['subscription.kind', 'subscription.package_id', namedOrder('subscription.order_id').as('order')])
    .where('bill.person_id', '=', personId)
    .where('bill.status', '=', 'open')
    .orderBy('bill.period_starts_at')
    .orderBy('bill.id')
    .execute();
  const language = toLocale(locale);
  const methodOf = new Map(subscriptions.map(({ id, payment_method: method }) => [id, method ?? id]));
  const retried = bills.filter(({ next_attempt_at: next }) => next !== null);
  return {
    subscriptions: subscriptions.map((row) => ({
      ...fromRow(subscription, row),
      name: nameInLocale(deps, row.order, language),
      renews: renewsAgain(row) && !hasFixedTerm(deps, row.identity, row.billing_interval),
      endsInactive:
        renewsAgain(row) && closesWithinPaidPeriod(row.closes_at?.getTime() ?? null, row.paid_until.getTime()),
      periodEndsAt: row.paid_until.getTime(),
      cardEnding: row.amount_cents === 0 ? null : row.card_ending,
      cardChangeCents: retried
        .filter((bill) => methodOf.get(bill.subscription_id) === methodOf.get(row.id))
        .reduce((sum, bill) => sum + bill.amount_cents, 0),
      isResumable:
        row.resumable && row.paid_until > deps.clock() && !hasFixedTerm(deps, row.identity, row.billing_interval),
      billedTo: row.identity,
    })),
    bills: bills.map((row) => ({
      ...fromRow(openBill, row),
      name: nameInLocale(deps, row.order, language),
      retries: listRetries((row.first_attempt_at ?? deps.clock()).getTime(), deps.clock().getTime()),
      checkoutPath: pathTo(
        row.kind === 'market-data' ? 'dataBillCheckout' : 'billCheckout',
        { id: row.id, packageId: row.package_id },
        language,
      ),
    })),
    dataOffers: await listDataOffers(deps, personId),
  };
}
