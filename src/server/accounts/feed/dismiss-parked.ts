import { sql } from 'kysely';
import { type Actor, type Deps, notFound, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { dismissParked } from '#shared/firm/contract-corrections.ts';

/**
 * Ends the wait of an event or of a statement's row that will never be booked. It stays stored, so that the platform's
 * repetition doesn't park it again. @throws {ServiceError} 404 unless it waits
 */
export async function dismissParkedItem(deps: Deps, actor: Actor, { parkedId, reason }: BodyOf<typeof dismissParked>) {
  await deps.db.transaction().execute(async (trx) => {
    const at = deps.clock();
    const { rows } = await sql<{ account_id: string; item: unknown }>`
      with event as (
        update parked_event set dismissed_at = ${at}
        where account_id || ':' || source_id = ${parkedId} and dismissed_at is null
        returning account_id, event as item
      ), unread as (
        update unread_row set dismissed_at = ${at}
        where account_id || ':' || file || ':' || line = ${parkedId} and dismissed_at is null
        returning account_id, jsonb_build_object('file', file, 'line', line, 'reason', reason, 'value', value) as item
      )
      select * from event union all select * from unread`.execute(trx);
    const [found] = rows;
    if (!found) throw notFound();
    await writeAudit(deps, trx, actor, 'parked-dismissed', ['account', found.account_id], {
      parkedId,
      reason,
      item: found.item,
    });
  });
}
