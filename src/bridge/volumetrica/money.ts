import { minuteMs } from '#lib/durations.ts';
import { movesFloorToLock } from '#shared/accounts/rules/payout-floor.ts';
import type { Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTransfers } from '../core/transfers.ts';
import type { Accounts } from './accounts.ts';
import { type Rest, toCents, toTime } from './rest.ts';

/** What moves money outside of trading; commissions (4) and trades (5) repeat what fills say. */
const types = { deposit: 1, withdrawal: 2, adjustment: 3 } as const;
const actions = { withdraw: 3, deposit: 4 } as const;

const maxCents = 100_000_000;
/** The vendor's clock may be behind ours. What was moved by hand before has been claimed by then. */
const skewMs = 10 * minuteMs;

/**
 * Transfers, and what others moved. The vendor's records name no request: one of them is a transfer of ours if account,
 * amount and time are right, and each counts for one transfer only.
 */
export function createMoney(rest: Rest, accounts: Accounts, parts: CoreParts) {
  const { store, outbox, metrics } = parts;

  const transfers = createTransfers(
    {
      ...{ maxCents, script: 'volumetrica-bridge.mjs' },
      send(accountId, amountCents) {
        const { vendorId, rules } = accounts.get(accountId);
        return rest.send('POST', '/TradingAccount/UpdateBalance', {
          ...{ accountId: vendorId, value: Math.abs(amountCents) / 100 },
          action: amountCents < 0 ? actions.withdraw : actions.deposit,
          // Only where the rules move the floor with a payout, and to the vendor's own threshold.
          ...(amountCents < 0 && movesFloorToLock(rules) ? { moveDrawdownToThresholdLimit: true } : {}),
        });
      },
      async look(_accountId, id) {
        const sent = transfers.find(id);
        if (sent) await read(sent.sentAt - skewMs);
      },
      platformAccountIdOf: (accountId) => accounts.get(accountId).platformAccountId,
      describe: (_id, { sentAt }) => `at about ${new Date(sentAt).toISOString()}`,
    },
    parts,
  );

  function findOwn(accountId: string, amountCents: number, at: number): string | undefined {
    const isIt = (id: string) => {
      const sent = transfers.find(id);
      return sent?.accountId === accountId && sent.amountCents === amountCents && at >= sent.sentAt - skewMs;
    };
    return transfers
      .list()
      .map(([id]) => id)
      .find((id) => store.get('claims', id) === undefined && isIt(id));
  }

  function take(accountId: string, row: Row): void {
    const transactionId = String(row['transactionId']);
    const amountCents = amountOf(row);
    if (amountCents === 0 || store.get('claimed', transactionId)) return;
    const at = toTime(row['utc']);
    const own = findOwn(accountId, amountCents, at);
    if (own !== undefined) {
      store.write(['claimed', transactionId, own], ['claims', own, transactionId]);
      transfers.confirm(own, at);
      return;
    }
    const { startedAt } = accounts.get(accountId);
    // While the account is being reset, there is no such time.
    if (startedAt === null || at <= startedAt) return;
    metrics.count('adjustments');
    const event = { type: 'adjustment', at, amountCents, cause: 'correction' };
    outbox.add(accountId, [{ sourceId: `cash-${transactionId}`, event }], ['claimed', transactionId, 'not ours']);
  }

  async function read(since: number): Promise<void> {
    const query = { utcStartDt: new Date(since).toISOString() };
    for (const [vendorId, rows] of await rest.getBulk('/Bulk/TransactionList', query)) {
      const accountId = accounts.idOf(vendorId);
      if (accountId !== undefined) for (const row of rows) take(accountId, row);
    }
  }

  return { ...transfers, read };
}

export type Money = ReturnType<typeof createMoney>;

/** Cents that came into the account, whatever sign the vendor writes. */
function amountOf(row: Row): number {
  const cents = toCents(row['amount']);
  if (row['type'] === types.deposit) return Math.abs(cents);
  if (row['type'] === types.withdrawal) return -Math.abs(cents);
  return row['type'] === types.adjustment ? cents : 0;
}
