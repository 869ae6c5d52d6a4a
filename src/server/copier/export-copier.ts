import { findRow, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

/** A person's leader, followers and whole copy log; null if they never set up Thor. */
export async function exportCopier({ db }: Pick<Deps, 'db'>, personId: string): Promise<object | null> {
  const group = await findRow(db, 'copy_group', { person_id: personId }, ['id', 'leader_id', 'created_at']);
  if (!group) return null;
  const followers = await db
    .selectFrom('copy_link')
    .select(['account_id', 'copy_mode', 'sizing', 'daily_stop_cents', 'phase', 'disarm_reason', 'waiting', 'missed'])
    .select(['unmatched', 'copied_at'])
    .where('group_id', '=', group.id)
    .orderBy('position')
    .execute();
  const log = await listRows(db, 'copy_log', { group_id: group.id }, ['number', 'at', 'record', 'hash', 'signature'], {
    orderBy: 'number',
  });
  const { leader_id, created_at } = group;
  return { leader_id, created_at, followers, log };
}
