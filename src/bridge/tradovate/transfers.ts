import type { Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTransfers } from '../core/transfers.ts';
import type { Accounts } from './accounts.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

/** The vendor takes less than this at once. */
const maxCents = 9_999_999;

/** The request's id is a transfer's comment, by which the account's log is searched; it holds only the current session. */
export function createTradovateTransfers(
  rest: Rest,
  { currencyId }: Pick<TradovateSettings, 'currencyId'>,
  accounts: Accounts,
  parts: Pick<CoreParts, 'store' | 'clock'>,
) {
  const transfers = createTransfers(
    {
      ...{ maxCents, script: 'tradovate-bridge.mjs' },
      send: (accountId, amountCents, comment) =>
        rest.post('/fundTransaction/adjustcash', {
          ...{ accountId: accounts.get(accountId).vendorId, cashChange: amountCents / 100 },
          ...{ cashChangeType: amountCents < 0 ? 'ChallengePayout' : 'ManualAdjustment', currencyId, comment },
        }),
      async look(accountId, comment) {
        const rows = await rest.list(`/cashBalanceLog/deps?masterid=${accounts.get(accountId).vendorId}`);
        const row = rows.find((each) => each['comment'] === comment);
        if (row) takeLog(row);
      },
      platformAccountIdOf: (accountId) => accounts.get(accountId).platformAccountId,
      describe: (comment) => `with the comment ${comment}`,
    },
    parts,
  );

  /** Remembers from the account's log that a transfer was made. @returns whether the row is one of ours */
  function takeLog(row: Row): boolean {
    const comment = String(row['comment'] ?? '');
    if (!transfers.find(comment)) return false;
    transfers.confirm(comment, Date.parse(String(row['timestamp'])));
    return true;
  }

  return { ...transfers, takeLog };
}

export type TradovateTransfers = ReturnType<typeof createTradovateTransfers>;
