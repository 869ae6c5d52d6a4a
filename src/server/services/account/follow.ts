import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, Deps } from '../../deps.ts';
import { notFound } from '../../errors.ts';
import { sessionChannel } from '../session/end-session.ts';
import { type AccountUpdate, buildUpdate, type FillRow, fillRowOf, type StateRow, stateColumns } from './card.ts';
import { type AccountChange, accountChannel } from './channel.ts';
import { watchTapes } from './tapes.ts';

const heartbeatMs = 15_000;
/** At most four rounds a second: whatever changes in between is told by the next one. */
const shortestRoundMs = 250;
const shownFills = 20;

/** Where the messages go. Each call resolves when the reader has taken it, so that a slow one slows nobody else. */
type Follower = {
  send(update: AccountUpdate): Promise<void>;
  beat(): Promise<void>;
};

/** @throws {ServiceError} 404 unless the account is the person's own */
export async function checkOwnAccount(deps: Deps, personId: string, accountId: string): Promise<void> {
  const row = await deps.db
    .selectFrom('trading_account')
    .select('id')
    .where('id', '=', accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!row) throw notFound();
}

/**
 * Tells the present state of a person's accounts at once and each change after it, until the signal, or until the
 * sign-in has ended. `accountId` follows one account only.
 */
export async function followAccounts(
  deps: Deps,
  actor: Actor,
  follower: Follower,
  stop: AbortSignal,
  accountId?: string,
): Promise<void> {
  /** The last sequence each account was told at. */
  const told = new Map<string, number>();
  const alarm = createAlarm(stop);
  const unsubscribe = await deps.bus.subscribe(accountChannel(actor.personId), (payload) => {
    const change = JSON.parse(payload) as AccountChange;
    if (accountId !== undefined && change.accountId !== accountId) return;
    alarm.ring();
  });
  const unsubscribeSession = await deps.bus.subscribe(sessionChannel(actor.sessionId), alarm.ring);
  try {
    while (!stop.aborted && (await isSignedIn(deps, actor))) {
      const roundStartedAt = performance.now();
      await watchTapes(deps, actor.personId);
      // A silent round looks as well: a notice may have been lost while the database was away.
      const rows = await findChanged(deps, actor.personId, told, accountId);
      if (rows.length === 0) await follower.beat();
      for (const row of rows) {
        if (stop.aborted) return;
        const fills = await findFillsAfter(deps, row.id, told.get(row.id));
        await follower.send(buildUpdate(deps.catalog, row, fills, deps.clock()));
        told.set(row.id, row.sequence);
      }
      await alarm.wait(heartbeatMs);
      await pauseUntil(roundStartedAt + shortestRoundMs, stop);
    }
  } finally {
    await unsubscribe();
    await unsubscribeSession();
  }
}

async function isSignedIn(deps: Deps, { sessionId }: Actor): Promise<boolean> {
  const row = await deps.db
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', deps.clock())
    .executeTakeFirst();
  return row !== undefined;
}

async function findChanged(
  deps: Deps,
  personId: string,
  told: ReadonlyMap<string, number>,
  accountId: string | undefined,
): Promise<StateRow[]> {
  const sequences = await deps.db
    .selectFrom('trading_account')
    .select(['id', 'sequence'])
    .where('person_id', '=', personId)
    .$if(accountId !== undefined, (query) => query.where('id', '=', accountId ?? ''))
    .execute();
  const changed = sequences.filter(({ id, sequence }) => told.get(id) !== sequence).map(({ id }) => id);
  if (changed.length === 0) return [];
  return deps.db
    .selectFrom('trading_account')
    .select(stateColumns)
    .where('id', 'in', changed)
    .orderBy('opened_at', 'desc')
    .execute();
}

/** The newest fills of those that arrived since, oldest first; none for a reader who has just loaded the account. */
async function findFillsAfter(deps: Deps, accountId: string, sequence: number | undefined): Promise<FillRow[]> {
  if (sequence === undefined) return [];
  const rows = await deps.db
    .selectFrom('account_event')
    .select('event')
    .where('account_id', '=', accountId)
    .where('type', '=', 'fill')
    .where('sequence', '>', sequence)
    .orderBy('sequence', 'desc')
    .limit(shownFills)
    .execute();
  return rows.reverse().flatMap(({ event }) => fillRowOf(event) ?? []);
}

/** Waits for a ring, which is kept when nobody waits, for the given time, or for the signal. */
function createAlarm(stop: AbortSignal) {
  let wake: (() => void) | undefined;
  let rung = false;
  const ring = () => {
    rung = true;
    wake?.();
  };
  stop.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(timeoutMs: number): Promise<void> {
      if (!rung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((done) => {
          wake = done;
          timer = setTimeout(done, timeoutMs);
        });
        clearTimeout(timer);
        wake = undefined;
      }
      rung = false;
    },
  };
}

async function pauseUntil(at: number, stop: AbortSignal): Promise<void> {
  const pauseMs = Math.max(0, at - performance.now());
  // An aborted pause is only a short one: the loop looks at the signal next.
  await delay(pauseMs, undefined, { signal: stop }).catch(() => undefined);
}
