import { sql } from 'kysely';
import type { Trx } from '#server/core/deps.ts';
import { type Amendment, amendFill } from '#shared/accounts/amend-fill.ts';
import type { PerAccount } from '../event-log/feed-rows.ts';
import type { DeliveredEvent } from '../ports/platform/platform.ts';

type Waiting = {
  readonly account_id: string;
  readonly fill_source_id: string;
  readonly source_id: string;
  readonly amendment: Amendment;
};

/**
 * Fills whose corrections or fees arrived before them, as they count: changed, or left out if they never happened. Those
 * are also left out when the platform repeats them.
 */
export async function applyAmendments(
  trx: Trx,
  delivered: PerAccount<readonly DeliveredEvent[]>,
): Promise<PerAccount<readonly DeliveredEvent[]>> {
  const fills = [...delivered].flatMap(([id, list]) =>
    list.flatMap((entry) =>
      entry.event.type === 'fill' ? [{ id, sourceId: entry.sourceId, event: entry.event }] : [],
    ),
  );
  if (fills.length === 0) return delivered;
  const { rows } = await sql<Waiting>`
    update fill_amendment set original = coalesce(original, incoming.event::jsonb)
    from unnest(
      ${fills.map(({ id }) => id)}::text[],
      ${fills.map(({ sourceId }) => sourceId)}::text[],
      ${fills.map(({ event }) => JSON.stringify(event))}::text[]
    ) as incoming (account_id, fill_source_id, event)
    where fill_amendment.account_id = incoming.account_id
      and fill_amendment.fill_source_id = incoming.fill_source_id
    returning fill_amendment.account_id, fill_amendment.fill_source_id, fill_amendment.source_id, amendment
  `.execute(trx);
  if (rows.length === 0) return delivered;
  const byFill = Map.groupBy(rows, (row) => `${row.account_id} ${row.fill_source_id}`);
  return new Map(
    [...delivered].map(([id, list]) => [
      id,
      list.flatMap(({ sourceId, event }) => {
        const found = byFill.get(`${id} ${sourceId}`);
        if (event.type !== 'fill' || !found) return [{ sourceId, event }];
        const fill = amendFill(
          event,
          found.map((row) => ({ sourceId: row.source_id, amendment: row.amendment })),
        );
        return fill === null ? [] : [{ sourceId, event: fill }];
      }),
    ]),
  );
}
