import type { User } from '../../../contract/envelope.ts';
import type { Db, Deps, RequestContext, Trx } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { describeUser } from '../person/describe-user.ts';
import { findPersonByEmail, type Person } from '../person/find-person.ts';
import { checkPassword } from '../person/hash-password.ts';
import { findRegistration, rememberDevice } from '../person/registration.ts';
import { checkSecondFactor } from '../twofactor/check.ts';
import { openSession } from './open-session.ts';

/**
 * Before the address is proven, a password counts only in the browser that registered it, and opens a session that may
 * do nothing but prove the address.
 */
async function findPasswordHash(executor: Db | Trx, person: Person, { deviceHash }: RequestContext) {
  if (person.email_verified_at !== null) return person.password_hash;
  return (await findRegistration(executor, person.id, deviceHash))?.password_hash ?? null;
}

/** @throws {ServiceError} 403 `code_needed` for the right password of somebody with two-step sign-in; 422 alike, in words and in time, for an unknown address and a wrong password */
export async function logIn(
  deps: Deps,
  given: { email: string; password: string; code?: string | undefined },
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  const limitKey = `email:${given.email}`;
  await deps.limits.take('login', limitKey);
  const person = await findPersonByEmail(deps.db, given.email);
  const passwordHash = person && (await findPasswordHash(deps.db, person, requestContext));
  const right = await checkPassword(passwordHash, given.password);
  if (!person || !right) throw new ServiceError(422, 'login_failed');
  await deps.limits.forgive('login', limitKey);
  if (person.two_factor_at !== null) {
    if (!given.code?.trim()) throw new ServiceError(403, 'code_needed');
    if (!(await checkSecondFactor(deps, person, given.code))) throw invalid({ code: ['code_wrong'] });
  }
  const token = await deps.db.transaction().execute(async (trx) => {
    const now = await trx.selectFrom('person').selectAll().where('id', '=', person.id).forShare().executeTakeFirst();
    // A password that changes at this very moment must not leave a session behind that the old one opened.
    const isSame = now && (await findPasswordHash(trx, now, requestContext)) === passwordHash;
    if (!isSame) throw new ServiceError(422, 'login_failed');
    if (now.email_verified_at !== null) await rememberDevice(deps, trx, person.id, requestContext);
    return openSession(deps, trx, person.id, requestContext);
  });
  return { token, user: describeUser(person) };
}
