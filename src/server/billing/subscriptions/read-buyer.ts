import type { Trx } from '#server/core/deps.ts';

/** Whom emails about a subscription address. */
export async function readBuyer(trx: Trx, personId: string) {
  return trx
    .selectFrom('person')
    .select(['email', 'first_name', 'locale'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
}
