import { requireRightClock } from '#server/core/clock/skew.ts';
import { changeRow, isNull, listRows, updateRow } from '#server/core/database/rows.ts';
import { type Deps, invalid, ServiceError, type Trx } from '#server/core/deps.ts';
import { lockPerson } from '../lock.ts';
import type { CodePurpose } from '../tables.ts';
import { isCode } from './hash.ts';
import { isTypedPurpose } from './issue.ts';

/** Wrong guesses that a typed code survives, by all strangers together. */
const maxAttempts = 10;
const maxCodes = 10;

export type SubmittedCode = {
  /** Empty for an unknown address: the same statements run and find nothing. */
  readonly personId: string;
  readonly purpose: CodePurpose;
  readonly code: string;
  /** Whether it comes from a browser in which the person has signed in, which the caller limits by itself. */
  readonly isKnown?: boolean;
  /** Shown with the error; must not depend on whether the person exists. */
  readonly attemptsLeft?: number | undefined;
  /** Runs once the code is known to be right, before it is used; if it throws, the code stays unused. */
  readonly onRight?: () => Promise<void>;
};

type CodeRow = { readonly id: string; readonly code_hash: string; readonly target: string | null };

/** Purposes for which a newer code invalidates the older ones. A guest buyer gets a password link with each account. */
function isNewestOnly(purpose: CodePurpose): boolean {
  return purpose !== 'set-password';
}

/**
 * Counts the attempt before checking it, in one statement, so that concurrent guesses gain nothing.
 * @returns the newest code, unless it is used, expired or out of attempts
 */
async function countAttempt(deps: Deps, { personId, purpose }: SubmittedCode): Promise<CodeRow[]> {
  return deps.db
    .updateTable('email_code')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('email_code as newest')
        .select('newest.id')
        .where('newest.person_id', '=', personId)
        .where('newest.purpose', '=', purpose)
        .orderBy('newest.number', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock())
    .where('attempts', '<', maxAttempts)
    .returning(['id', 'code_hash', 'target'])
    .execute();
}

/**
 * Uses a code and runs its effect in one transaction. Call it outside of any transaction: failed attempts must stay
 * counted, and if `within` throws the code stays unused.
 * @throws {ServiceError} 422 `code_wrong` on the field `code`; 410 `code_used` for one that has stopped working
 */
export async function redeemCode<Result>(
  deps: Deps,
  submitted: SubmittedCode,
  within: (trx: Trx, target: string | null) => Promise<Result>,
): Promise<Result> {
  requireRightClock(deps);
  const { personId, purpose, code, isKnown = false, attemptsLeft } = submitted;
  const matches = ({ code_hash }: CodeRow) => isCode(deps.keys, submitted, code_hash, code);
  const counted = isTypedPurpose(purpose) && !isKnown ? await countAttempt(deps, submitted) : undefined;
  const codes = await listRows(
    deps.db,
    'email_code',
    { person_id: personId, purpose },
    ['id', 'code_hash', 'target', 'used_at', 'expires_at'],
    { orderBy: 'number desc', limit: maxCodes },
  );
  const now = deps.clock();
  const usable = codes
    .slice(0, isNewestOnly(purpose) ? 1 : maxCodes)
    .filter(({ used_at, expires_at }) => used_at === null && expires_at > now);
  const match = (counted ?? usable).find(matches);
  if (!match) {
    // None of these works anymore, so telling a right one from a guess helps only its owner.
    if (codes.some(matches)) throw new ServiceError(410, 'code_used');
    throw invalid({ code: ['code_wrong'] }, attemptsLeft === undefined ? undefined : { attemptsLeft });
  }
  await submitted.onRight?.();
  if (counted) await updateRow(deps.db, 'email_code', match.id, { attempts: 0 });
  return deps.db.transaction().execute(async (trx) => {
    // First the person: two codes of one person, each invalidating the other, would wait for each other.
    await lockPerson(trx, personId);
    const used = await changeRow(trx, 'email_code', { id: match.id, used_at: isNull }, { used_at: deps.clock() }, [
      'id',
    ]);
    if (!used) throw new ServiceError(410, 'code_used');
    return within(trx, match.target);
  });
}
