import { type AccessRequest, Pending } from '../core/adapter.ts';
import { repeat } from '../core/clock.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { createTurns } from '../core/turns.ts';
import type { Accounts } from './accounts.ts';
import { isObject, type Rest } from './rest.ts';

/** What must still happen to an account's permissions; it survives a restart. */
type Lock = {
  readonly revision: number;
  /** `closing`: positions are being closed, and the lock follows. `locked`: it holds until `until`, if that is known. */
  readonly phase: 'closing' | 'locked';
  readonly until: number | null;
  readonly reason: string;
};

const adminActions = ['LiquidateImmediately', 'LockTradingImmediately', 'LiquidateOnlyModeImmediately'] as const;
type AdminAction = (typeof adminActions)[number] | 'Normal';

const checkMs = 1_000;
/** Between two questions whether an account is flat after all. */
const askAgainMs = 5_000;
/** The site judges what the vendor's own rules lock for, so that lifting these locks lifts the vendor's too. */
const judgedReasons = ['breach', 'daily-limit'];

/** The vendor has no lock with an end and none that waits until the account is flat, so both are ours. */
export function createAccess(
  rest: Rest,
  accounts: Accounts,
  /** Whether an account seems flat, as far as the stream is complete. */
  seemsFlat: (vendorId: number) => boolean,
  { store, clock, outbox, say }: CoreParts,
) {
  /** Requests and our own steps would overwrite each other's locks. */
  const turns = createTurns();
  const queued = new Set<string>();
  const askedAt = new Map<number, number>();

  const order = (accountId: string, adminAction: AdminAction, adminActionReason: string) =>
    rest.post('/accountRiskStatus/setadminautoliqaction', {
      ...{ accountId: accounts.get(accountId).vendorId, adminAction, adminActionReason },
    });

  async function set(accountId: string, access: AccessRequest): Promise<{ readonly effective: boolean }> {
    const { revision, trading, flatten = false, until = null, reason = '', haltedInstruments = [] } = access;
    if (trading) {
      const isLifted = await lift(accountId, 'the site');
      if (!isLifted) throw new Pending('the vendor’s own lock stays until a person lifts it', 'person');
      if (haltedInstruments.length > 0)
        throw new Pending(`a person must halt ${haltedInstruments.join(', ')} at the vendor`, 'person');
      return { effective: true };
    }
    if (!flatten) {
      await order(accountId, 'LiquidateOnlyModeImmediately', reason);
      store.write(['locks', accountId, { revision, phase: 'locked', until, reason }]);
      return { effective: true };
    }
    store.write(['locks', accountId, { revision, phase: 'closing', until, reason }]);
    await order(accountId, 'LiquidateImmediately', reason);
    await step(accountId);
    return { effective: store.get<Lock>('locks', accountId)?.phase === 'locked' };
  }

  /** Ends our own lock. @returns false if one of the vendor's own remains, which the site hasn't judged */
  async function lift(accountId: string, reason: string): Promise<boolean> {
    const lock = store.get<Lock>('locks', accountId);
    if (!lock) return true;
    const isVendors = isVendorLock(store.get<string>('risk', accountId)) && !judgedReasons.includes(lock.reason);
    if (isVendors) return false;
    await order(accountId, 'Normal', reason);
    store.write(['locks', accountId, null]);
    return true;
  }

  /** Locks an account once it is flat, and lets it trade again once its lock has ended. */
  async function step(accountId: string): Promise<void> {
    const lock = store.get<Lock>('locks', accountId);
    if (lock?.phase === 'closing' && (await isFlat(accounts.get(accountId).vendorId))) {
      await order(accountId, 'LockTradingImmediately', 'flat');
      const { revision } = lock;
      store.write(['locks', accountId, { ...lock, phase: 'locked' }]);
      const event = { type: 'access-effective', at: clock.now(), revision };
      outbox.add(accountId, [{ sourceId: `effective-${revision}`, event }]);
    } else if (lock?.phase === 'locked' && lock.until !== null && clock.now() >= lock.until) {
      await lift(accountId, 'the lock has ended');
    }
  }

  /** The stream may be behind the liquidation, so positions are read back; only once it seems flat, to ask rarely. */
  async function isFlat(vendorId: number): Promise<boolean> {
    if (!seemsFlat(vendorId) || clock.now() < (askedAt.get(vendorId) ?? 0) + askAgainMs) return false;
    const rows = await rest.get(`/position/deps?masterid=${vendorId}`);
    const isSure = Array.isArray(rows) && rows.filter(isObject).every((row) => row['netPos'] === 0);
    if (isSure) askedAt.delete(vendorId);
    else askedAt.set(vendorId, clock.now());
    return isSure;
  }

  function stepAll(): void {
    for (const [accountId] of store.list<Lock>('locks')) {
      if (queued.has(accountId)) continue;
      queued.add(accountId);
      const work = () => {
        queued.delete(accountId);
        return step(accountId);
      };
      turns.take(accountId, work).catch((error) => say(`${accountId}: the lock will be tried again: ${error}`));
    }
  }

  return {
    set: (accountId: string, access: AccessRequest) => turns.take(accountId, () => set(accountId, access)),
    inTurn: turns.take,
    run: (signal: AbortSignal) => repeat(clock, checkMs, signal, async () => stepAll(), say),
    /** Positions have changed, or are now complete. */
    onPositions: stepAll,
    /** The vendor's own lock: evidence, never a verdict. */
    onRiskStatus(status: Readonly<Record<string, unknown>>): void {
      const accountId = accounts.idOf(Number(status['accountId'] ?? status['id']));
      if (accountId === undefined) return;
      const adminAction = String(status['adminAction'] ?? 'Normal');
      const reason = adminAction === 'Normal' && status['liquidateOnly'] === true ? 'liquidateOnly' : adminAction;
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

/** Whether a risk status is a lock that wasn't ordered. */
function isVendorLock(reason = 'Normal'): boolean {
  return reason !== 'Normal' && !adminActions.some((each) => each === reason);
}
