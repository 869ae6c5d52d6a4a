import { connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { output } from 'zod/mini';
import { endStreams } from '#server/core/http/streams.ts';
import { getMarket } from '#server/core/market.ts';
import { endSession } from '#server/people/sessions/end-session.ts';
import { watchMarket } from '#server/trading/market/broadcast.ts';
import { readSelection } from '#server/trading/market/read-selection.ts';
import { marketBars, streamedFrame } from '#shared/trading/contract-market.ts';
import { readBars } from '#shared/trading/market/bars.ts';
import { frameMs, readFrame } from '#shared/trading/market/market.ts';
import { eventually } from '../../support/eventually.ts';
import { knownPrices, startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInPerson } from '../support/people.ts';

/** A millisecond before a frame, so the next frame is never far while the test's clock stands still. */
const startAt = testStart + frameMs - 1;
/** The frame at the start of the test, the first of its minute. */
let firstNumber: number;
const contracts = 'ESH6,MESH6';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices, startAt });
});

afterAll(() => server.close());

beforeEach(async () => {
  const now = server.clock.now().getTime();
  const minute = Math.ceil(now / 60_000) * 60_000;
  await server.clock.advance(minute + frameMs - 1 - now);
  firstNumber = minute / frameMs;
});

type Frame = output<typeof streamedFrame>;
type WatchOptions = { readonly lastId?: number; readonly list?: string };

/** Reads the stream as the browser does. `next` waits for a frame and returns null at the end. */
async function watch(to: TestApp, token: string, { lastId, list = contracts }: WatchOptions = {}) {
  const response = await to.app.request(`/api/market/stream?contracts=${list}`, {
    headers: { Authorization: `Bearer ${token}`, ...(lastId === undefined ? {} : { 'Last-Event-ID': String(lastId) }) },
  });
  const frames: { id: string | undefined; frame: Frame; text: string }[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => void frames.push({ id, frame: streamedFrame.parse(JSON.parse(data)), text: data }),
  });
  const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  return {
    response,
    async next() {
      while (reader && frames.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        parser.feed(value);
      }
      return frames.shift() ?? null;
    },
    close: async () => reader?.cancel(),
  };
}

async function readErrorCode(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { error_code?: string }).error_code;
}

describe('the market stream', () => {
  test('sends the newest frame at once, then each following frame', async () => {
    const { token } = await signInPerson(server);
    const stream = await watch(server, token);
    expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    const first = await stream.next();
    expect(first).toMatchObject({ id: String(firstNumber), frame: { number: firstNumber, at: firstNumber * frameMs } });
    expect(Object.keys(first?.frame.quotes ?? {})).toEqual(['ESH6', 'MESH6']);
    for (const later of [1, 2]) {
      await server.clock.advance(frameMs);
      const next = await stream.next();
      expect(next?.frame.number).toBe(firstNumber + later);
      const {
        number: _,
        at: __,
        ...expected
      } = readFrame(getMarket(server.deps), 'ES', '2026-03', firstNumber + later) ?? {
        number: 0,
        at: 0,
      };
      expect(next?.frame.quotes['ESH6']).toMatchObject(expected);
    }
    await stream.close();
  });

  test('includes the running minute’s bar, even for a reader who joins during the minute', async () => {
    await server.clock.advance(20 * frameMs);
    const { token } = await signInPerson(server);
    const stream = await watch(server, token);
    for (const frames of [21, 22]) {
      const [bar] = readBars(getMarket(server.deps), 'ES', '2026-03', {
        from: firstNumber * frameMs,
        to: (firstNumber + frames) * frameMs,
        barMs: 60_000,
      });
      const minute = (await stream.next())?.frame.quotes['ESH6']?.minute;
      expect(minute).toEqual([bar?.openTicks, bar?.highTicks, bar?.lowTicks, bar?.closeTicks, bar?.volume]);
      await server.clock.advance(frameMs);
    }
    await stream.close();
  });

  test('sends the same frames from every server', async () => {
    const { token } = await signInPerson(server);
    const other = await server.another();
    const streams = [await watch(server, token), await watch(other, token)];
    const texts = await Promise.all(streams.map(async (stream) => (await stream.next())?.text));
    expect(texts[0]).toContain('"ESH6"');
    expect(texts[1]).toBe(texts[0]);
    for (const stream of streams) await stream.close();
  });

  test('resumes with the missed frames within ten seconds, and with only the newest after longer', async () => {
    const { token } = await signInPerson(server);
    await server.clock.advance(40 * frameMs);
    const soon = await watch(server, token, { lastId: firstNumber + 37 });
    const resumed = [await soon.next(), await soon.next(), await soon.next()].map((each) => each?.frame.number);
    expect(resumed).toEqual([firstNumber + 38, firstNumber + 39, firstNumber + 40]);
    const late = await watch(server, token, { lastId: firstNumber - 1 });
    expect((await late.next())?.frame.number).toBe(firstNumber + 40);
    await soon.close();
    await late.close();
  });

  test('lets a slow reader skip to the newest frame and delays no other reader', async () => {
    const [slowPerson, fastPerson] = [await signInPerson(server), await signInPerson(server)];
    const response = await server.app.request(`/api/market/stream?contracts=${contracts}`, {
      headers: { Authorization: `Bearer ${slowPerson.token}` },
    });
    const slow = response.body?.getReader();
    const fast = await watch(server, fastPerson.token);
    await fast.next();
    for (const later of [1, 2, 3, 4, 5]) {
      await server.clock.advance(frameMs);
      expect((await fast.next())?.frame.number).toBe(firstNumber + later);
    }
    const idOf = async () => /^id: (\d+)$/m.exec(new TextDecoder().decode((await slow?.read())?.value))?.[1];
    expect(await idOf()).toBe(String(firstNumber));
    await server.clock.advance(frameMs);
    expect(await idOf()).toBe(String(firstNumber + 6));
    await slow?.cancel();
    await fast.close();
  });

  test('sends the next frame even if sending the previous one took until it was due', async () => {
    const { personId, sessionId } = await signInPerson(server);
    const actor = { personId, sessionId, email: '', verified: true, roles: [], hasSecondFactor: false };
    let at = server.clock.now().getTime();
    const deps = { ...server.deps, clock: () => new Date(at) };
    const frames: number[] = [];
    const done = Promise.withResolvers<void>();
    const send = ({ bytes }: { readonly bytes: Buffer }) => {
      frames.push(Number(/^id: (\d+)$/m.exec(bytes.toString())?.[1]) - firstNumber);
      if (frames.length === 2) {
        at += frameMs;
        setTimeout(() => {
          at += frameMs;
        }, frameMs / 2);
      }
      if (frames.length === 3) done.resolve();
    };
    const sink = { isBusy: () => false, send, end: () => undefined };
    const leave = await watchMarket(deps, actor, { selection: readSelection(deps, contracts), sink, after: undefined });
    at += 1;
    await done.promise;
    leave();
    expect(frames).toEqual([0, 1, 2]);
  });

  test('keeps a reader who joins while other readers’ sessions are being checked', async () => {
    const isLookingUp = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    let isHeld = false;
    const db = server.deps.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (isHeld) {
          isHeld = false;
          isLookingUp.resolve();
          await answer.promise;
        }
        return result;
      },
    });
    const deps = { ...server.deps, db };
    let now = server.clock.now().getTime();
    const moving = { ...deps, clock: () => new Date(now) };
    const join = async () => {
      const { personId, sessionId } = await signInPerson(server);
      const actor = { personId, sessionId, email: '', verified: true, roles: [], hasSecondFactor: false };
      const frames: string[] = [];
      const sink = { isBusy: () => false, send: () => void frames.push('sent'), end: () => void frames.push('ended') };
      const leave = await watchMarket(moving, actor, {
        ...{ selection: readSelection(moving, contracts), sink, after: undefined },
      });
      return { frames, leave };
    };
    const first = await join();
    isHeld = true;
    now += frameMs;
    await isLookingUp.promise;
    const second = await join();
    answer.resolve();
    await eventually('three frames', () => {
      now += frameMs;
      expect(second.frames).toHaveLength(3);
    });
    expect([first.frames.includes('ended'), second.frames]).toEqual([false, ['sent', 'sent', 'sent']]);
    first.leave();
    second.leave();
  });

  test('requires a signed-in person with a confirmed address, and listed contracts', async () => {
    const { token } = await signInPerson(server);
    const unverified = await signInPerson(server, { verified: false });
    expect((await server.app.request(`/api/market/stream?contracts=${contracts}`)).status).toBe(401);
    expect((await watch(server, 'wrong')).response.status).toBe(498);
    expect((await watch(server, unverified.token)).response.status).toBe(403);
    const many = 'ESH6,NQH6,RTYH6,YMH6,CLJ6,GCJ6,NGJ6,6EH6,ZNH6';
    for (const list of ['', 'ESF6', 'XXH6', 'ESH6,', many]) {
      const { response } = await watch(server, token, { list });
      expect(response.status, list).toBe(422);
      expect(await response.json()).toMatchObject({ validation_errors: { contracts: [expect.any(String)] } });
    }
  });

  test('doesn’t count against the limit if it could not be opened', async () => {
    const person = await signInPerson(server);
    const actor = { ...person, email: '', verified: true, roles: [], hasSecondFactor: false };
    const subscribe = () => Promise.reject(new Error('no connection'));
    const deps = { ...server.deps, bus: { ...server.deps.bus, subscribe } };
    const sink = { isBusy: () => false, send: () => undefined, end: () => undefined };
    const watching = { selection: readSelection(deps, contracts), sink, after: undefined };
    for (let count = 0; count < 7; count += 1)
      await expect(watchMarket(deps, actor, watching)).rejects.toThrow('no connection');
  });

  test('ends without a frame if the session ends before the stream is open', async () => {
    const person = await signInPerson(server);
    const actor = { ...person, email: '', verified: true, roles: [], hasSecondFactor: false };
    const subscribe: typeof server.deps.bus.subscribe = async (channel, listener) => {
      const unsubscribe = await server.deps.bus.subscribe(channel, listener);
      listener('');
      return unsubscribe;
    };
    const deps = { ...server.deps, bus: { ...server.deps.bus, subscribe } };
    const events: string[] = [];
    const sink = { isBusy: () => false, send: () => void events.push('sent'), end: () => void events.push('ended') };
    await watchMarket(deps, actor, { selection: readSelection(deps, contracts), sink, after: undefined });
    expect(events).toEqual(['ended']);
  });

  test('is refused to a person with six open streams until one is closed', async () => {
    const [person, other] = [await signInPerson(server), await signInPerson(server)];
    const open = [];
    for (let count = 0; count < 6; count += 1) open.push(await watch(server, person.token));
    const { response } = await watch(server, person.token);
    expect(response.status).toBe(409);
    expect(await readErrorCode(response)).toBe('market_streams');
    expect((await watch(server, other.token)).response.status).toBe(200);
    await open[0]?.close();
    expect((await watch(server, person.token)).response.status).toBe(200);
  });

  test('ends with the session, when the token expires and when the server stops', async () => {
    const people = [
      await signInPerson(server),
      await signInPerson(server, { lifetimeMs: 60_000 }),
      await signInPerson(server),
    ] as const;
    const [signedOut, expired, stopped] = [
      await watch(server, people[0].token),
      await watch(server, people[1].token),
      await watch(server, people[2].token),
    ];
    for (const stream of [signedOut, expired, stopped]) await stream.next();
    await endSession(server.deps, people[0].token);
    expect(await signedOut.next()).toBeNull();
    await server.clock.advance(61_000);
    expect(await expired.next()).toBeNull();
    expect(await stopped.next()).not.toBeNull();
    endStreams(server.deps);
    expect(await stopped.next()).toBeNull();
  });
});

describe('the market stream over a socket', () => {
  async function listen() {
    const sockets: Socket[] = [];
    const http = serve({ fetch: server.app.fetch, port: 0 });
    http.on('connection', (socket: Socket) => void sockets.push(socket));
    await new Promise((done) => http.once('listening', done));
    const address = http.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    return { port, sockets, close: () => new Promise((done) => http.close(done)) };
  }

  test('is a valid chunked response from the first frame to the end of the session', async () => {
    const { token } = await signInPerson(server);
    const { port, close } = await listen();
    const answer = await fetch(`http://127.0.0.1:${port}/api/market/stream?contracts=${contracts}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const ids: number[] = [];
    const parser = createParser({ onEvent: ({ data }) => void ids.push(streamedFrame.parse(JSON.parse(data)).number) });
    while (ids.length < 4) {
      const { value = '' } = (await reader?.read()) ?? {};
      parser.feed(value);
      await server.clock.advance(frameMs);
    }
    expect(ids.slice(0, 4)).toEqual([0, 1, 2, 3].map((later) => firstNumber + later));
    await endSession(server.deps, token);
    while (!((await reader?.read()) ?? { done: true }).done);
    await close();
  });

  test('buffers at most one frame for a reader who has stopped reading', async () => {
    const { token } = await signInPerson(server);
    const { port, sockets, close } = await listen();
    const manyContracts = 'ESH6,NQH6,RTYH6,YMH6,CLJ6,GCJ6,NGJ6,ZNH6';
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `GET /api/market/stream?contracts=${manyContracts} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await new Promise((done) => socket.once('data', done));
    socket.pause();
    let [maxBuffered, blockedSteps, written] = [0, 0, 0];
    // The network’s own buffers, some megabytes, fill up first, a frame a step.
    for (let step = 0; blockedSteps < 600; step += 1) {
      expect(step).toBeLessThan(100_000);
      await server.clock.advance(frameMs);
      await new Promise(setImmediate);
      const buffered = sockets[0]?.writableLength ?? 0;
      maxBuffered = Math.max(maxBuffered, buffered);
      // A network that takes another frame, even within a step, isn’t full yet.
      const newlyWritten = sockets[0]?.bytesWritten ?? 0;
      [blockedSteps, written] = [newlyWritten === written ? blockedSteps + 1 : 0, newlyWritten];
    }
    expect(maxBuffered).toBeLessThan(6_000);
    const newest = Math.floor(server.clock.now().getTime() / frameMs);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece) => {
      text = (text + piece).slice(-20_000);
    });
    socket.resume();
    while (!text.includes(`id: ${newest + 1}\n`)) {
      await server.clock.advance(server.clock.now().getTime() < (newest + 1) * frameMs ? frameMs : 0);
      await new Promise(setImmediate);
    }
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids.at(-1)).toBe(newest + 1);
    expect(newest + 1 - (ids.at(-3) ?? 0), 'the frames in between were skipped').toBeGreaterThan(500);
    socket.destroy();
    await close();
  });
});

describe('market bars', () => {
  const minute = testStart - 60_000;
  const read = (query: Record<string, string>) =>
    client(server)(marketBars, {
      query: { contract: 'ESH6', seconds: '60', until: String(testStart), count: '5', ...query },
    });

  test('match the market up to the last full minute', async () => {
    const { data } = await read({});
    const expected = readBars(getMarket(server.deps), 'ES', '2026-03', {
      from: testStart - 300_000,
      to: testStart,
      barMs: 60_000,
    });
    expect(data.bars).toEqual(
      expected.map(({ at, openTicks, highTicks, lowTicks, closeTicks, volume }) => [
        at,
        openTicks,
        highTicks,
        lowTicks,
        closeTicks,
        volume,
      ]),
    );
  });

  test('go back 500 bars, and the last one may be incomplete', async () => {
    const { data: long } = await read({ seconds: '3600', count: '500' });
    expect(long.bars).toHaveLength(500);
    const { data: part } = await read({ seconds: '300', until: String(minute), count: '2' });
    const [bar] = readBars(getMarket(server.deps), 'ES', '2026-03', {
      from: minute - 240_000,
      to: minute,
      barMs: 300_000,
    });
    expect(part.bars.map(([at]) => at)).toEqual([testStart - 600_000, testStart - 300_000]);
    expect(part.bars[1]?.[5]).toBe(bar?.volume);
  });

  test('have a stable address and a response that caches may keep', async () => {
    const path = `/api/market/bars?contract=ESH6&seconds=60&until=${testStart}&count=300`;
    const first = await server.app.request(path);
    await server.clock.advance(90_000);
    const again = await server.app.request(path, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(again.status).toBe(304);
  });

  test.each([
    ['contract', 'ESF6'],
    ['contract', 'XXH6'],
    ['contract', ''],
    ['seconds', '90'],
    ['until', '1899999960000'],
    ['until', String(testStart - 1)],
    ['until', 'soon'],
    ['count', '501'],
    ['count', '0'],
  ])('reject the field %s with the value %j', async (field, value) => {
    const query = new URLSearchParams({
      contract: 'ESH6',
      seconds: '60',
      until: String(testStart),
      count: '5',
      [field]: value,
    });
    const response = await server.app.request(`/api/market/bars?${query}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ validation_errors: { [field]: [expect.any(String)] } });
  });
});
