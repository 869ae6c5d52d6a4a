import type { Selectable } from 'kysely';
import { type Db, notFound, type Trx } from '#server/core/deps.ts';
import type { AffiliateTable } from './tables.ts';

export type Affiliate = Selectable<AffiliateTable>;

/** Approved affiliates, until they delete their profile. Only they are credited with sales, earn and are paid. */
export function selectApproved(executor: Db | Trx) {
  return executor.selectFrom('affiliate').where('affiliate.status', '=', 'approved');
}

/** Puts an affiliate's changes in order. @throws {ServiceError} 404 for anyone else */
export async function lockAffiliate(trx: Trx, personId: string): Promise<void> {
  await selectApproved(trx)
    .select('person_id')
    .where('person_id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound);
}

/** @throws {ServiceError} 404 for anyone but an approved affiliate */
export async function getAffiliate(executor: Db | Trx, personId: string): Promise<Affiliate> {
  const affiliate = await selectApproved(executor)
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow(notFound);
  return affiliate;
}
