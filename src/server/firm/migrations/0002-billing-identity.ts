import { type Kysely, sql } from 'kysely';

/**
 * A billing identity for each contract. A private buyer who has moved keeps paying the tax of the new place, as at
 * renewals until now; a company is billed again as it bought.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscription add column billing_identity jsonb`.execute(db);
  await sql`
    update subscription set billing_identity = jsonb_build_object(
      'first_name', o.first_name, 'last_name', o.last_name, 'company_name', o.company_name,
      'country', p.country, 'vat_number', null,
      'postal_code', coalesce(p.postal_code, case when o.country = p.country then o.postal_code end))
    from orders o, person p
    where o.id = subscription.order_id and p.id = subscription.person_id
      and subscription.status <> 'ended' and o.vat_number is null and p.country <> ''
      and (p.country, coalesce(p.postal_code, o.postal_code)) is distinct from (o.country, o.postal_code)
  `.execute(db);
}
