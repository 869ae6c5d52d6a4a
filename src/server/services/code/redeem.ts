import type { CodePurpose } from '../../db/identity-tables.ts';
import type { Deps, Trx } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { isCode } from './hash.ts';

const maxAttempts = 5;
const maxCodes = 10;

/** Typed codes are short enough to guess: `guesser` is whom wrong guesses count for. Link codes don't need it. */
export type GivenCode = {
  readonly personId: string;
  readonly code: string;
} & (
  | { readonly purpose: 'verify-email' | 'change-email' | 'payout-access'; readonly guesser: string }
  | { readonly purpose: 'set-password' | 'reset-password' }
);

/** Purposes whose older codes end with a newer one. */
const newestOnly: ReadonlySet<CodePurpose> = new Set(['change-email', 'reset-password', 'payout-access']);

async function listCodes(deps: Deps, { personId, purpose }: GivenCode) {
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
async function takeAttempt(deps: Deps, codeId: string, guesser: string): Promise<number | undefined> {
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

async function forgiveAttempts(deps: Deps, codeId: string, guesser: string): Promise<void> {
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
  given: GivenCode,
  within: (trx: Trx, target: string | null) => Promise<Result>,
): Promise<Result> {
  const matches = ({ code_hash }: { code_hash: string }) => isCode(deps.keys, given, code_hash, given.code);
  const codes = await listCodes(deps, given);
  const now = deps.clock();
  const usable = codes
    .slice(0, newestOnly.has(given.purpose) ? 1 : maxCodes)
    .filter(({ used_at, expires_at }) => used_at === null && expires_at > now);
  const [newest] = usable;
  const guesser = 'guesser' in given ? given.guesser : undefined;
  const attemptsLeft = newest && guesser !== undefined ? await takeAttempt(deps, newest.id, guesser) : maxAttempts;
  const right = attemptsLeft !== undefined ? usable.find(matches) : undefined;
  if (!right) {
    // Someone who holds a code that was right once hears that it is over; a guesser only ever hears "wrong".
    if (codes.some(matches)) throw new ServiceError(410, 'code_used');
    // Only the browser that registered hears how often it can still try: to others, no address has a code.
    const isOwn = guesser?.startsWith('device:') === true && newest !== undefined;
    throw invalid({ code: ['code_wrong'] }, isOwn ? { attemptsLeft: attemptsLeft ?? 0 } : undefined);
  }
  if (newest && guesser !== undefined) await forgiveAttempts(deps, newest.id, guesser);
  return deps.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('email_code')
      .set({ used_at: deps.clock() })
      .where('id', '=', right.id)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (used.numUpdatedRows !== 1n) throw new ServiceError(410, 'code_used');
    return within(trx, right.target);
  });
}
