import type { Deps } from '#server/core/deps.ts';

const batchSize = 1_000;

/** When each session expires; sessions that have ended are missing. */
export async function listSessionExpiries(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const distinct = [...new Set(sessionIds)];
  const found = new Map<string, number>();
  for (let from = 0; from < distinct.length; from += batchSize) {
    const rows = await db
      .selectFrom('session')
      .select(['id', 'expires_at'])
      .where('id', 'in', distinct.slice(from, from + batchSize))
      .where('ended_at', 'is', null)
      .where('expires_at', '>', clock())
      .execute();
    for (const { id, expires_at: expiresAt } of rows) found.set(id, expiresAt.getTime());
  }
  return found;
}
