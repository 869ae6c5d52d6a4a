import { cleanCode } from '#lib/western-digits.ts';
import { requireRightClock } from '#server/core/clock/skew.ts';
import { type Deps, invalid, type ServiceError } from '#server/core/deps.ts';
import { decryptText } from '#server/core/encryption.ts';
import type { Person } from '../find-person.ts';
import { consumeRecoveryCode } from './recovery.ts';
import { findStep } from './totp.ts';

export function secretContext(personId: string): string {
  return `two-factor:${personId}`;
}

/** Apps live by the real time. */
export function appTime({ clock, demoClock }: Deps): Date {
  return new Date(clock().getTime() - (demoClock?.aheadMs() ?? 0));
}

/**
 * Accepts an app code. Each time step counts once and in order, in one statement, so that concurrent calls can't share
 * a code.
 */
export async function consumeAppCode(
  deps: Deps,
  personId: string,
  code: string,
  app: 'set-up' | 'setting-up' = 'set-up',
): Promise<boolean> {
  requireRightClock(deps);
  const row = await deps.db.selectFrom('two_factor').selectAll().where('person_id', '=', personId).executeTakeFirst();
  if (!row || (row.confirmed_at !== null) !== (app === 'set-up')) return false;
  const step = findStep(decryptText(deps.keys, secretContext(personId), row.secret), code, appTime(deps));
  if (step === undefined) return false;
  const updated = await deps.db
    .updateTable('two_factor')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

type SecondFactorCheck = { readonly isCorrect: boolean; readonly attemptsLeft: number | undefined };

/**
 * Checks an app code or a recovery code; each works once, and attempts are limited.
 * @param guesser whose attempts are counted together: a known browser, a session, or all strangers
 */
export async function checkSecondFactor(
  deps: Deps,
  person: Person,
  input: string,
  guesser: string,
): Promise<SecondFactorCheck> {
  const limitKey = `${person.id}:${guesser}`;
  const attemptsLeft = await deps.limits.take('second-factor', limitKey);
  const code = cleanCode(input).replaceAll('-', '');
  const isCorrect = /^\d{6}$/.test(code)
    ? await consumeAppCode(deps, person.id, code)
    : await consumeRecoveryCode(deps, person, code);
  if (isCorrect) await deps.limits.forgive('second-factor', limitKey);
  return { isCorrect, attemptsLeft };
}

export function refuseSecondFactor({ attemptsLeft }: SecondFactorCheck, field = 'code'): ServiceError<'invalid'> {
  return invalid({ [field]: ['authenticator_wrong'] }, { attemptsLeft });
}
