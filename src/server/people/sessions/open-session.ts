import { findRow, insertRow, isNotNull } from '#server/core/database/rows.ts';
import { type Db, type Deps, newId, type RequestContext, ServiceError, type Trx } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { tokenLifetimeMinutes } from '#shared/core/constants.ts';

/**
 * Opens a session, as every sign-in does. @returns the token, of which the database keeps only the hash
 * @throws {ServiceError} 403 `sign_in_suspended` for a suspended person
 */
export async function openSession(
  deps: Deps,
  executor: Db | Trx,
  personId: string,
  requestContext: RequestContext,
): Promise<string> {
  const token = newToken();
  const now = deps.clock();
  const suspended = await findRow(executor, 'person', { id: personId, suspended_at: isNotNull }, ['id']);
  if (suspended) throw new ServiceError(403, 'sign_in_suspended');
  await insertRow(executor, 'session', {
    id: newId(),
    person_id: personId,
    token_hash: sha256(token),
    created_at: now,
    expires_at: new Date(now.getTime() + tokenLifetimeMinutes * 60_000),
    user_agent: requestContext.userAgent,
    ip: requestContext.ip,
    device_hash: requestContext.deviceHash,
  });
  return token;
}
