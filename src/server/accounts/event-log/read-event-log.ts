import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';
import type { EventLogLine } from '#shared/accounts/event-log.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';

const rowsPerPage = 5_000;

/** An account's events up to and including a time, in pages, in the order they apply; only of `type` if it is set. */
export async function* readEventLogPages(
  deps: Deps,
  accountId: string,
  untilMs: number,
  type?: AccountEvent['type'],
): AsyncGenerator<readonly EventLogLine[]> {
  const typeFilter = type === undefined ? sql`` : sql`and type = ${type}`;
  let after: { at: Date; sourceId: string } = { at: new Date(0), sourceId: '' };
  for (;;) {
    const { rows } = await sql<{ source_id: string; at: Date; event: AccountEvent }>`
      select source_id, at, event from account_event
      where account_id = ${accountId} and at <= ${new Date(untilMs)} and at >= ${after.at}
        and (at > ${after.at} or source_id collate "C" > ${after.sourceId}) ${typeFilter}
      order by at, source_id collate "C"
      limit ${rowsPerPage}
    `.execute(deps.db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ source_id: sourceId, event }) => ({ sourceId, event }));
    if (rows.length < rowsPerPage) return;
    after = { at: last.at, sourceId: last.source_id };
  }
}
