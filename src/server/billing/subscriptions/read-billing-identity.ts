import { sql } from 'kysely';
import type { Db, Trx } from '#server/core/deps.ts';
import type { BillingIdentity } from '#shared/billing/billing-identity.ts';

/** Who a contract is billed to, as a column of a query on `subscription`: as in its order until it is edited. */
export const billingIdentity = sql<BillingIdentity>`coalesce(subscription.billing_identity, (
  select jsonb_build_object('first_name', o.first_name, 'last_name', o.last_name, 'latin_name', o.latin_name, 'company_name', o.company_name,
    'country', o.country, 'postal_code', o.postal_code, 'vat_number', o.vat_number)
  from orders o where o.id = subscription.order_id))`;

export const billingCountry = sql<string>`(${billingIdentity} ->> 'country')`;
export const billingPostalCode = sql<string | null>`(${billingIdentity} ->> 'postal_code')`;

/** Who a subscription's next charge is billed to. */
export async function readBillingIdentity(db: Db | Trx, subscriptionId: string): Promise<BillingIdentity> {
  const { identity } = await db
    .selectFrom('subscription')
    .select(billingIdentity.as('identity'))
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
  return identity;
}
