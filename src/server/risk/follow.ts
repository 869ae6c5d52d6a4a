import { setTimeout as delay } from 'node:timers/promises';
import type { output } from 'zod/mini';
import type { Actor, Deps } from '#server/core/deps.ts';
import type { riskSnapshot } from '#shared/risk/contract.ts';
import { acquireHub, type RiskDelta } from './acquire-hub.ts';

/** Shorter than half of what readers take as old. */
const heartbeatMs = 4_000;
const sessionCheckMs = 15_000;

type Snapshot = output<typeof riskSnapshot>;

/** Each call resolves once the reader has received the message, so a slow reader delays nobody else. */
export type RiskFollower = {
  snapshot(snapshot: Snapshot): Promise<void>;
  delta(delta: RiskDelta): Promise<void>;
  beat(): Promise<void>;
};

export async function readRiskSnapshot(deps: Deps): Promise<Snapshot> {
  const { hub, release } = acquireHub(deps);
  try {
    const { run, number, rows } = await hub;
    return { run, number: number(), rows: rows() };
  } finally {
    release();
  }
}

/**
 * Sends every change after `lastSeen` until aborted or until the person loses access. Sends a snapshot first if the
 * number is from another run or too old.
 */
export async function followRisk(
  deps: Deps,
  actor: Actor,
  follower: RiskFollower,
  stop: AbortSignal,
  lastSeen: { readonly run?: string | undefined; readonly number?: number | undefined },
): Promise<void> {
  const shared = acquireHub(deps);
  let wake: (() => void) | undefined;
  let unlisten: (() => void) | undefined;
  try {
    const hub = await shared.hub;
    unlisten = hub.listen(() => wake?.());
    stop.addEventListener('abort', () => wake?.(), { once: true });
    let sent = lastSeen.run === hub.run ? lastSeen.number : undefined;
    let checkedAt = Number.NEGATIVE_INFINITY;
    while (!stop.aborted) {
      // The stream ends with its session; this finds one whose end went unnoticed, as during a database outage.
      if (performance.now() - checkedAt >= sessionCheckMs) {
        checkedAt = performance.now();
        if (!(await mayStillSee(deps, actor))) return;
      }
      const missing: readonly RiskDelta[] | undefined = sent === undefined ? undefined : hub.after(sent);
      if (missing === undefined) {
        const number = hub.number();
        await follower.snapshot({ run: hub.run, number, rows: hub.rows() });
        sent = number;
        continue;
      }
      for (const delta of missing) {
        await follower.delta(delta);
        sent = delta.number;
      }
      if (missing.length === 0) await follower.beat();
      if (stop.aborted || (sent !== undefined && hub.number() > sent)) continue;
      const timeout = new AbortController();
      await Promise.race([
        new Promise<void>((done) => {
          wake = done;
        }),
        delay(heartbeatMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
    }
  } finally {
    unlisten?.();
    shared.release();
  }
}

async function mayStillSee(deps: Deps, { sessionId }: Actor): Promise<boolean> {
  const row = await deps.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select('person.roles')
    .where('session.id', '=', sessionId)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', deps.clock())
    .executeTakeFirst();
  return row?.roles.some((role) => role === 'risk_manager' || role === 'admin') === true;
}
