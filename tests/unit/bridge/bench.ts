import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Adapter } from '#bridge/core/adapter.ts';
import { createMetrics } from '#bridge/core/metrics.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { createRequests } from '#bridge/core/requests.ts';
import type { CoreParts } from '#bridge/core/run-bridge.ts';
import { openStore } from '#bridge/core/store.ts';
import { eventually as waitFor } from '../../support/eventually.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { trailing } from '../support.ts';

/** 10:00 in Chicago on a Wednesday. */
export const start = Date.UTC(2026, 2, 11, 15);

/** Waits until a condition holds. */
export const eventually = (check: () => boolean | Promise<boolean>) =>
  waitFor('the bridge', async () => {
    if (!(await check())) throw new Error('not yet');
  });

type Sent = {
  readonly accountId: string;
  readonly sourceId: string;
  readonly type: string;
  readonly [field: string]: unknown;
};

type Environment = Readonly<Record<string, string>>;

export const request = (accountId: string) => ({
  ...{ accountId, rules: trailing, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
});

/** A vendor's emulator, a bridge on it and a site that takes its events, for each test of a file. */
export function createBench<Vendor extends { stop(): Promise<void> }>(
  startVendor: (now: () => number) => Promise<Vendor>,
  connectAdapter: (parts: CoreParts, environment: Environment, vendor: Vendor) => Adapter,
) {
  /** What the test that runs has: its time, its emulator, and whether the site can be reached. */
  const bench = {} as { clock: ReturnType<typeof createTestClock>; vendor: Vendor; isSiteDown: boolean };
  let folder: string;
  let stopping: AbortController[];

  /** Gives every test of a file an emulator and a folder of its own. */
  function prepareBench(): void {
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tidemark-bridge-'));
      bench.clock = createTestClock(start);
      bench.vendor = await startVendor(() => bench.clock.now());
      bench.isSiteDown = false;
      stopping = [];
    });
    afterEach(async () => {
      for (const each of stopping) each.abort();
      await bench.vendor.stop();
      rmSync(folder, { recursive: true, force: true });
    });
  }

  /** A bridge on the emulator, as it starts again from the same folder. */
  function connect({ environment = {} }: { environment?: Environment } = {}) {
    const sent: Sent[] = [];
    const said: string[] = [];
    /** Rows that a person must see, as the site has them. */
    const unread: object[] = [];
    const store = openStore(join(folder, 'bridge.jsonl'));
    const site = {
      async post(path: string, message: object) {
        if (bench.isSiteDown) throw new Error('no route to the site');
        if (path === 'unread-rows') return { parked: unread.push(message) };
        const { deliveries } = message as {
          deliveries: { account: { accountId: string }; events: { sourceId: string; event: object }[] }[];
        };
        for (const { account, events } of deliveries)
          for (const { sourceId, event } of events) sent.push({ ...account, sourceId, ...event } as Sent);
        return { deliveries: deliveries.map(() => ({ status: 200 })) };
      },
    };
    const say = (line: string) => void said.push(line);
    const outbox = createOutbox(store, site, say, bench.clock);
    const metrics = createMetrics();
    const own = { clock: bench.clock, store, outbox, metrics };
    const parts = { ...own, requests: createRequests(store), record: () => undefined, say };
    const adapter = connectAdapter(parts, environment, bench.vendor);
    const abort = new AbortController();
    stopping.push(abort);
    return {
      ...{ adapter, sent, said, unread, store, metrics, outbox },
      start: () => void adapter.run(abort.signal),
      async run() {
        void adapter.run(abort.signal);
        await eventually(() => adapter.standing().isSynced);
      },
      stop: () => abort.abort(),
      /** Waits until the site has received this many events of a type. */
      async received(type: string, count: number) {
        await eventually(async () => {
          await outbox.flush().catch(() => undefined);
          return sent.filter((each) => each.type === type).length >= count;
        });
        return sent.filter((each) => each.type === type);
      },
    };
  }

  return { bench, prepareBench, connect };
}
