import { describeUserAgent } from '#lib/user-agent.ts';
import { above, isNull, listRows } from '#server/core/database/rows.ts';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchSessions } from '#shared/people/contract-security.ts';

export async function listSessions(deps: Deps, actor: Actor): Promise<DataOf<typeof fetchSessions>> {
  const rows = await listRows(
    deps.db,
    'session',
    { person_id: actor.personId, ended_at: isNull, expires_at: above(deps.clock()) },
    ['id', 'user_agent', 'ip', 'created_at', 'expires_at', 'seen_at', 'name', 'scopes'],
    { orderBy: ['created_at desc', 'id'], limit: 100 },
  );
  const sessions = rows.map((row) => ({
    id: row.id,
    ...describeUserAgent(row.user_agent),
    place: row.ip,
    openedAt: row.created_at.getTime(),
    seenAt: (row.seen_at ?? row.created_at).getTime(),
    expiresAt: row.expires_at.getTime(),
    current: row.id === actor.sessionId,
    readToken: row.scopes && { name: row.name ?? '', scopes: [...row.scopes] },
  }));
  return { sessions };
}
