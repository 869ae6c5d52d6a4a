import { sql } from 'kysely';
import { readTogether } from '#server/core/database/read-together.ts';
import { isDemoPerson } from '#server/core/demo-people.ts';
import { type Actor, type Deps, ServiceError } from '#server/core/deps.ts';
import { sha256 } from '#server/core/encryption.ts';
import { invalidTokenStatus } from '#shared/core/constants.ts';

const seenEveryMs = 5 * 60_000;

/** The owners of sessions that are open, by token hash. */
const readActor = readTogether<Deps, Actor>(async (deps, tokenHashes) => {
  const rows = await deps.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.id as sessionId', 'session.seen_at', 'session.token_hash', 'session.scopes'])
    .select(['person.id as personId', 'person.email', 'person.roles'])
    .select(['person.email_verified_at', 'person.two_factor_at'])
    .where(sql<boolean>`session.token_hash = any(${tokenHashes}::text[])`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', deps.clock())
    .where('person.suspended_at', 'is', null)
    .execute();
  await recordUse(deps, rows);
  return new Map(
    rows.map((row) => {
      const { personId, sessionId, email, roles } = row;
      const hasSecondFactor = row.two_factor_at !== null || isDemoPerson(deps.env, personId);
      const verified = row.email_verified_at !== null;
      const actor = { personId, sessionId, email, roles, verified, hasSecondFactor };
      return [
        row.token_hash,
        row.scopes === null ? actor : { ...actor, roles: [], onlyReads: true, readScopes: row.scopes },
      ];
    }),
  );
});

type SeenSession = { readonly sessionId: string; readonly seen_at: Date | null };

/** Writes at most every five minutes, so that most reads stay reads. */
async function recordUse(deps: Deps, sessions: readonly SeenSession[]): Promise<void> {
  const now = deps.clock();
  const isDue = ({ seen_at: seenAt }: SeenSession) =>
    seenAt === null || now.getTime() - seenAt.getTime() >= seenEveryMs;
  const due = sessions.filter(isDue).map(({ sessionId }) => sessionId);
  if (due.length === 0) return;
  // A locked session is being changed or recorded by another request, which must keep nobody waiting.
  const free = deps.db.selectFrom('session').select('id').where('id', 'in', due).forUpdate().skipLocked();
  await deps.db.updateTable('session').set({ seen_at: now }).where('id', 'in', free).execute();
}

/** The owner of a session's or a read token; null if it is unknown, ended or expired. */
export async function findBearer(deps: Deps, token: string): Promise<Actor | null> {
  return (await readActor(deps, sha256(token))) ?? null;
}

/** The owner of a session's token; null if it is unknown, ended or older than 700 minutes. */
export async function findActor(deps: Deps, token: string): Promise<Actor | null> {
  const actor = await findBearer(deps, token);
  return actor?.readScopes ? null : actor;
}

/** @throws {ServiceError} 401 without a token, 498 with an invalid or expired one */
export async function getActor(deps: Deps, token: string | undefined): Promise<Actor> {
  if (token === undefined) throw new ServiceError(401, 'no_token');
  const actor = token === '' ? null : await findBearer(deps, token);
  if (!actor) throw new ServiceError(invalidTokenStatus, 'token_invalid');
  return actor;
}
