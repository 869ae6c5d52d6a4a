import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, Deps } from '#server/core/deps.ts';
import { listSessionExpiries } from '#server/people/sessions/signed-in-until.ts';
import { type AccountChange, accountChannel } from '../event-log/channel.ts';
import { watchTraders } from '../simulator/simulated-traders.ts';
import {
  type AccountUpdate,
  buildUpdate,
  type FillRow,
  fillRowOf,
  isActivated,
  type StateRow,
  stateColumns,
} from '../summary/build.ts';

/** Shorter than half of what readers take as old, so that one lost heartbeat isn't a sign of anything. */
const heartbeatMs = 4_000;
const checkAllMs = 15_000;
/** At most four rounds per second; changes in between are part of the next one. */
const minRoundMs = 250;
const maxFills = 20;

/** Receives the messages. Each call resolves once the reader has accepted it, so a slow reader delays nobody else. */
type Follower = {
  send(update: AccountUpdate): Promise<void>;
  beat(): Promise<void>;
};

/** Columns whose change triggers a message: a new event, or a lifecycle change without one. */
const sentColumns = [
  'sequence',
  'orders_revision',
  'phase',
  'end_reason',
  'suspended_at',
  'personal_stop',
  'lock_pending_since',
] as const;
type LastSent = Pick<StateRow, (typeof sentColumns)[number]>;

function hasChanged(lastSent: LastSent | undefined, row: LastSent): boolean {
  return (
    lastSent === undefined ||
    sentColumns.some((column) => JSON.stringify(lastSent[column]) !== JSON.stringify(row[column]))
  );
}

/** `accountId` limits the stream to one account; `known` maps account ids to the last sequence the reader has. */
type StreamFilter = { readonly accountId?: string | undefined; readonly known?: ReadonlyMap<string, number> };

/** Sends the current state of a person's accounts, then every change, until aborted or the session
 * expires; `stop` aborts when it ends. */
export async function followAccounts(
  deps: Deps,
  actor: Actor,
  follower: Follower,
  stop: AbortSignal,
  { accountId, known }: StreamFilter = {},
): Promise<void> {
  /** By account id. */
  const lastSent = new Map<string, LastSent>();
  const changedIds = new Set<string>();
  const wakeSignal = createWakeSignal(stop);
  const unsubscribe = await deps.bus.subscribe(accountChannel(actor.personId), (payload) => {
    const change = JSON.parse(payload) as AccountChange;
    if (accountId !== undefined && change.accountId !== accountId) return;
    changedIds.add(change.accountId);
    wakeSignal.notify();
  });
  let signedInUntil: number | undefined;
  let checkedAllAt = Number.NEGATIVE_INFINITY;
  try {
    while (!stop.aborted) {
      const roundStartedAt = performance.now();
      // A notification may be lost during a database outage, so everything is checked at intervals.
      const checksAll = roundStartedAt - checkedAllAt >= checkAllMs;
      if (checksAll || !signedInUntil || signedInUntil <= deps.clock().getTime()) {
        signedInUntil = (await listSessionExpiries(deps, [actor.sessionId])).get(actor.sessionId);
        if (!signedInUntil) return;
      }
      if (checksAll) {
        checkedAllAt = roundStartedAt;
        await watchTraders(deps, actor.personId);
        for (const id of await findChanged(deps, actor.personId, lastSent, accountId)) changedIds.add(id);
      }
      const ids = [...changedIds];
      changedIds.clear();
      const states = await readStates(deps, actor.personId, ids);
      const rows = states.filter((row) => hasChanged(lastSent.get(row.id), row));
      if (rows.length === 0) await follower.beat();
      for (const row of rows) {
        if (stop.aborted) return;
        const fills = await findFills(deps, row, lastSent.get(row.id)?.sequence ?? known?.get(row.id));
        await follower.send(buildUpdate(deps.catalog, row, fills, deps.clock()));
        lastSent.set(row.id, row);
      }
      await wakeSignal.wait(heartbeatMs);
      await pauseUntil(roundStartedAt + minRoundMs, stop);
    }
  } finally {
    await unsubscribe();
  }
}

async function findChanged(
  deps: Deps,
  personId: string,
  lastSent: ReadonlyMap<string, LastSent>,
  accountId: string | undefined,
): Promise<string[]> {
  const accounts = await deps.db
    .selectFrom('trading_account')
    .select(['id', ...sentColumns])
    .where('person_id', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('id', '=', accountId ?? ''))
    .execute();
  return accounts.filter((row) => hasChanged(lastSent.get(row.id), row)).map(({ id }) => id);
}

async function readStates(deps: Deps, personId: string, accountIds: readonly string[]): Promise<StateRow[]> {
  if (accountIds.length === 0) return [];
  return deps.db
    .selectFrom('trading_account')
    .select(stateColumns)
    .select(isActivated)
    .where('id', 'in', accountIds)
    .where('person_id', '=', personId)
    .orderBy('opened_at', 'desc')
    .orderBy('id')
    .execute();
}

/** The newest fills that the state contains and the reader doesn't have, oldest first; none if `after` is undefined. */
async function findFills(deps: Deps, { id, sequence }: StateRow, after: number | undefined): Promise<FillRow[]> {
  if (after === undefined) return [];
  const rows = await deps.db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', id)
    .where('type', '=', 'fill')
    .where('sequence', '>', after)
    // Those booked since the state was read come with the next one.
    .where('sequence', '<=', sequence)
    .orderBy('sequence', 'desc')
    .limit(maxFills)
    .execute();
  return rows.reverse().flatMap(({ event }) => fillRowOf(event) ?? []);
}

/** `wait` resolves on `notify`, the timeout or an abort. A call of `notify` between two waits ends the next at once. */
function createWakeSignal(stop: AbortSignal) {
  let wake: (() => void) | undefined;
  let isNotified = false;
  const notify = () => {
    isNotified = true;
    wake?.();
  };
  stop.addEventListener('abort', notify, { once: true });
  return {
    notify,
    async wait(timeoutMs: number): Promise<void> {
      if (!isNotified) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          wake = done;
          timer = setTimeout(done, timeoutMs);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      isNotified = false;
    },
  };
}

async function pauseUntil(at: number, stop: AbortSignal): Promise<void> {
  const pauseMs = Math.max(0, at - performance.now());
  // An aborted delay just ends early; the loop checks the signal next.
  await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
}
