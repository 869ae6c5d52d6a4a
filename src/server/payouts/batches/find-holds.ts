import type { Deps, Trx } from '#server/core/deps.ts';
import { checkAllSanctions } from '../payees/check-sanctions.ts';

/**
 * Screens the payees of a batch against the current edition of the sanctions list, each once.
 * @returns the people who can't be paid for now: an undecided or a confirmed match
 */
export async function findHolds(
  deps: Deps,
  trx: Trx,
  batchId: string,
  payees: readonly { readonly personId: string; readonly payeeName: string }[],
): Promise<ReadonlySet<string>> {
  const [first] = payees;
  if (!first) return new Set();
  const { listVersion } = await deps.sanctions.check(first.payeeName);
  const checked = await trx
    .selectFrom('sanctions_check')
    .select('person_id')
    .where('cause', '=', 'batch')
    .where('subject_id', '=', batchId)
    .where('list_version', '=', listVersion ?? '')
    .execute();
  const checkedIds = new Set(checked.map(({ person_id }) => person_id));
  const unchecked = payees
    .filter(({ personId }) => !checkedIds.has(personId))
    .map(({ personId, payeeName }) => ({ personId, name: payeeName }));
  await checkAllSanctions(deps, trx, unchecked, { cause: 'batch', subjectId: batchId });
  const held = await trx
    .selectFrom('sanctions_check')
    .select('person_id')
    .where('person_id', 'in', [...new Set(payees.map(({ personId }) => personId))])
    .where('status', 'in', ['review', 'confirmed'])
    .execute();
  return new Set(held.map(({ person_id }) => person_id));
}
