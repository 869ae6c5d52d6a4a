import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Adapter } from '#bridge/core/adapter.ts';
import { realClock } from '#bridge/core/clock.ts';
import { createOutbox } from '#bridge/core/outbox.ts';
import { runBridge } from '#bridge/core/run-bridge.ts';
import { Rejection } from '#bridge/core/site.ts';
import { openStore } from '#bridge/core/store.ts';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestClock } from '../../support/test-clock.ts';

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
  const outbox = createOutbox(store, site, () => undefined, realClock);
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
  const note: typeof store.note = (...changes) => {
    if (isFull) throw new Error('no space left');
    store.note(...changes);
  };
  const site = createFakeSite(false);
  const outbox = createOutbox({ ...store, note }, site, () => undefined, realClock);
  expect(() => outbox.add('a', [event('f1')])).toThrow('no space left');
  isFull = false;
  outbox.add('a', [event('f1')]);
  await outbox.flush();
  expect(site.accepted).toEqual(['a f1']);
  store.close();
});

test('a fill that comes with other content is sent too, also while the first waits', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const prices: unknown[] = [];
  const site = {
    async post(_path: string, message: object) {
      const { deliveries } = message as { deliveries: { events: { event: { price: number } }[] }[] };
      prices.push(...deliveries.flatMap(({ events }) => events.map((each) => each.event.price)));
      return { deliveries: deliveries.map(() => ({ status: 200 })) };
    },
  };
  const outbox = createOutbox(store, site, () => undefined, realClock);
  const priced = (price: number) => ({ sourceId: 'f1', event: { type: 'fill', at: 1, price } });
  outbox.add('a', [priced(1), priced(2)]);
  outbox.add('a', [priced(3)]);
  await outbox.flush();
  outbox.add('a', [priced(3)]);
  outbox.add('a', [priced(4)]);
  await outbox.flush();
  expect(prices).toEqual([1, 2, 3, 4]);
  store.close();
});

test('of what passes, only the newest is sent, once', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = createFakeSite(false);
  const outbox = createOutbox(store, site, () => undefined, realClock);
  outbox.pass('a', event('profit-1'));
  outbox.pass('a', event('profit-2'));
  await outbox.flushPassing();
  await outbox.flushPassing();
  expect(site.accepted).toEqual(['a profit-2']);
  store.close();
});

test('a fill doesn’t wait for what passes, which waits for its account’s fills', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = createFakeSite(false);
  const slow = Promise.withResolvers<void>();
  const post: typeof site.post = async (path, message) => {
    if (JSON.stringify(message).includes('profit')) await slow.promise;
    return site.post(path, message);
  };
  const outbox = createOutbox(store, { post }, () => undefined, realClock);
  outbox.pass('a', event('profit-1'));
  const passing = outbox.flushPassing();
  outbox.add('b', [event('f1')]);
  outbox.pass('b', event('profit-2'));
  await outbox.flush();
  expect(site.accepted).toEqual(['b f1']);
  outbox.add('b', [event('f2')]);
  slow.resolve();
  await passing;
  await outbox.flushPassing();
  await outbox.flush();
  await outbox.flushPassing();
  expect(site.accepted).toEqual(['b f1', 'a profit-1', 'b f2', 'b profit-2']);
  store.close();
});

test('sending ends with what waited when it began, also while fills keep coming', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const site = createFakeSite(false);
  let fills = 1;
  const post: typeof site.post = async (path, message) => {
    fills += 1;
    outbox.add('a', [event(`f${fills}`)]);
    return site.post(path, message);
  };
  const outbox = createOutbox(store, { post }, () => undefined, realClock);
  outbox.add('a', [event('f1')]);
  await outbox.flush();
  expect([site.accepted, outbox.size()]).toEqual([['a f1'], 1]);
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

/** A site that knows no account, and refuses every row that couldn't be booked. */
const strangeSite = (status: number) => ({
  async post(path: string, message: object) {
    if (path !== 'events') throw new Rejection(status, 'not this one');
    return { deliveries: (message as { readonly deliveries: readonly Delivery[] }).deliveries.map(() => ({ status })) };
  },
});
const unread = { file: 'fill 1', reason: 'instrument', value: 'Buy 1 XX' } as const;

test('events of an account that the site doesn’t know wait, and after minutes somebody learns of it', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const clock = createTestClock(0);
  const outbox = createOutbox(store, strangeSite(404), () => undefined, clock);
  outbox.add('a', [event('f1')]);
  outbox.addUnread('a', unread);
  await outbox.flush();
  expect([outbox.size(), outbox.refused(), outbox.findStranger()]).toEqual([1, [], undefined]);
  await clock.advance(5 * minuteMs);
  await outbox.flush();
  expect([outbox.size(), outbox.findStranger()]).toEqual([1, 'a']);
  store.close();
});

test('a row that couldn’t be booked and that the site refuses is said, and holds up nothing', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const said: string[] = [];
  const outbox = createOutbox(store, strangeSite(422), (line) => said.push(line), realClock);
  outbox.addUnread('a', unread);
  await outbox.flush();
  expect([store.list('unread'), said]).toEqual([[], [expect.stringContaining('fill 1: Buy 1 XX (422)')]]);
  store.close();
});

test('what the platform’s clock dates minutes ahead happens now, also when it is sent again', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const clock = createTestClock(1_000_000);
  const times: unknown[] = [];
  const site = {
    async post(_path: string, message: object) {
      const { deliveries } = message as { deliveries: { events: { event: { at: number } }[] }[] };
      times.push(...deliveries.flatMap(({ events }) => events.map(({ event: { at } }) => at)));
      return { deliveries: deliveries.map(() => ({ status: times.length === 1 ? 500 : 200 })) };
    },
  };
  const outbox = createOutbox(store, site, () => undefined, clock);
  outbox.add('a', [{ sourceId: 'f1', event: { type: 'fill', at: 1_000_000 + 3 * minuteMs } }]);
  await outbox.flush();
  await clock.advance(minuteMs);
  await outbox.flush();
  expect(times).toEqual([1_000_000, 1_000_000]);
  store.close();
});

test('what was sent is known for a day at least, and forgotten after two', async () => {
  const store = openStore(join(folder, 'bridge.jsonl'));
  const clock = createTestClock(dayMs);
  const site = createFakeSite(false);
  const outbox = createOutbox(store, site, () => undefined, clock);
  const again = async () => {
    outbox.add('a', [event('f1')]);
    await outbox.flush();
    return site.accepted.length;
  };
  expect(await again()).toBe(1);
  await clock.advance(dayMs - 1);
  expect(await again()).toBe(1);
  for (const id of ['f2', 'f3']) {
    await clock.advance(dayMs);
    outbox.add('b', [event(id)]);
  }
  await outbox.flush();
  expect(await again()).toBe(4);
  store.close();
});

test.each([
  [hourMs, 'ahead of'],
  [-hourMs, 'behind'],
])(
  'a clock that is %i ms off the site’s is a problem for an operator, and keeps back nobody’s balance that is a number',
  async (off, words) => {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      bodies.push(`${request.url} ${Buffer.concat(pieces).toString('utf8')}`);
      response.end('{}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const balances = [Number.NaN, 5_000_000].map((balanceCents, index) => {
      return { accountId: `acc-${index}`, at: 1, balanceCents, positions: [] };
    });
    const clock = createTestClock(Date.now() + off);
    const bridge = await runBridge(
      { secret: 's', target: `http://127.0.0.1:${port}`, folder, port: 0, clock, say: () => undefined },
      () => ({ ...idleAdapter, balances: async () => balances }),
    );
    await eventually('the balances and a second heartbeat', async () => {
      await clock.advance(30_000);
      const heartbeats = bodies.filter((each) => each.includes('/heartbeat '));
      expect(heartbeats.at(-1)).toContain(`s ${words} the site’s`);
      expect(bodies.find((each) => each.includes('/balances '))).toMatch(/acc-1/);
    });
    expect(bodies.join()).not.toContain('acc-0');
    await bridge.stop();
    server.close();
  },
);

const idleAdapter = {
  platform: 'tradovate',
  capabilities: [],
  run: async () => undefined,
  standing: () => ({ isSynced: true, feedLagMs: 0, maintenanceUntil: null }),
  balances: async () => [],
  tasks: () => [],
} as unknown as Adapter;
