import { type Deps, type RequestContext, type Trx, writeAudit } from '#server/core/deps.ts';
import type { Person } from '../find-person.ts';
import { openSession } from '../sessions/open-session.ts';
import { describeSignIn } from '../sessions/record-sign-in.ts';
import { rememberDevice } from '../sessions/remember-device.ts';

/** Opens a session for a person who has proven who they are. @returns its token */
export async function enterSession(
  deps: Deps,
  trx: Trx,
  person: Person,
  requestContext: RequestContext,
  method: 'password' | 'passkey',
): Promise<string> {
  if (person.email_verified_at !== null) await rememberDevice(deps, trx, person.id, requestContext);
  await writeAudit(deps, trx, `person:${person.id}`, 'signed-in', ['person', person.id], {
    ...describeSignIn(requestContext),
    method,
  });
  return openSession(deps, trx, person.id, requestContext);
}
