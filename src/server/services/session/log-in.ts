import type { User } from '../../../contract/envelope.ts';
import type { Deps, RequestContext } from '../../deps.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { describeUser } from '../person/describe-user.ts';
import { findPersonByEmail } from '../person/find-person.ts';
import { checkPassword } from '../person/hash-password.ts';
import { checkSecondFactor } from '../twofactor/check.ts';
import { openSession } from './open-session.ts';

/** @throws {ServiceError} 403 `code_needed` for the right password of somebody with two-step sign-in; 422 alike, in words and in time, for an unknown address and a wrong password */
export async function logIn(
  deps: Deps,
  given: { email: string; password: string; code?: string | undefined },
  requestContext: RequestContext,
): Promise<{ token: string; user: User }> {
  const limitKey = `email:${given.email}`;
  await deps.limits.take('login', limitKey);
  const person = await findPersonByEmail(deps.db, given.email);
  const right = await checkPassword(person?.password_hash, given.password);
  if (!person || !right) throw new ServiceError(422, 'login_failed');
  await deps.limits.forgive('login', limitKey);
  if (person.two_factor_at !== null) {
    if (!given.code?.trim()) throw new ServiceError(403, 'code_needed');
    if (!(await checkSecondFactor(deps, person, given.code))) throw invalid({ code: ['code_wrong'] });
  }
  const token = await deps.db.transaction().execute(async (trx) => {
    // A password that changes at this very moment must not leave a session behind that the old one opened.
    const same = await trx
      .selectFrom('person')
      .select('id')
      .where('id', '=', person.id)
      .where('password_hash', '=', person.password_hash)
      .forShare()
      .executeTakeFirst();
    if (!same) throw new ServiceError(422, 'login_failed');
    return openSession(deps, trx, person.id, requestContext);
  });
  return { token, user: describeUser(person) };
}
