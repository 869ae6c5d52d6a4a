import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';

export const copierChannel = 'copier';

/**
 * Queues leaders' new events for the copier, in the transaction that stores the events. Only inserts rows, so it never
 * waits for a running copy.
 */
export async function queueCopies(deps: Deps, trx: Trx, events: ReadonlyMap<string, readonly DeliveredEvent[]>) {
  const ids = [...events.keys()];
  if (ids.length === 0) return;
  const now = deps.clock();
  const filledAt = ids.map((id) => oldestFillAt(events.get(id) ?? [], now));
  const { rows } = await sql<{ group_id: string }>`
    with queued as (
      insert into copy_queue (leader_id, sequence, filled_at, stored_at)
      select account.id, account.sequence, incoming.filled_at, ${now}
      from unnest(${ids}::text[], ${filledAt}::timestamptz[]) as incoming (id, filled_at)
      join copy_group as linked on linked.leader_id = incoming.id
      join trading_account as account on account.id = incoming.id
      where exists (select from copy_link where copy_link.group_id = linked.id and phase <> 'disarmed')
      returning leader_id
    )
    select copy_group.id as group_id from queued join copy_group using (leader_id)
  `.execute(trx);
  await publishGroups(deps, trx, rows);
}

/** Queues groups in order mode after orders of their leader or of a follower have changed. */
export async function queueOrderCopies(deps: Deps, trx: Trx, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return;
  const { rows } = await sql<{ group_id: string }>`
    with queued as (
      insert into copy_queue (leader_id, sequence, filled_at, stored_at)
      select linked.leader_id, 0, null, ${deps.clock()} from copy_group as linked
      where exists (
        select from copy_link as link
        where link.group_id = linked.id and link.phase <> 'disarmed' and link.copy_mode = 'order'
          and (linked.leader_id = any(${accountIds}::text[]) or link.account_id = any(${accountIds}::text[]))
      )
      returning leader_id
    )
    select copy_group.id as group_id from queued join copy_group using (leader_id)
  `.execute(trx);
  await publishGroups(deps, trx, rows);
}

async function publishGroups({ bus }: Deps, trx: Trx, rows: readonly { readonly group_id: string }[]): Promise<void> {
  const messages = rows.map(({ group_id: payload }) => ({ channel: copierChannel, payload }));
  if (messages.length > 0) await bus.publishAll(trx, messages);
}

/** Queues a check of a person's copy group after their package or one of their accounts has ended. */
export async function queueFollowerCheck(deps: Deps, trx: Trx, personId: string): Promise<void> {
  const group = await trx
    .selectFrom('copy_group')
    .select(['id', 'leader_id'])
    .where('person_id', '=', personId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('copy_link')
          .select('account_id')
          .whereRef('copy_link.group_id', '=', 'copy_group.id')
          .where('phase', '<>', 'disarmed'),
      ),
    )
    .executeTakeFirst();
  if (group) await queueCheck(deps, trx, group);
}

type QueuedGroup = { readonly id: string; readonly leader_id: string };

/** Has the copier check a group although its leader has no new events. */
export async function queueCheck(deps: Deps, trx: Trx, group: QueuedGroup): Promise<void> {
  await queueDeferredCheck(deps, trx, group);
  await deps.bus.publish(trx, copierChannel, group.id);
}

/** Like `queueCheck`, but in the copier's next round, within a second. */
export async function queueDeferredCheck({ clock }: Deps, trx: Trx, { leader_id }: QueuedGroup): Promise<void> {
  await trx.insertInto('copy_queue').values({ leader_id, sequence: 0, filled_at: null, stored_at: clock() }).execute();
}

/** Never later than now, whatever the platform's clock says. */
function oldestFillAt(events: readonly DeliveredEvent[], now: Date): string | null {
  const fills = events.flatMap(({ event }) => (event.type === 'fill' ? [event.at] : []));
  return fills.length === 0 ? null : new Date(Math.min(now.getTime(), ...fills)).toISOString();
}
