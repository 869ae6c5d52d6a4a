import type { CodePurpose, PendingRegistration } from '../../db/identity-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { hashCode, sameHash } from './hash.ts';

const mostAttempts = 5;

type Given = { personId: string; purpose: CodePurpose; code: string };

/** Counts the try before it looks, in one statement: a burst of guesses gets no more tries than a patient one. */
async function takeAttempt(deps: Deps, { personId, purpose }: Given) {
  return deps.db
    .updateTable('email_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('email_code')
        .select('id')
        .where('person_id', '=', personId)
        .where('purpose', '=', purpose)
        .orderBy('number', 'desc')
        .limit(1),
    )
    .where('attempts', '<', mostAttempts)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock())
    .returning(['id', 'code_hash', 'pending', 'target'])
    .executeTakeFirst();
}

/** Whoever holds a code that was right once is told that it is over; a guesser only ever hears "wrong". */
async function wasRight(deps: Deps, { personId, purpose }: Given, hash: string): Promise<boolean> {
  const rows = await deps.db
    .selectFrom('email_code')
    .select('code_hash')
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .orderBy('number', 'desc')
    .limit(10)
    .execute();
  return rows.some((row) => sameHash(row.code_hash, hash));
}

/**
 * Uses a code up and does what it stands for, in one transaction. Call it outside of any transaction: a failed try
 * must stay counted.
 * @throws {ServiceError} 422 `code_wrong` on the field `code`, 410 `code_used` for a code that is used, old or replaced
 */
export async function redeemCode<Result>(
  deps: Deps,
  given: Given,
  within: (trx: Trx, pending: PendingRegistration | null, target: string | null) => Promise<Result>,
): Promise<Result> {
  const hash = hashCode(deps.keys, given.personId, given.purpose, given.code);
  const live = await takeAttempt(deps, given);
  if (!live || !sameHash(live.code_hash, hash)) {
    if (await wasRight(deps, given, hash)) throw new ServiceError(410, 'code_used');
    throw invalid({ code: ['code_wrong'] });
  }
  return deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('email_code')
      .set({ used_at: deps.clock() })
      .where('id', '=', live.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) throw new ServiceError(410, 'code_used');
    return within(trx, live.pending, live.target);
  });
}
