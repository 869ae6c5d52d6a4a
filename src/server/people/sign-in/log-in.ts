import { hourMs } from '#lib/durations.ts';
import { type Db, type Deps, type RequestContext, ServiceError, type Trx } from '#server/core/deps.ts';
import { notifySecurityEvent } from '#server/messages/notifications/notify-security-event.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { User } from '#shared/core/envelope.ts';
import type { submitLogin } from '#shared/people/contract.ts';
import { requireCaptchaPast } from '../captcha/require.ts';
import { findPersonByEmail, type Person } from '../find-person.ts';
import { findRegistration } from '../find-registration.ts';
import { checkPasskey } from '../passkeys/check.ts';
import { checkPassword } from '../password/hash.ts';
import { describeUser } from '../profile/describe-user.ts';
import { recordFailedSignIn } from '../sessions/record-sign-in.ts';
import { isKnownDevice } from '../sessions/remember-device.ts';
import { checkSecondFactor, refuseSecondFactor } from '../two-factor/check.ts';
import { enterSession } from './enter.ts';

/** The browser always has a device cookie here. */
type SignInContext = RequestContext & { readonly deviceHash: string };

type Credentials = BodyOf<typeof submitLogin>;

/**
 * Until the address is verified, a password works only in the browser that registered it, and its session can do
 * nothing but verify. The registration is looked up for every address, so that a waiting one costs the same.
 */
async function findPasswordHash(executor: Db | Trx, person: Person | undefined, { deviceHash }: RequestContext) {
  const registration = await findRegistration(executor, person?.id ?? '', deviceHash);
  return (person?.email_verified_at ? person.password_hash : registration?.password_hash) ?? null;
}

/** Warns the person, because someone knows the password, or reads their mail, without having the second factor. */
export async function reportSecondFactor(deps: Deps, person: Person, requestContext: RequestContext): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await recordFailedSignIn(
      deps,
      trx,
      { person, email: person.email, action: 'second-factor-failed' },
      requestContext,
    );
    const hour = Math.floor(deps.clock().getTime() / hourMs);
    await notifySecurityEvent(deps, trx, person, 'second_factor_failed', `${person.id}:${hour}`);
  });
}

/** @throws {ServiceError} 403 `code_needed` without a code or passkey; 422 for a wrong one */
async function requireSecondFactor(
  deps: Deps,
  person: Person,
  { code, passkey }: Credentials,
  requestContext: SignInContext,
  guesser: string,
): Promise<void> {
  if (passkey) {
    const { deviceHash } = requestContext;
    const checked = await checkPasskey(deps, passkey, { purpose: 'sign-in', deviceHash });
    if (checked.ok && checked.personId === person.id) return;
    await reportSecondFactor(deps, person, requestContext);
    throw new ServiceError(422, 'passkey_failed');
  }
  if (!code?.trim()) throw new ServiceError(403, 'code_needed');
  const check = await checkSecondFactor(deps, person, code, guesser);
  if (check.isCorrect) return;
  await reportSecondFactor(deps, person, requestContext);
  throw refuseSecondFactor(check);
}

/**
 * Signs in by password. Wrong guesses count per known browser, otherwise per network; those of all strangers together
 * only trigger the captcha.
 * @throws {ServiceError} 403 `code_needed` if the password is right and a two-step code is required; 422 for an unknown
 * address or a wrong password, with the same text and time
 */
export async function logIn(
  deps: Deps,
  credentials: Credentials,
  requestContext: SignInContext,
): Promise<{ token: string; user: User }> {
  const { email } = credentials;
  const person = await findPersonByEmail(deps.db, email);
  const isKnown = await isKnownDevice(deps.db, person?.id ?? '', requestContext.deviceHash);
  const guesser = isKnown ? `device:${requestContext.deviceHash}` : `network:${requestContext.network}`;
  const limitKey = `${guesser}:${email}`;
  await deps.limits.take('login', limitKey);
  if (!isKnown) await requireCaptchaPast(deps, 'login-address', `email:${email}`, credentials.captcha, requestContext);
  const passwordHash = await findPasswordHash(deps.db, person, requestContext);
  const isCorrect = await checkPassword(passwordHash, credentials.password);
  if (!person || !isCorrect) {
    await recordFailedSignIn(deps, deps.db, { person, email, action: 'sign-in-failed' }, requestContext);
    throw new ServiceError(422, 'login_failed');
  }
  await deps.limits.forgive('login', limitKey);
  if (!isKnown) await deps.limits.forgive('login-address', `email:${email}`);
  if (person.two_factor_at !== null) {
    await requireSecondFactor(deps, person, credentials, requestContext, isKnown ? guesser : 'stranger');
    // A person who uses the second factor hasn't lost it, so an operator's pending reset is canceled.
    await deps.db.deleteFrom('second_factor_reset').where('person_id', '=', person.id).execute();
  }
  const token = await deps.db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom('person')
      .selectAll()
      .where('id', '=', person.id)
      .forShare()
      .executeTakeFirst();
    // A concurrent password change must not leave a session opened by the old password.
    const isSame = current && (await findPasswordHash(trx, current, requestContext)) === passwordHash;
    if (!isSame) throw new ServiceError(422, 'login_failed');
    return enterSession(deps, trx, current, requestContext, 'password');
  });
  return { token, user: describeUser(person) };
}
