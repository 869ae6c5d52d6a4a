import type { User } from '../../../contract/envelope.ts';
import type { Db, Deps, RequestContext, Trx } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { describeUser } from '../person/describe-user.ts';
import { findPersonByEmail, type Person } from '../person/find-person.ts';
import { checkPassword } from '../person/hash-password.ts';
import { notifySecurityEvent } from '../person/notify-security-event.ts';
import { findRegistration, isKnownDevice, rememberDevice } from '../person/registration.ts';
import { requireCaptchaPast } from '../person/require-captcha.ts';
import { checkSecondFactor } from '../twofactor/check.ts';
import { openSession } from './open-session.ts';
import { describeSignIn, recordFailedSignIn } from './record-sign-in.ts';

const hourMs = 3_600_000;

type Given = {
  readonly email: string;
  readonly password: string;
  readonly code?: string | undefined;
  readonly captcha?: string | undefined;
};

/**
 * Until the address is verified, a password works only in the browser that registered it, for a session that can
 * do nothing but verify.
 */
async function findPasswordHash(executor: Db | Trx, person: Person, { deviceHash }: RequestContext) {
  if (person.email_verified_at !== null) return person.password_hash;
  return (await findRegistration(executor, person.id, deviceHash))?.password_hash ?? null;
}

/** Warns the person, because someone knows the password without the second factor. */
async function refuseSecondFactor(deps: Deps, person: Person, requestContext: RequestContext): Promise<never> {
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
  throw invalid({ code: ['code_wrong'] });
}

/**
 * Signs in by password. Wrong guesses count for the guesser: per known browser, otherwise per network; strangers
 * together only trigger the captcha.
 * @throws {ServiceError} 403 `code_needed` if the password is right and a two-step code is required; 422 for an unknown
 * address and a wrong password alike, in text and time
 */
export async function logIn(
  deps: Deps,
  given: Given,
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  const { email } = given;
  const person = await findPersonByEmail(deps.db, email);
  const isKnown = await isKnownDevice(deps.db, person?.id ?? '', requestContext.deviceHash);
  const guesser = isKnown ? `device:${requestContext.deviceHash}` : `network:${requestContext.network}`;
  const limitKey = `${guesser}:${email}`;
  await deps.limits.take('login', limitKey);
  if (!isKnown) await requireCaptchaPast(deps, 'login-address', email, given.captcha, requestContext);
  const passwordHash = person && (await findPasswordHash(deps.db, person, requestContext));
  const right = await checkPassword(passwordHash, given.password);
  if (!person || !right) {
    await recordFailedSignIn(deps, deps.db, { person, email, action: 'sign-in-failed' }, requestContext);
    throw new ServiceError(422, 'login_failed');
  }
  await deps.limits.forgive('login', limitKey);
  if (!isKnown) await deps.limits.forgive('login-address', `email:${email}`);
  if (person.two_factor_at !== null) {
    if (!given.code?.trim()) throw new ServiceError(403, 'code_needed');
    const mayPass = await checkSecondFactor(deps, person, given.code, isKnown ? guesser : 'stranger');
    if (!mayPass) await refuseSecondFactor(deps, person, requestContext);
    // Whoever still has the second factor has not lost it: an operator's reset of it is off.
    await deps.db.deleteFrom('second_factor_reset').where('person_id', '=', person.id).execute();
  }
  const token = await deps.db.transaction().execute(async (trx) => {
    const now = await trx.selectFrom('person').selectAll().where('id', '=', person.id).forShare().executeTakeFirst();
    // A concurrent password change must not leave a session opened by the old password.
    const isSame = now && (await findPasswordHash(trx, now, requestContext)) === passwordHash;
    if (!isSame) throw new ServiceError(422, 'login_failed');
    if (now.email_verified_at !== null) await rememberDevice(deps, trx, person.id, requestContext);
    await writeAudit(deps, trx, {
      actor: `person:${person.id}`,
      action: 'signed-in',
      entity: 'person',
      entityId: person.id,
      details: describeSignIn(requestContext),
    });
    return openSession(deps, trx, person.id, requestContext);
  });
  return { token, user: describeUser(person) };
}
