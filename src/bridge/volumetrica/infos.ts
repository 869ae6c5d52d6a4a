import type { Access } from '../core/access.ts';
import { unlocked } from '../core/access.ts';
import type { BalanceReport, PositionReport } from '../core/adapter.ts';
import { isObject, type Row } from '../core/answers.ts';
import type { Contracts } from '../core/contracts.ts';
import { equityId } from '../core/outbox.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { type Accounts, permissions, statuses } from './accounts.ts';
import { rowsOf, toCents } from './rest.ts';

type Info = {
  readonly readAt: number;
  readonly balanceCents: number;
  readonly equityCents: number | null;
  readonly positions: readonly { readonly contractId: number; readonly quantity: number }[];
};

/** A quiet account has nothing on its way. */
const quietMs = 2_000;
/** The site checks floors against each of these; traders see no more than one a second. */
const equityEveryMs = 1_000;

const centsOrNull = (dollars: unknown) => (typeof dollars === 'number' ? toCents(dollars) : null);

/** What the vendor says about accounts: balance, positions, open profit and its own locks. */
export function createInfos(
  { clock, outbox, metrics }: CoreParts,
  accounts: Accounts,
  contracts: Contracts,
  access: Pick<Access, 'onVendorLock' | 'isLocked'>,
) {
  const infos = new Map<string, Info>();
  const changed = new Set<string>();
  const reported = new Map<string, { readonly at: number; readonly openProfitCents: number }>();

  function tellEquity(accountId: string, { readAt, balanceCents, positions, equityCents }: Info): void {
    // Nobody has quoted its contracts yet.
    if (equityCents === null || positions.length === 0) return;
    const [before, openProfitCents] = [reported.get(accountId), equityCents - balanceCents];
    if (before && (before.openProfitCents === openProfitCents || readAt < before.at + equityEveryMs)) return;
    reported.set(accountId, { at: readAt, openProfitCents });
    metrics.count('equities');
    const event = { type: 'equity', at: readAt, openProfitCents };
    outbox.pass(accountId, { sourceId: equityId(readAt), event });
  }

  /** The vendor's own lock, if our own doesn't explain what it says. */
  function stateOf(accountId: string, info: Row): string {
    if (info['status'] === statuses.failed) return 'ChallengeFailed';
    if (info['status'] === statuses.disabled) return 'Disabled';
    if (info['tradingPermission'] === permissions.paused) return 'RiskPause';
    if (access.isLocked(accountId)) return unlocked;
    if (info['tradingPermission'] === permissions.readOnly) return 'ReadOnly';
    return info['tradingPermission'] === permissions.liquidateOnly ? 'LiquidateOnly' : unlocked;
  }

  return {
    take(accountId: string, row: Row, readAt: number): void {
      const { startedAt, isClosed } = accounts.get(accountId);
      const snapshot = isObject(row['snapshot']) ? row['snapshot'] : {};
      // While it is opened or reset, it is paused by us.
      if (startedAt === null || isClosed || typeof snapshot['balance'] !== 'number') return;
      const positions = rowsOf(row['positions'])
        .map((each) => ({ contractId: Number(each['contractId']), quantity: Number(each['quantity']) }))
        .filter(({ quantity }) => quantity !== 0);
      const equityCents = centsOrNull(snapshot['equity']);
      infos.set(accountId, { readAt, balanceCents: toCents(snapshot['balance']), equityCents, positions });
      changed.add(accountId);
      access.onVendorLock(accountId, {
        state: stateOf(accountId, row),
        floorCents: centsOrNull(snapshot['stopDrawdownBalance']),
        equityCents,
      });
    },
    /** Tells the open profit of what was read, once the fills that led to it have been read too. */
    tellEquities(): void {
      for (const accountId of changed) {
        const info = infos.get(accountId);
        if (info) tellEquity(accountId, info);
      }
      changed.clear();
    },
    readAt: (accountId: string) => infos.get(accountId)?.readAt ?? 0,
    /** Of accounts that were read since a time and are quiet. */
    async report(since: number, changedAt: (accountId: string) => number): Promise<readonly BalanceReport[]> {
      const reports: BalanceReport[] = [];
      for (const [accountId, { readAt, balanceCents, positions }] of infos) {
        if (readAt < since || readAt - changedAt(accountId) < quietMs) continue;
        if (accounts.get(accountId).startedAt === null) continue;
        const held: PositionReport[] = [];
        for (const { contractId, quantity } of positions) {
          const contract = await contracts.find(contractId);
          if (contract) held.push({ ...contract, quantity });
        }
        reports.push({ accountId, at: Math.min(readAt, clock.now()), balanceCents, positions: held });
      }
      return reports;
    },
  };
}

export type Infos = ReturnType<typeof createInfos>;
