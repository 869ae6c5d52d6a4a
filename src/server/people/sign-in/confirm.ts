import { isNull, updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, invalid, ServiceError } from '#server/core/deps.ts';
import type { PasskeyAssertion } from '#shared/people/contract-passkeys.ts';
import { confirmationMinutes } from '#shared/people/contract-security.ts';
import { getPerson } from '../find-person.ts';
import { checkPasskey } from '../passkeys/check.ts';
import { checkPassword } from '../password/hash.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check.ts';

type Proof = {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAssertion | undefined;
};

async function requirePasskeyOf(
  deps: Deps,
  { personId, sessionId }: Actor,
  passkey: PasskeyAssertion,
  deviceHash: string,
): Promise<void> {
  const checked = await checkPasskey(deps, passkey, { purpose: 'confirm', sessionId, deviceHash });
  if (!checked.ok || checked.personId !== personId) throw new ServiceError(422, 'passkey_failed');
}

async function requirePassword(deps: Deps, actor: Actor, { password = '', code = '' }: Proof): Promise<void> {
  const guesser = `session:${actor.sessionId}`;
  const limitKey = `${guesser}:${actor.email}`;
  await deps.limits.take('login', limitKey);
  const person = await getPerson(deps.db, actor.personId);
  if (!(await checkPassword(person.password_hash, password))) throw invalid({ password: ['password_wrong'] });
  await deps.limits.forgive('login', limitKey);
  if (person.two_factor_at === null) return;
  const check = await checkSecondFactor(deps, person, code, guesser);
  if (!check.isCorrect) throw refuseSecondFactor(check);
}

/** Reauthenticates a session. @throws {ServiceError} 422 naming the wrong field, or for a wrong passkey */
export async function confirmIdentity(deps: Deps, actor: Actor, proof: Proof, deviceHash: string): Promise<void> {
  if (proof.passkey) await requirePasskeyOf(deps, actor, proof.passkey, deviceHash);
  else await requirePassword(deps, actor, proof);
  await updateRow(deps.db, 'session', { id: actor.sessionId, ended_at: isNull }, { confirmed_at: deps.clock() });
}

/**
 * Protects changes that a stolen session must not make: address, password, two-step sign-in, payout details.
 * @throws {ServiceError} 403 `confirm_first` unless reauthenticated in the last ten minutes
 */
export async function requireConfirmed(deps: Deps, actor: Actor): Promise<void> {
  const session = await deps.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.confirmed_at', 'person.two_factor_at'])
    .select((eb) => eb.exists(eb.selectFrom('passkey').whereRef('person_id', '=', 'person.id')).as('passkey'))
    .where('session.id', '=', actor.sessionId)
    .executeTakeFirstOrThrow();
  const since = deps.clock().getTime() - (session.confirmed_at?.getTime() ?? 0);
  if (since < confirmationMinutes * 60_000) return;
  const data = { confirm: 1, two_factor: session.two_factor_at !== null, passkey: Boolean(session.passkey) };
  throw new ServiceError(403, 'confirm_first', { data });
}
