import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Adapter } from '#bridge/core/adapter.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { runBridge } from '#bridge/core/run-bridge.ts';
import { Rejection } from '#bridge/core/site.ts';
import { openStore } from '#bridge/core/store.ts';
import { eventually } from '../../support/eventually.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-outbox-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Delivery = { readonly account: { readonly accountId: string }; readonly events: readonly { sourceId: string }[] };
const event = (sourceId: string) => ({ sourceId, event: { type: 'fill', at: 1 } });

/** A site that refuses whatever comes with a bad event, as ours does: per account, or the whole malformed message. */
function createFakeSite(isMalformed: boolean) {
  const accepted: string[] = [];
  let posts = 0;
  const isBad = ({ events }: Delivery) => events.some(({ sourceId }) => sourceId === 'bad');
  return {
    accepted,
    posts: () => posts,
    async post(_path: string, message: object) {
      posts += 1;
      const { deliveries } = message as { readonly deliveries: readonly Delivery[] };
      if (isMalformed && deliveries.some(isBad)) throw new Rejection(422, 'invalid');
      return {
        deliveries: deliveries.map((each) => {
          if (isBad(each)) return { status: 409 };
          accepted.push(...each.events.map(({ sourceId }) => `${each.account.accountId} ${sourceId}`));
          return { status: 200 };
        }),
      };
    },
  };
}

test.each([false, true])('one bad event keeps back only itself (malformed: %s)', async (isMalformed) => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = createFakeSite(isMalformed);
  const outbox = createOutbox(store, site, () => undefined);
  outbox.add('a', [event('bad'), ...Array.from({ length: 40 }, (_, index) => event(`f${index}`))]);
  outbox.add('b', [event('g1')]);
  await outbox.flush();
  expect(site.accepted).toHaveLength(41);
  expect([outbox.size(), outbox.refused().map(([key]) => key)]).toEqual([0, ['a bad']]);
  // Halving finds it; one message for each of 41 events would take a minute at a distance.
  expect(site.posts()).toBeLessThan(20);
  store.close();
});

test('an event that couldn’t be stored is stored when it comes again', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  let isFull = true;
  const write: typeof store.write = (...changes) => {
    if (isFull) throw new Error('no space left');
    store.write(...changes);
  };
  const site = createFakeSite(false);
  const outbox = createOutbox({ ...store, write }, site, () => undefined);
  expect(() => outbox.add('a', [event('f1')])).toThrow('no space left');
  isFull = false;
  outbox.add('a', [event('f1')]);
  await outbox.flush();
  expect(site.accepted).toEqual(['a f1']);
  store.close();
});

test('of what passes, only the newest is sent, once', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = createFakeSite(false);
  const outbox = createOutbox(store, site, () => undefined);
  outbox.pass('a', event('equity-1'));
  outbox.pass('a', event('equity-2'));
  await outbox.flush();
  await outbox.flush();
  expect(site.accepted).toEqual(['a equity-2']);
  store.close();
});

test('no heartbeat says that everything was delivered while the site has refused something', async () => {
  const site = createFakeSite(false);
  const problems: unknown[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const isHeartbeat = request.url?.endsWith('/heartbeat');
    const message = JSON.parse(Buffer.concat(pieces).toString('utf8')) as { readonly problem?: unknown };
    if (isHeartbeat) problems.push(message.problem);
    response.end(JSON.stringify(isHeartbeat ? {} : await site.post('', message)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const start = () =>
    runBridge(
      { secret: 's', target: `http://127.0.0.1:${port}`, folder, port: 0, say: () => undefined },
      ({ outbox }) => {
        outbox.add('a', [event('bad')]);
        return idleAdapter;
      },
    );
  const bridge = await start();
  await eventually('the heartbeat', async () => expect(problems).toHaveLength(1));
  await bridge.stop();
  expect(problems).toEqual([expect.stringMatching(/^The site refuses bad of a \(4\d\d\)/)]);
  server.close();
});

const idleAdapter = {
  platform: 'tradovate',
  capabilities: [],
  run: async () => undefined,
  standing: () => ({ isSynced: true, feedLagMs: 0, maintenanceUntil: null }),
  balances: async () => [],
  tasks: () => [],
} as unknown as Adapter;
