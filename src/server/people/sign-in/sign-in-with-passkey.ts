import { type Deps, type RequestContext, ServiceError } from '#server/core/deps.ts';
import type { User } from '#shared/core/envelope.ts';
import type { PasskeyAssertion } from '#shared/people/contract-passkeys.ts';
import { findPerson } from '../find-person.ts';
import { checkPasskey } from '../passkeys/check.ts';
import { describeUser } from '../profile/describe-user.ts';
import { recordFailedSignIn } from '../sessions/record-sign-in.ts';
import { enterSession } from './enter.ts';

/** Signs in with a passkey alone. @throws {ServiceError} 422 `passkey_failed`, for any problem with the passkey */
export async function signInByPasskey(
  deps: Deps,
  assertion: PasskeyAssertion,
  requestContext: RequestContext & { readonly deviceHash: string },
): Promise<{ token: string; user: User }> {
  const { deviceHash } = requestContext;
  const { ok, personId } = await checkPasskey(deps, assertion, { purpose: 'sign-in', deviceHash });
  const person = personId === undefined ? undefined : await findPerson(deps.db, personId);
  if (!ok || !person || person.email_verified_at === null) {
    const failure = { person, email: person?.email ?? '', action: 'sign-in-failed' } as const;
    await recordFailedSignIn(deps, deps.db, failure, requestContext);
    throw new ServiceError(422, 'passkey_failed');
  }
  const token = await deps.db.transaction().execute(async (trx) => {
    // A person who uses a passkey hasn't lost the second factor, so an operator's pending reset is canceled.
    await trx.deleteFrom('second_factor_reset').where('person_id', '=', person.id).execute();
    return enterSession(deps, trx, person, requestContext, 'passkey');
  });
  return { token, user: describeUser(person) };
}
