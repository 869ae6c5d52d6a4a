import type { BalanceReport, PositionReport } from '../core/adapter.ts';
import { parseContract } from '../core/contracts.ts';
import { equityId } from '../core/outbox.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { RithmicSettings } from './settings.ts';
import { type Message, numberOf, textOf, timeOf } from './wire.ts';

type Position = { readonly symbol: string; readonly quantity: number; readonly at: number };
type Account = { readonly balanceCents: number; readonly at: number; readonly snapshotAt: number };

/** A quiet account has nothing on its way. */
const quietMs = 2_000;
const centsOf = (message: Message, name: 'accountBalance' | 'cashOnHand' | 'openProfit') =>
  Math.round(Number(textOf(message, name)) * 100);

/**
 * What the vendor's accounts hold: balance, positions and open profit. After a connection is opened, the vendor may show
 * what was before: figures older than a fill of theirs aren't compared, and none of a snapshot is a price.
 */
export function createHoldings(
  { clock, outbox }: CoreParts,
  { balance }: Pick<RithmicSettings['open'], 'balance'>,
  accountIdOf: (vendorId: string) => string | undefined,
) {
  const accounts = new Map<string, Account>();
  const positions = new Map<string, Map<string, Position>>();
  /** The vendor's time of the newest fill, by account and symbol. */
  const fills = new Map<string, Map<string, number>>();
  const changedAt = new Map<string, number>();
  const openProfits = new Map<string, { readonly at: number; readonly cents: number }>();

  const ofAccount = <Value>(all: Map<string, Map<string, Value>>, vendorId: string) => {
    const own = all.get(vendorId) ?? new Map<string, Value>();
    all.set(vendorId, own);
    return own;
  };

  return {
    takeFill(vendorId: string, symbol: string, at: number): void {
      const own = ofAccount(fills, vendorId);
      own.set(symbol, Math.max(at, own.get(symbol) ?? 0));
      changedAt.set(vendorId, clock.now());
    },
    takePosition(message: Message): void {
      const [vendorId, symbol, at] = [textOf(message, 'accountId'), textOf(message, 'symbol'), timeOf(message)];
      const own = ofAccount(positions, vendorId);
      if (at < (own.get(symbol)?.at ?? 0)) return;
      own.set(symbol, { symbol, quantity: numberOf(message, 'netQuantity'), at });
      changedAt.set(vendorId, clock.now());
    },
    takeAccount(message: Message): void {
      const [vendorId, at] = [textOf(message, 'accountId'), timeOf(message)];
      const before = accounts.get(vendorId);
      if (at < (before?.at ?? 0)) return;
      const isSnapshot = message.isSnapshot?.[0] === 1;
      const snapshotAt = isSnapshot ? at : (before?.snapshotAt ?? Number.POSITIVE_INFINITY);
      const balanceCents = centsOf(message, balance);
      if (before?.balanceCents !== balanceCents) changedAt.set(vendorId, clock.now());
      accounts.set(vendorId, { balanceCents, at, snapshotAt });
      if (at > snapshotAt) openProfits.set(vendorId, { at, cents: centsOf(message, 'openProfit') });
    },
    /** The connection is lost: what is known is no longer current. */
    forget(): void {
      accounts.clear();
      positions.clear();
      openProfits.clear();
    },
    /** Sends the newest open profit of each account that has changed. */
    sendOpenProfits(): void {
      for (const [vendorId, { at, cents }] of openProfits) {
        const accountId = accountIdOf(vendorId);
        const event = { type: 'equity', at, openProfitCents: cents };
        if (accountId !== undefined) outbox.pass(accountId, { sourceId: equityId(at), event });
      }
      openProfits.clear();
    },
    report(isSettled: (accountId: string) => boolean): readonly BalanceReport[] {
      const now = clock.now();
      return [...accounts].flatMap(([vendorId, { balanceCents, at }]) => {
        const accountId = accountIdOf(vendorId);
        const held = ofAccount(positions, vendorId);
        const isCurrent = [...(fills.get(vendorId) ?? [])].every(
          ([symbol, filledAt]) => at >= filledAt && (held.get(symbol)?.at ?? 0) >= filledAt,
        );
        const isQuiet = now - (changedAt.get(vendorId) ?? 0) >= quietMs;
        if (accountId === undefined || !isCurrent || !isQuiet || !isSettled(accountId)) return [];
        const reported = [...held.values()].flatMap(({ symbol, quantity }): PositionReport[] => {
          const contract = parseContract(symbol, now);
          return contract && quantity !== 0 ? [{ ...contract, quantity }] : [];
        });
        return [{ accountId, at: now, balanceCents, positions: reported }];
      });
    },
  };
}
