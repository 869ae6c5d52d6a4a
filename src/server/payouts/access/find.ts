import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { findBearer } from '#server/people/sessions/find-actor.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';

/** The owner of a token that opens payouts only; has no roles and no session. */
async function findAccess(deps: Deps, token: string): Promise<Actor | null> {
  const row = await deps.db
    .selectFrom('payout_access')
    .innerJoin('person', 'person.id', 'payout_access.person_id')
    .select(['payout_access.id', 'person.id as personId', 'person.email', 'person.email_verified_at'])
    .where('payout_access.token_hash', '=', sha256(token))
    .where('payout_access.ended_at', 'is', null)
    .where('payout_access.expires_at', '>', deps.clock())
    .where('person.deleted_at', 'is', null)
    .where('person.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { id, personId, email, email_verified_at: verifiedAt } = row;
  return {
    personId,
    sessionId: `payout-access:${id}`,
    email,
    roles: [],
    verified: verifiedAt !== null,
    hasSecondFactor: false,
    isPayoutAccess: true,
  };
}

/**
 * The owner of a session, read or payout token.
 * @throws {ServiceError} 401 without a token, 498 for an invalid one
 */
export async function getPayoutActor(deps: Deps, token: string | undefined): Promise<Actor> {
  if (token === undefined) throw new ServiceError(401, 'no_token');
  const actor = token === '' ? null : ((await findBearer(deps, token)) ?? (await findAccess(deps, token)));
  if (!actor) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  return actor;
}
