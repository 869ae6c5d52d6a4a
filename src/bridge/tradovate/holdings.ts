import type { BalanceReport, PositionReport } from '../core/adapter.ts';
import type { Row } from '../core/answers.ts';
import type { Clock } from '../core/clock.ts';
import type { Contracts } from '../core/contracts.ts';

type Position = { readonly vendorId: number; readonly contractId: number; readonly quantity: number };

/** A quiet account has nothing on its way. */
const quietMs = 2_000;

/** What the vendor's accounts hold: positions and cash. */
export function createHoldings(
  clock: Clock,
  contracts: Contracts,
  accountIdOf: (vendorId: number) => string | undefined,
) {
  const positions = new Map<string, Position>();
  const balances = new Map<number, number>();
  const changedAt = new Map<number, number>();
  const touch = (vendorId: number) => void changedAt.set(vendorId, clock.now());

  return {
    /** Something of the account is on its way. */
    touch,
    takePosition(row: Row): void {
      const [vendorId, contractId] = [Number(row['accountId']), Number(row['contractId'])];
      positions.set(`${vendorId} ${contractId}`, { vendorId, contractId, quantity: Number(row['netPos']) });
      touch(vendorId);
    },
    takeBalance(row: Row): void {
      const vendorId = Number(row['accountId']);
      balances.set(vendorId, Math.round(Number(row['amount']) * 100));
      touch(vendorId);
    },
    isFlat: (vendorId: number) =>
      [...positions.values()].every((each) => each.vendorId !== vendorId || each.quantity === 0),
    async report(): Promise<readonly BalanceReport[]> {
      const now = clock.now();
      const reports: BalanceReport[] = [];
      for (const [vendorId, balanceCents] of balances) {
        const accountId = accountIdOf(vendorId);
        if (accountId === undefined || now - (changedAt.get(vendorId) ?? 0) < quietMs) continue;
        const held: PositionReport[] = [];
        for (const position of positions.values()) {
          if (position.vendorId !== vendorId || position.quantity === 0) continue;
          const contract = await contracts.find(position.contractId);
          if (contract) held.push({ ...contract, quantity: position.quantity });
        }
        reports.push({ accountId, at: now, balanceCents, positions: held });
      }
      return reports;
    },
  };
}

export type Holdings = ReturnType<typeof createHoldings>;
