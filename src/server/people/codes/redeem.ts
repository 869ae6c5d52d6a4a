import { requireRightClock } from '#server/core/clock/watch.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { invalid, ServiceError } from '#server/core/errors.ts';
import type { CodePurpose } from '../tables.ts';
import { isCode } from './hash.ts';

const maxAttempts = 5;
const maxCodes = 10;

/** Typed codes are short enough to guess, so wrong guesses count against `guesser`. Link codes don't need one. */
export type SubmittedCode = {
  readonly personId: string;
  readonly code: string;
} & (
  | { readonly purpose: 'verify-email' | 'change-email' | 'payout-access'; readonly guesser: string }
  | { readonly purpose: 'set-password' | 'reset-password' }
);

/** Purposes for which a newer code invalidates the older ones. */
const newestOnly: ReadonlySet<CodePurpose> = new Set(['change-email', 'reset-password', 'payout-access']);

async function listCodes(deps: Deps, { personId, purpose }: SubmittedCode) {
  return deps.db
    .selectFrom('email_code')
    .select(['id', 'code_hash', 'target', 'used_at', 'expires_at'])
    .where('person_id', '=', personId)
    .where('purpose', '=', purpose)
    .orderBy('number', 'desc')
    .limit(maxCodes)
    .execute();
}

/**
 * Counts the attempt before checking it, in one statement, so that concurrent guesses gain nothing.
 * @returns how many are left; undefined if this one was too many
 */
async function countAttempt(deps: Deps, codeId: string, guesser: string): Promise<number | undefined> {
  const counted = await deps.db
    .insertInto('email_code_attempt')
    .values({ code_id: codeId, guesser, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['code_id', 'guesser'])
        .doUpdateSet((eb) => ({ attempts: eb('email_code_attempt.attempts', '+', 1) }))
        .where('email_code_attempt.attempts', '<', maxAttempts),
    )
    .returning('attempts')
    .executeTakeFirst();
  return counted && maxAttempts - counted.attempts;
}

async function resetAttempts(deps: Deps, codeId: string, guesser: string): Promise<void> {
  await deps.db.deleteFrom('email_code_attempt').where('code_id', '=', codeId).where('guesser', '=', guesser).execute();
}

/**
 * Uses a code and runs its effect in one transaction. Call it outside of any transaction: failed attempts must stay
 * counted, and if `within` throws the code stays unused.
 * @throws {ServiceError} 422 `code_wrong` on the field `code`; 410 `code_used` for a used, expired or replaced code, or
 * a right one after too many wrong guesses
 */
export async function redeemCode<Result>(
  deps: Deps,
  submitted: SubmittedCode,
  within: (trx: Trx, target: string | null) => Promise<Result>,
): Promise<Result> {
  requireRightClock(deps);
  const matches = ({ code_hash }: { code_hash: string }) => isCode(deps.keys, submitted, code_hash, submitted.code);
  const codes = await listCodes(deps, submitted);
  const now = deps.clock();
  const usable = codes
    .slice(0, newestOnly.has(submitted.purpose) ? 1 : maxCodes)
    .filter(({ used_at, expires_at }) => used_at === null && expires_at > now);
  const [newest] = usable;
  const guesser = 'guesser' in submitted ? submitted.guesser : undefined;
  const attemptsLeft = newest && guesser !== undefined ? await countAttempt(deps, newest.id, guesser) : maxAttempts;
  const match = attemptsLeft !== undefined ? usable.find(matches) : undefined;
  if (!match) {
    // A code that was valid once is reported as used; a guess is only ever reported as wrong.
    if (codes.some(matches)) throw new ServiceError(410, 'code_used');
    // Only the browser that registered learns how many attempts are left; others must not learn that a code exists.
    const isOwn = guesser?.startsWith('device:') === true && newest !== undefined;
    throw invalid({ code: ['code_wrong'] }, isOwn ? { attemptsLeft: attemptsLeft ?? 0 } : undefined);
  }
  if (newest && guesser !== undefined) await resetAttempts(deps, newest.id, guesser);
  return deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('email_code')
      .set({ used_at: deps.clock() })
      .where('id', '=', match.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) throw new ServiceError(410, 'code_used');
    return within(trx, match.target);
  });
}
