import { isDeepStrictEqual } from 'node:util';
import type { output } from 'zod/mini';
import { type AccountChange, accountChannelPrefix } from '#server/accounts/event-log/channel.ts';
import { type Deps, newId } from '#server/core/deps.ts';
import { toColumns } from '#shared/core/columns.ts';
import { type riskDelta, riskRow } from '#shared/risk/contract.ts';
import { readRiskRows } from './read-rows.ts';

const roundMs = 250;
/** The pause after a failed read. */
const retryMs = 1_000;
/** A notification may get lost during a database outage, so everything is read again at intervals. */
const rereadMs = 15_000;
/** How long the hub outlives its last reader, who may only be reconnecting. */
const lingerMs = 30_000;
const maxDeltas = 240;

export type RiskDelta = output<typeof riskDelta>;

export type RiskHub = Awaited<ReturnType<typeof openHub>>;

type Shared = { readonly hub: Promise<RiskHub>; readers: number; close: () => void };

const hubs = new WeakMap<Deps, Shared>();

/** This server's only hub, so that accounts are read once for all open risk screens. Release it when done. */
export function acquireHub(deps: Deps): { readonly hub: Promise<RiskHub>; release(): void } {
  const shared = hubs.get(deps) ?? openShared(deps);
  hubs.set(deps, shared);
  shared.readers += 1;
  let released = false;
  return {
    hub: shared.hub,
    release() {
      if (released) return;
      released = true;
      setTimeout(() => {
        shared.readers -= 1;
        if (shared.readers > 0) return;
        hubs.delete(deps);
        shared.close();
      }, lingerMs).unref();
    },
  };
}

function openShared(deps: Deps): Shared {
  const stop = new AbortController();
  const hub = openHub(deps, stop.signal);
  hub.catch(() => hubs.delete(deps));
  return { hub, readers: 0, close: () => stop.abort() };
}

async function openHub(deps: Deps, stop: AbortSignal) {
  const changed = new Set<string>();
  const unsubscribe = await deps.bus.subscribeAll(accountChannelPrefix, (payload) => {
    changed.add((JSON.parse(payload) as AccountChange).accountId);
  });
  const rows = new Map((await readRiskRows(deps)).map((row) => [row.id, row]));
  const deltas: RiskDelta[] = [];
  const listeners = new Set<() => void>();
  let number = 0;
  let rereadAt = performance.now() + rereadMs;

  async function round(): Promise<void> {
    const isWhole = performance.now() >= rereadAt;
    if (isWhole) rereadAt = performance.now() + rereadMs;
    else if (changed.size === 0) return;
    const announced = [...changed];
    const ids = isWhole ? undefined : announced;
    changed.clear();
    const fresh = await readRiskRows(deps, ids).catch((error: unknown) => {
      // Otherwise a change that was announced now, such as a new account, would wait until everything is read again.
      for (const id of announced) changed.add(id);
      if (isWhole) rereadAt = 0;
      throw error;
    });
    const presentIds = new Set(fresh.map(({ id }) => id));
    const gone = (ids ?? [...rows.keys()]).filter((id) => rows.has(id) && !presentIds.has(id));
    const changedRows = fresh.filter((row) => !isDeepStrictEqual(row, rows.get(row.id)));
    for (const id of gone) rows.delete(id);
    for (const row of changedRows) rows.set(row.id, row);
    if (changedRows.length === 0 && gone.length === 0) return;
    number += 1;
    deltas.push({ number, rows: toColumns(riskRow, changedRows), gone });
    if (deltas.length > maxDeltas) deltas.shift();
    for (const listener of listeners) listener();
  }

  let isRunning = false;
  let retryAt = 0;
  const timer = setInterval(async () => {
    if (isRunning || performance.now() < retryAt) return;
    isRunning = true;
    try {
      await round();
    } catch (error) {
      retryAt = performance.now() + retryMs;
      deps.log.warn({ err: error }, 'the risk desk could not be read');
    }
    isRunning = false;
  }, roundMs);
  timer.unref();
  stop.addEventListener('abort', () => {
    clearInterval(timer);
    void unsubscribe();
  });

  return {
    run: newId(),
    number: () => number,
    rows: () => toColumns(riskRow, [...rows.values()]),
    /** The deltas after a number of this run; undefined if they are no longer stored. */
    after(since: number): readonly RiskDelta[] | undefined {
      if (since > number) return undefined;
      const missed = deltas.filter((delta) => delta.number > since);
      return missed.length === number - since ? missed : undefined;
    },
    listen(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
