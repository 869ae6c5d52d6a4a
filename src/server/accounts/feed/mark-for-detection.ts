import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';

/** Marks accounts with new fills, in the transaction that stores them, so that detection reads only new fills. */
export async function markForDetection(trx: Trx, events: ReadonlyMap<string, readonly DeliveredEvent[]>) {
  const due = [...events].flatMap(([id, list]) => {
    const times = list.flatMap(({ event }) => (event.type === 'fill' ? [event.at] : []));
    return times.length === 0 ? [] : [{ id, since: times.reduce((left, right) => Math.min(left, right)) }];
  });
  if (due.length === 0) return;
  await sql`
    insert into detection_queue (account_id, since)
    select id, to_timestamp(since / 1000.0)
    from unnest(${due.map(({ id }) => id)}::text[], ${due.map(({ since }) => since)}::bigint[]) as incoming (id, since)
    on conflict (account_id) do update
      set since = least(detection_queue.since, excluded.since), revision = detection_queue.revision + 1
  `.execute(trx);
}
