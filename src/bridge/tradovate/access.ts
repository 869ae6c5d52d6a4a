import type { AccessRequest } from '../core/adapter.ts';
import { repeat } from '../core/clock.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import type { Book } from './book.ts';
import type { Rest } from './rest.ts';

/** What must still happen to an account's permissions; it survives a restart. */
type Lock = {
  readonly revision: number;
  /** `closing`: positions are being closed, and the lock follows. `locked`: it holds until `until`, if that is known. */
  readonly phase: 'closing' | 'locked';
  readonly until: number | null;
};

type AdminAction = 'LiquidateImmediately' | 'LockTradingImmediately' | 'LiquidateOnlyModeImmediately' | 'Normal';

const checkMs = 1_000;

/** The vendor has no lock with an end and none that waits until the account is flat, so both are ours. */
export function createAccess(rest: Rest, accounts: Accounts, book: Book, { store, clock, outbox, say }: CoreParts) {
  const order = (accountId: string, adminAction: AdminAction, adminActionReason: string) =>
    rest.post('/accountRiskStatus/setadminautoliqaction', {
      ...{ accountId: accounts.get(accountId).vendorId, adminAction, adminActionReason },
    });
  const stepping = new Set<string>();

  async function set(accountId: string, access: AccessRequest): Promise<{ readonly effective: boolean }> {
    const { revision, trading, flatten = false, until = null, reason = '' } = access;
    if (trading) {
      await order(accountId, 'Normal', 'the site');
      store.write(['locks', accountId, null]);
      return { effective: true };
    }
    if (!flatten) {
      await order(accountId, 'LiquidateOnlyModeImmediately', reason);
      store.write(['locks', accountId, { revision, phase: 'locked', until }]);
      return { effective: true };
    }
    store.write(['locks', accountId, { revision, phase: 'closing', until }]);
    await order(accountId, 'LiquidateImmediately', reason);
    await step(accountId);
    return { effective: store.get<Lock>('locks', accountId)?.phase === 'locked' };
  }

  /** Locks an account once it is flat, and lets it trade again once its lock has ended. */
  async function step(accountId: string): Promise<void> {
    const lock = store.get<Lock>('locks', accountId);
    if (!lock || stepping.has(accountId)) return;
    stepping.add(accountId);
    try {
      if (lock.phase === 'closing' && book.isFlat(accounts.get(accountId).vendorId)) {
        await order(accountId, 'LockTradingImmediately', 'flat');
        const { revision } = lock;
        store.write(['locks', accountId, { ...lock, phase: 'locked' }]);
        const event = { type: 'access-effective', at: clock.now(), revision };
        outbox.add(accountId, [{ sourceId: `effective-${revision}`, event }]);
      } else if (lock.phase === 'locked' && lock.until !== null && clock.now() >= lock.until) {
        await order(accountId, 'Normal', 'the lock has ended');
        store.write(['locks', accountId, null]);
      }
    } finally {
      stepping.delete(accountId);
    }
  }

  async function stepAll(): Promise<void> {
    for (const [accountId] of store.list<Lock>('locks'))
      await step(accountId).catch((error) => say(`${accountId}: the lock will be tried again: ${error}`));
  }

  return {
    set,
    run: (signal: AbortSignal) => repeat(clock, checkMs, signal, stepAll, say),
    onPositions: () => void stepAll(),
    /** The vendor's own lock: evidence for the risk desk, never a verdict. */
    onRiskStatus(status: Readonly<Record<string, unknown>>): void {
      const accountId = accounts.idOf(Number(status['accountId'] ?? status['id']));
      if (accountId === undefined) return;
      const reason = String(status['adminAction'] ?? (status['liquidateOnly'] ? 'liquidateOnly' : 'Normal'));
      const isLocked = reason !== 'Normal';
      const before = store.get<string>('risk', accountId) ?? 'Normal';
      if (before === reason) return;
      store.write(['risk', accountId, reason]);
      const floor = Number(status['minNetLiq']);
      const event = {
        ...{ type: 'platform-lock', at: clock.now(), isLocked, reason: reason.slice(0, 200), equityCents: null },
        floorCents: Number.isFinite(floor) ? Math.round(floor * 100) : null,
      };
      outbox.add(accountId, [{ sourceId: `risk-${clock.now()}-${reason}`.slice(0, 80), event }]);
    },
  };
}
