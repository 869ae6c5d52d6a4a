import type { Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import type { TradovateTransfers } from './transfers.ts';

/** What is booked as an adjustment. Other kinds repeat what fills say, or start an account or a session. */
const causes: Readonly<Record<string, 'fee' | 'correction'>> = {
  LiquidationFee: 'fee',
  ManualAdjustment: 'correction',
  FundTransaction: 'correction',
  // A payout that the site requested is one of our transfers; this one was made by hand.
  ChallengePayout: 'correction',
};

/** Reports money that moved outside trading and wasn't sent by us, since the account was opened or reset. */
export function createCashLog({ outbox, metrics }: CoreParts, accounts: Accounts, transfers: TradovateTransfers) {
  return {
    take(row: Row): void {
      const cause = causes[String(row['cashChangeType'])];
      const accountId = accounts.idOf(Number(row['accountId']));
      const [at, amountCents] = [Date.parse(String(row['timestamp'])), Math.round(Number(row['delta']) * 100)];
      if (transfers.takeLog(row) || cause === undefined || accountId === undefined || amountCents === 0) return;
      const { startedAt } = accounts.get(accountId);
      // While the account is being reset, there is no such time.
      if (startedAt === null || at <= startedAt) return;
      metrics.count('adjustments');
      outbox.add(accountId, [{ sourceId: `cash-${row['id']}`, event: { type: 'adjustment', at, amountCents, cause } }]);
    },
  };
}
