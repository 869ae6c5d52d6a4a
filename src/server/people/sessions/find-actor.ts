import { setImmediate as turn } from 'node:timers/promises';
import { isDemoPerson } from '#server/core/demo-people.ts';
import type { Actor, Db, Deps } from '#server/core/deps.ts';
import { ServiceError } from '#server/core/errors.ts';
import { sha256 } from '#server/core/ids.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';

const seenEveryMs = 5 * 60_000;

/** Lookups that are about to start, by token hash. */
const lookups = new WeakMap<Db, Map<string, Promise<Actor | null>>>();

/**
 * The owner of a token; null if it is unknown, ended or older than 700 minutes. Requests that arrive together with the
 * same token share a lookup. It starts after all of them, so that none sees a session that ended before it arrived.
 */
export function findActor(deps: Deps, token: string): Promise<Actor | null> {
  const tokenHash = sha256(token);
  const pending = lookups.get(deps.db) ?? new Map<string, Promise<Actor | null>>();
  lookups.set(deps.db, pending);
  const shared = pending.get(tokenHash);
  if (shared) return shared;
  const lookup = turn().then(() => {
    pending.delete(tokenHash);
    return readActor(deps, tokenHash);
  });
  pending.set(tokenHash, lookup);
  return lookup;
}

async function readActor(deps: Deps, tokenHash: string): Promise<Actor | null> {
  const row = await deps.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.id as sessionId', 'session.seen_at', 'person.id as personId', 'person.email', 'person.roles'])
    .select(['person.email_verified_at', 'person.two_factor_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', deps.clock())
    .where('person.suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const { personId, sessionId, email, roles } = row;
  await recordUse(deps, sessionId, row.seen_at);
  const hasSecondFactor = row.two_factor_at !== null || isDemoPerson(deps.env, personId);
  return { personId, sessionId, email, roles, verified: row.email_verified_at !== null, hasSecondFactor };
}

/** Writes at most every five minutes, so that most reads stay reads. */
async function recordUse(deps: Deps, sessionId: string, seenAt: Date | null): Promise<void> {
  const now = deps.clock();
  if (seenAt !== null && now.getTime() - seenAt.getTime() < seenEveryMs) return;
  await deps.db.updateTable('session').set({ seen_at: now }).where('id', '=', sessionId).execute();
}

/** @throws {ServiceError} 401 without a token, 498 with an invalid or expired one */
export async function getActor(deps: Deps, token: string | undefined): Promise<Actor> {
  if (token === undefined) throw new ServiceError(401, 'no_token');
  const actor = token === '' ? null : await findActor(deps, token);
  if (!actor) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  return actor;
}
