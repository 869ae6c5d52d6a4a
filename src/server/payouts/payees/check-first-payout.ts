import type { Deps, Trx } from '#server/core/deps.ts';
import type { StoredPayout } from '../tables.ts';
import { checkSanctions } from './check-sanctions.ts';
import { findVerifiedName } from './find-verified-name.ts';

/** Screens the verified name at a person's first payout; rejected and canceled payouts don't count. */
export async function checkFirstPayout(
  deps: Deps,
  trx: Trx,
  { id, person_id: personId }: Pick<StoredPayout, 'id' | 'person_id'>,
): Promise<void> {
  const earlier = await trx
    .selectFrom('payout')
    .select('id')
    .where('person_id', '=', personId)
    .where('id', '<>', id)
    .where('status', 'not in', ['rejected', 'canceled'])
    .executeTakeFirst();
  if (earlier) return;
  const verified = await findVerifiedName(trx, personId);
  if (!verified) return;
  const name = `${verified.firstName} ${verified.lastName}`.trim();
  await checkSanctions(deps, trx, { personId, name, cause: 'first-payout', subjectId: id });
}
