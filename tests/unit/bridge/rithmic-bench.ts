import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createMetrics } from '#bridge/core/metrics.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { createRequests } from '#bridge/core/requests.ts';
import { openStore } from '#bridge/core/store.ts';
import { createRithmicAdapter } from '#bridge/rithmic/adapter.ts';
import { readSettings } from '#bridge/rithmic/settings.ts';
import { type Emulator, startEmulator } from '../../emulators/rithmic/emulator.ts';
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

/** What the test that runs has: its time and its emulator. */
export const bench = {} as { clock: ReturnType<typeof createTestClock>; vendor: Emulator };
let folder: string;
let stopping: AbortController[];

export async function startVendor(options: Parameters<typeof startEmulator>[0] = {}): Promise<void> {
  await bench.vendor?.stop();
  bench.vendor = await startEmulator({ now: () => bench.clock.now(), ...options });
  for (const id of ['RTH-1', 'RTH-2']) bench.vendor.broker.openAccount(id, trailing.startingBalanceCents / 100);
}

/** Gives every test of a file an emulator, and a folder with the broker's accounts. */
export function prepareBench(): void {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-rithmic-'));
    bench.clock = createTestClock(start);
    await startVendor();
    writePool('RTH-1', 'RTH-2');
    stopping = [];
  });
  afterEach(async () => {
    for (const each of stopping) each.abort();
    await bench.vendor.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

export function writePool(...ids: readonly string[]): void {
  const dollars = trailing.startingBalanceCents / 100;
  const rows = ids.map((id) => `${id},${id.toLowerCase()}@firm,pass,word,${dollars}`);
  writeFileSync(join(folder, 'accounts.csv'), ['account,user,password,balance', ...rows, ''].join('\n'));
}

/** A bridge on the emulator, as it starts again from the same folder. */
export function connect(environment: Readonly<Record<string, string>> = {}) {
  const sent: Sent[] = [];
  const said: string[] = [];
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = {
    async post(path: string, message: object) {
      if (path !== 'events') return {};
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
  const settings = readSettings(
    {
      ...{ RITHMIC_GATEWAY: bench.vendor.url, RITHMIC_SYSTEM: 'Rithmic Test', RITHMIC_USER: 'firm' },
      ...{ RITHMIC_PASSWORD: 'right', RITHMIC_APP_NAME: 'tidemark', ...environment },
    },
    folder,
    1,
  );
  const parts = {
    clock: bench.clock,
    store,
    outbox,
    metrics,
    requests: createRequests(store),
    record: () => undefined,
    say,
  };
  const adapter = createRithmicAdapter(settings, parts);
  const abort = new AbortController();
  stopping.push(abort);
  return {
    ...{ adapter, sent, said, store, metrics, outbox },
    start: () => void adapter.run(abort.signal),
    async run() {
      void adapter.run(abort.signal);
      await eventually(() => adapter.standing().isSynced);
    },
    stop: () => abort.abort(),
    /** Waits until the site has received this many events of a type. */
    async received(type: string, count: number) {
      await eventually(async () => {
        await outbox.flush();
        await outbox.flushPassing();
        return sent.filter((each) => each.type === type).length >= count;
      });
      return sent.filter((each) => each.type === type);
    },
  };
}

export const request = (accountId: string) => ({
  ...{ accountId, rules: trailing, email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
});
