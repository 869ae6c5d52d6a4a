import { type Deps, invalid, notFound } from '#server/core/deps.ts';
import type { ReceivedRequest } from '#shared/accounts/bridge-signature.ts';
import { bridgeUnreadRowsSchema } from '../ports/platform/bridge-messages.ts';
import { readBridgeMessage } from './read-message.ts';
import { findBridgeAccount } from './receive.ts';
import { storeUnreadRows } from './store-unread-rows.ts';

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
