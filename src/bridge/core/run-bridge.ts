import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Adapter } from './adapter.ts';
import { answerRequest } from './answer-requests.ts';
import { type Clock, realClock, repeat } from './clock.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createRecorder, type Record as Recorder } from './record.ts';
import { createRequests, type Requests } from './requests.ts';
import { openSignatureMemory } from './signature-memory.ts';
import { createSignedServer } from './signed-server.ts';
import { createSite, maxSkewMs, type Site } from './site.ts';
import { openStore, type Store } from './store.ts';

export type CoreParts = {
  readonly clock: Clock;
  readonly store: Store;
  readonly requests: Requests;
  readonly outbox: Outbox;
  readonly metrics: Metrics;
  readonly record: Recorder;
  readonly say: (line: string) => void;
};

export type BridgeSettings = {
  readonly secret: string;
  readonly target: string;
  readonly folder: string;
  readonly port: number;
  readonly recordTo?: string | undefined;
  readonly clock?: Clock;
  readonly say?: (line: string) => void;
};

const heartbeatMs = 30_000;
const flushMs = 50;
const balancesMs = 60_000;
const balancesPerMessage = 500;
const maxTasks = 500;

/** Starts a bridge around an adapter. @returns its address, and what stops it */
export async function runBridge(settings: BridgeSettings, connect: (parts: CoreParts) => Adapter) {
  mkdirSync(settings.folder, { recursive: true });
  const { clock = realClock, say = console.log } = settings;
  const store = openStore(join(settings.folder, 'bridge.jsonl'));
  const now = () => clock.now();
  const site = createSite(settings);
  const outbox = createOutbox(store, site, say, clock);
  outbox.retryRefused();
  const metrics = createMetrics();
  const requests = createRequests(store);
  const record = createRecorder(settings.recordTo, now);
  const adapter = connect({ clock, store, requests, outbox, metrics, record, say });
  metrics.gauge('outbox', outbox.size);
  metrics.gauge('refused', () => outbox.refused().length);
  metrics.gauge('synced', () => Number(adapter.standing().isSynced));
  metrics.gauge('feed_lag_ms', () => adapter.standing().feedLagMs);
  const parts = { adapter, store, requests, outbox, say };
  const server = createSignedServer({
    ...{ secret: settings.secret, memory: openSignatureMemory(settings.folder, settings.secret), clock },
    answer: (request) => answerRequest(parts, request),
    receive: adapter.receive,
    open: {
      '/health': () => ({ ok: true, accounts: store.list('accounts').length, ...adapter.standing() }),
      '/metrics': metrics.text,
    },
  });
  const stopping = new AbortController();
  const { signal } = stopping;
  /** What passes keeps the site busy at most half of the time: the rest is for fills. */
  async function passOn(): Promise<void> {
    const startedAt = now();
    await outbox.flushPassing();
    await clock.sleep(now() - startedAt, signal);
  }
  const loops = [
    adapter.run(signal),
    repeat(clock, flushMs, signal, outbox.flush, say),
    repeat(clock, flushMs, signal, passOn, say),
    repeat(clock, heartbeatMs, signal, () => sendHeartbeat(adapter, outbox, site), say),
    repeat(clock, balancesMs, signal, () => sendBalances(adapter, outbox, site), say),
  ];
  await new Promise<void>((listening) => server.listen(settings.port, listening));
  const { port } = server.address() as AddressInfo;
  say(`bridge on port ${port} for ${adapter.platform}`);
  return {
    url: `http://127.0.0.1:${port}`,
    adapter,
    store,
    async stop() {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      await Promise.all(loops);
      store.close();
    },
  };
}

/**
 * Says that every event until now has been delivered, or that the platform is closed. With a problem, which needs an
 * operator, it says why this can't be said.
 */
async function sendHeartbeat({ platform, capabilities, standing, tasks }: Adapter, outbox: Outbox, site: Site) {
  await outbox.flush();
  const { isSynced, feedLagMs, maintenanceUntil, problem: ownProblem } = standing();
  const problem = describeUndelivered(outbox) ?? describeSkew(site) ?? ownProblem;
  if (!isSynced && maintenanceUntil === null && problem === undefined) return;
  await site.post('heartbeat', {
    platform,
    capabilities,
    feedLagMs: Math.round(feedLagMs),
    maintenanceUntil,
    problem: problem?.slice(0, 300) ?? null,
    tasks: tasks().slice(0, maxTasks),
  });
}

function describeSkew({ skewMs = () => 0 }: Site): string | undefined {
  if (Math.abs(skewMs()) <= maxSkewMs) return undefined;
  const seconds = Math.round(Math.abs(skewMs()) / 1_000);
  return `The clock of the bridge’s machine is ${seconds} s ${skewMs() > 0 ? 'ahead of' : 'behind'} the site’s. Correct it and start the bridge again.`;
}

/** What the site has refused, or can't place, is missing there. */
function describeUndelivered(outbox: Outbox): string | undefined {
  const stranger = outbox.findStranger();
  if (stranger !== undefined) return `The site doesn’t know account ${stranger}, so its events wait at the bridge.`;
  const [first, ...others] = outbox.refused();
  if (!first) return undefined;
  const [, { sourceId, accountId, status }] = first;
  const more = others.length === 0 ? '' : ` and ${others.length} more events`;
  return `The site refuses ${sourceId} of ${accountId} (${status})${more}: the bridge’s command “refused” lists them.`;
}

/** The platform's balances and positions, after everything that led to them has been delivered. */
async function sendBalances(adapter: Adapter, outbox: Outbox, site: Site): Promise<void> {
  if (!adapter.standing().isSynced) return;
  const all = await adapter.balances();
  // A figure that isn't one would keep back everybody's.
  const reports = all.filter(({ balanceCents }) => Number.isSafeInteger(balanceCents));
  await outbox.flush();
  for (let from = 0; from < reports.length; from += balancesPerMessage) {
    const balances = reports
      .slice(from, from + balancesPerMessage)
      .map(({ accountId, ...report }) => ({ account: { accountId }, ...report }));
    await site.post('balances', { balances });
  }
}
