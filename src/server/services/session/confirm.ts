import { confirmationMinutes } from '../../../contract/security.ts';
import type { Actor, Deps } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { getPerson } from '../person/find-person.ts';
import { checkPassword } from '../person/hash-password.ts';
import { checkSecondFactor } from '../twofactor/check.ts';

/** Reauthenticates a session. @throws {ServiceError} 422 naming the wrong field */
export async function confirmIdentity(
  deps: Deps,
  actor: Actor,
  given: { password: string; code?: string | undefined },
): Promise<void> {
  const guesser = `session:${actor.sessionId}`;
  const limitKey = `${guesser}:${actor.email}`;
  await deps.limits.take('login', limitKey);
  const person = await getPerson(deps.db, actor.personId);
  if (!(await checkPassword(person.password_hash, given.password))) throw invalid({ password: ['password_wrong'] });
  await deps.limits.forgive('login', limitKey);
  if (person.two_factor_at !== null && !(await checkSecondFactor(deps, person, given.code ?? '', guesser))) {
    throw invalid({ code: ['code_wrong'] });
  }
  await deps.db
    .updateTable('session')
    .set({ confirmed_at: deps.clock() })
    .where('id', '=', actor.sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Guards changes that a stolen session must not make: address, password, two-step sign-in, payout details.
 * @throws {ServiceError} 403 `confirm_first` unless reauthenticated in the last ten minutes
 */
export async function requireConfirmed(deps: Deps, actor: Actor): Promise<void> {
  const session = await deps.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.confirmed_at', 'person.two_factor_at'])
    .where('session.id', '=', actor.sessionId)
    .executeTakeFirstOrThrow();
  const since = deps.clock().getTime() - (session.confirmed_at?.getTime() ?? 0);
  if (since < confirmationMinutes * 60_000) return;
  const data = { confirm: 1, two_factor: session.two_factor_at !== null };
  throw new ServiceError(403, 'confirm_first', { data });
}
