import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { AccessRequest } from './adapter.ts';
import { Pending } from './adapter.ts';
import { createBackoff } from './backoff.ts';
import { repeat } from './clock.ts';
import type { CoreParts } from './run-bridge.ts';
import { createTurns } from './turns.ts';

/** What must still happen to an account's permissions; it survives a restart. */
type Lock = {
  readonly revision: number;
  /** `closing`: positions are being closed, and the lock follows. `locked`: it holds until `until`, if that is known. */
  readonly phase: 'closing' | 'locked';
  readonly until: number | null;
  readonly reason: string;
};

/** `flatten` closes all positions, `lock` refuses every order, `close-only` lets the trader close, `normal` ends either. */
export type LockOrder = 'flatten' | 'lock' | 'close-only' | 'normal';

type Vendor = {
  order(accountId: string, what: LockOrder, reason: string): Promise<unknown>;
  /** Whether the vendor itself says that an account is flat. */
  isFlat(accountId: string): Promise<boolean>;
  /** Whether a state of the vendor's is a lock that wasn't ordered. */
  isOwnLock(state: string): boolean;
  /** Holds the trader's own limits and no others, as far as the vendor can. */
  stop?(accountId: string, limits: DayLimits | null): Promise<void>;
  /** Halts these instruments and no others. @throws {Pending} if a person must do it */
  halt(accountId: string, instruments: readonly string[]): Promise<void>;
};

/** How the vendor holds an account, in its own word, with what led to it. */
type VendorLock = { readonly state: string; readonly floorCents: number | null; readonly equityCents: number | null };

export const unlocked = 'Normal' as const;
const checkMs = 1_000;
/** The site judges what the vendor's own rules lock for, so that lifting these locks lifts the vendor's too. */
const judgedReasons = ['breach', 'daily-limit', 'flat-by', 'personal-stop'];

/** Vendors have no lock with an end and none that waits until the account is flat, so both are ours. */
export function createAccess(vendor: Vendor, { store, clock, outbox, say }: CoreParts) {
  /** Requests and our own steps would overwrite each other's locks. */
  const turns = createTurns();
  const queued = new Set<string>();
  /** Of accounts whose last step failed: when the next may begin. */
  const failing = new Map<string, { readonly backoff: ReturnType<typeof createBackoff>; readonly nextAt: number }>();
  const find = (accountId: string) => store.get<Lock>('locks', accountId);

  async function set(accountId: string, access: AccessRequest): Promise<{ readonly effective: boolean }> {
    const { revision, trading, flatten = false, until = null, reason = '', haltedInstruments = [] } = access;
    if (trading) {
      const isLifted = await lift(accountId, 'the site');
      if (!isLifted) throw new Pending('the vendor’s own lock stays until a person lifts it', 'person');
      await vendor.stop?.(accountId, access.personalStop ?? null);
      await vendor.halt(accountId, haltedInstruments);
      return { effective: true };
    }
    if (!flatten) {
      await vendor.order(accountId, 'close-only', reason);
      store.write(['locks', accountId, { revision, phase: 'locked', until, reason }]);
      return { effective: true };
    }
    store.write(['locks', accountId, { revision, phase: 'closing', until, reason }]);
    await vendor.order(accountId, 'flatten', reason);
    await step(accountId);
    return { effective: find(accountId)?.phase === 'locked' };
  }

  /** Ends our own lock. @returns false if one of the vendor's own remains, which the site hasn't judged */
  async function lift(accountId: string, reason: string): Promise<boolean> {
    const lock = find(accountId);
    if (!lock) return true;
    const isVendors = vendor.isOwnLock(store.get<string>('risk', accountId) ?? unlocked);
    if (isVendors && !judgedReasons.includes(lock.reason)) return false;
    await vendor.order(accountId, 'normal', reason);
    store.write(['locks', accountId, null]);
    return true;
  }

  /** Locks an account once it is flat, and lets it trade again once its lock has ended. */
  async function step(accountId: string): Promise<void> {
    const lock = find(accountId);
    if (lock?.phase === 'closing' && (await vendor.isFlat(accountId))) {
      await vendor.order(accountId, 'lock', 'flat');
      const { revision } = lock;
      store.write(['locks', accountId, { ...lock, phase: 'locked' }]);
      const event = { type: 'access-effective', at: clock.now(), revision };
      outbox.add(accountId, [{ sourceId: `effective-${revision}`, event }]);
    } else if (lock?.phase === 'locked' && lock.until !== null && clock.now() >= lock.until) {
      await lift(accountId, 'the lock has ended');
    }
  }

  function stepAll(): void {
    for (const [accountId, { phase, until }] of store.list<Lock>('locks')) {
      // Most locks are for good.
      const isDue = phase === 'closing' || (until !== null && clock.now() >= until);
      if (!isDue || queued.has(accountId) || clock.now() < (failing.get(accountId)?.nextAt ?? 0)) continue;
      queued.add(accountId);
      const work = async () => {
        queued.delete(accountId);
        await step(accountId);
        failing.delete(accountId);
      };
      turns.take(accountId, work).catch((error) => delay(accountId, error));
    }
  }

  function delay(accountId: string, error: unknown): void {
    const { backoff } = failing.get(accountId) ?? { backoff: createBackoff() };
    failing.set(accountId, { backoff, nextAt: clock.now() + backoff.after(false) });
    say(`${accountId}: the lock will be tried again: ${error}`);
  }

  return {
    set: (accountId: string, access: AccessRequest) => turns.take(accountId, () => set(accountId, access)),
    inTurn: turns.take,
    run: (signal: AbortSignal) => repeat(clock, checkMs, signal, async () => stepAll(), say),
    /** Positions have changed, or are now complete. */
    onPositions: stepAll,
    isLocked: (accountId: string) => find(accountId) !== undefined,
    /** The vendor's own lock: evidence, never a verdict. */
    onVendorLock(accountId: string, { state, floorCents, equityCents }: VendorLock): void {
      if ((store.get<string>('risk', accountId) ?? unlocked) === state) return;
      store.write(['risk', accountId, state]);
      const [at, isLocked] = [clock.now(), state !== unlocked];
      const event = {
        ...{ type: 'platform-lock', at, isLocked, reason: state.slice(0, 200), floorCents, equityCents },
      };
      outbox.add(accountId, [{ sourceId: `risk-${at}-${state}`.slice(0, 80), event }]);
    },
  };
}

export type Access = ReturnType<typeof createAccess>;
