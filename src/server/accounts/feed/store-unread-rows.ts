import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import type { UnbookedReason } from '#shared/risk/office-platform.ts';

/** Stores rows that aren't booked. An unchanged row keeps its time, and stays dismissed. */
export async function storeUnreadRows(
  deps: Deps,
  trx: Trx,
  accountId: string,
  file: string,
  rows: readonly { readonly line: number; readonly reason: UnbookedReason; readonly value: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('unread_row')
    .values(
      rows.map(({ line, reason, value }) => ({
        ...{ account_id: accountId, file, line, reason, value, reported_at: deps.clock() },
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'file', 'line']).doUpdateSet(({ ref }) => ({
        reason: ref('excluded.reason'),
        value: ref('excluded.value'),
        dismissed_at: sql<Date | null>`case
          when unread_row.reason = excluded.reason and unread_row.value = excluded.value
          then unread_row.dismissed_at end`,
      })),
    )
    .execute();
}
