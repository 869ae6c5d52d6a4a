import { sql } from 'kysely';
import type { Deps, Trx } from '#server/core/deps.ts';
import { invalid, notFound } from '#server/core/errors.ts';
import type { ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import type { UnbookedReason } from '#shared/risk/office.ts';
import { bridgeUnreadRowsSchema } from '../ports/platform/bridge-messages.ts';
import { readBridgeMessage } from './read-message.ts';
import { findBridgeAccount } from './receive.ts';

/**
 * Stores the rows of a statement that the bridge couldn't book, in place of those of the same file before. An unchanged
 * row keeps the time it was first reported, and stays dismissed. @throws as for deliveries
 */
export async function receiveUnreadRows(deps: Deps, request: ReceivedRequest): Promise<{ readonly parked: number }> {
  const parsed = bridgeUnreadRowsSchema.safeParse(await readBridgeMessage(deps, request));
  if (!parsed.success) {
    throw invalid(Object.fromEntries(parsed.error.issues.map(({ path }) => [path.join('.') || 'body', ['invalid']])));
  }
  const { account, file, rows } = parsed.data;
  const accountId = await findBridgeAccount(deps, account);
  if (accountId === undefined) throw notFound();
  const byLine = new Map(rows.map((row) => [row.line, row]));
  const lines = [...byLine.keys()];
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('unread_row')
      .where('account_id', '=', accountId)
      .where('file', '=', file)
      .$if(lines.length > 0, (query) => query.where('line', 'not in', lines))
      .execute();
    await storeUnreadRows(deps, trx, accountId, file, [...byLine.values()]);
  });
  if (byLine.size > 0) deps.log.error({ accountId, file, rows: byLine.size }, 'rows of a statement are not booked');
  return { parked: byLine.size };
}

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
