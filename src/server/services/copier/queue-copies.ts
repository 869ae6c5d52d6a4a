import { sql } from 'kysely';
import type { Deps, Trx } from '../../deps.ts';
import type { DeliveredEvent } from '../../ports/platform/platform.ts';

/** Announces a group whose leader has new events. */
export const copierChannel = 'copier';

/**
 * Notes leaders' new events for the copier, in the transaction that stores them: either both are kept or neither. Only
 * adds rows, so that it never waits for a running copy.
 */
export async function queueCopies(
  deps: Deps,
  trx: Trx,
  events: ReadonlyMap<string, readonly DeliveredEvent[]>,
): Promise<void> {
  const ids = [...events.keys()];
  if (ids.length === 0) return;
  const hasFill = ids.map((id) => (events.get(id) ?? []).some(({ event }) => event.type === 'fill'));
  const { rows } = await sql<{ group_id: string }>`
    with queued as (
      insert into copy_due (leader_id, sequence, has_fill, stored_at)
      select account.id, account.sequence, given.has_fill, ${deps.clock()}
      from unnest(${ids}::text[], ${hasFill}::boolean[]) as given (id, has_fill)
      join copy_group as linked on linked.leader_id = given.id
      join trading_account as account on account.id = given.id
      where exists (select from copy_link where copy_link.group_id = linked.id and phase <> 'disarmed')
      returning leader_id
    )
    select copy_group.id as group_id from queued join copy_group using (leader_id)
  `.execute(trx);
  const messages = rows.map(({ group_id: payload }) => ({ channel: copierChannel, payload }));
  if (messages.length > 0) await deps.bus.publishAll(trx, messages);
}
