import type { Deps } from '../deps.ts';

/** The demo's affiliate: the link is `/?ref=alain`, the coupon ALAIN5. */
export async function seedAffiliates(deps: Deps): Promise<void> {
  const person = await deps.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', 'affiliate@example.com')
    .executeTakeFirst();
  if (!person) return;
  await deps.db
    .insertInto('affiliate')
    .values({ person_id: person.id, code: 'alain', coupon: 'ALAIN5', joined_at: deps.clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
