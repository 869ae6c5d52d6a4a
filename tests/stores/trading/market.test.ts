import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  $isMarketStale,
  $marketAge,
  $marketFrame,
  $marketLiveness,
  $marketUnavailableReason,
  reconnectMarket,
  watchContract,
} from '#app/trading/stores/market.ts';
import { $bars, showBars } from '#app/trading/stores/market-bars.ts';
import { $isPractice } from '#app/trading/stores/quote.ts';
import { hourMs } from '#lib/durations.ts';
import { getMarket } from '#server/core/market.ts';
import { readBars } from '#shared/trading/market/bars.ts';
import { frameMs } from '#shared/trading/market/market.ts';
import { startTestApp, type TestApp, testStart } from '../../server/support/app.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, resetPage, signIn, until } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;
/** The contracts and the last id of every requested stream. */
let asked: { readonly contracts: string | null; readonly lastId: string | null }[];
/** Cuts the open streams, as a lost connection does. */
let cut: () => void;
let isOffline: boolean;
let isFull: boolean;

const full = {
  response_status: 503,
  error_code: 'market_full',
  response_message: 'Too many people are watching live prices right now. We’ll try again in a moment.',
};

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + frameMs - 1 });
});

afterAll(() => server.close());

beforeEach(async () => {
  const { token } = await signInPerson(server);
  resetPage();
  signIn(token);
  asked = [];
  isOffline = false;
  isFull = false;
  const cuts: (() => void)[] = [];
  cut = () => {
    for (const each of cuts.splice(0)) each();
  };
  disconnect = connectFetch(server, async (path, request) => {
    if (!path.endsWith('/market/stream')) return undefined;
    const url = new URL(request.url);
    asked.push({ contracts: url.searchParams.get('contracts'), lastId: request.headers.get('last-event-id') });
    if (isOffline) return new Response(null, { status: 503 });
    if (isFull) return Response.json(full, { status: 503 });
    const answer = await server.app.request(url.pathname + url.search, request);
    if (!answer.body) return answer;
    const broken = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => void cuts.push(() => controller.error(new Error('cut'))),
    });
    answer.body.pipeTo(broken.writable).catch(() => undefined);
    return new Response(broken.readable, answer);
  });
});

afterEach(async () => {
  await until(() => $marketLiveness.get() === 'idle');
  disconnect();
});

const nextFrame = async (frames = 1) => {
  const number = ($marketFrame.get()?.number ?? 0) + frames;
  await server.clock.advance(frames * frameMs);
  await until(() => ($marketFrame.get()?.number ?? 0) >= number);
};

// Wednesday, 10:00 in Chicago, and the Saturday after it: three days later.
test('go on as a practice session while the exchange is closed', async () => {
  const saturday = await startTestApp({ startAt: testStart + 72 * hourMs });
  onTestFinished(() => saturday.close());
  const isPracticeOn = async (app: TestApp) => {
    disconnect();
    disconnect = connectFetch(app);
    signIn((await signInPerson(app)).token);
    const unwatch = watchContract('ESH6');
    await until(() => $marketLiveness.get() === 'live');
    const found = [$isPractice.get(), $marketFrame.get()?.quotes['ESH6'] !== null];
    unwatch();
    await until(() => $marketLiveness.get() === 'idle');
    return found;
  };
  expect(await isPracticeOn(server)).toEqual([false, true]);
  expect(await isPracticeOn(saturday)).toEqual([true, true]);
});

describe('live prices', () => {
  test('share one connection between several watchers and follow what is watched', async () => {
    const watchers = [watchContract('ESH6'), watchContract('ESH6'), watchContract('NQH6')] as const;
    await until(() => $marketLiveness.get() === 'live');
    expect(asked.map(({ contracts }) => contracts)).toEqual(['ESH6,NQH6']);
    expect(Object.keys($marketFrame.get()?.quotes ?? {})).toEqual(['ESH6', 'NQH6']);
    watchers[0]();
    watchers[0]();
    watchers[2]();
    await until(() => asked.length === 2);
    expect(asked[1]?.contracts).toBe('ESH6');
    watchers[1]();
    await until(() => $marketLiveness.get() === 'idle');
    expect($marketFrame.get()).toBeNull();
  });

  test('resume after the last frame when the connection breaks', async () => {
    const unwatch = watchContract('ESH6');
    await until(() => $marketLiveness.get() === 'live');
    await nextFrame();
    const last = $marketFrame.get()?.number;
    cut();
    await until(() => $marketLiveness.get() === 'lost');
    await until(() => $marketLiveness.get() === 'live');
    expect(asked.map(({ lastId }) => lastId)).toEqual([null, String(last)]);
    unwatch();
  });

  test('report their age, and are stale after two seconds without a frame', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const unwatch = watchContract('ESH6');
    expect($isMarketStale.get()).toBe(true);
    await until(() => $marketLiveness.get() === 'live');
    expect($marketAge.get()).toBe(0);
    expect($isMarketStale.get()).toBe(false);
    isOffline = true;
    cut();
    await until(() => $marketLiveness.get() === 'lost');
    vi.advanceTimersByTime(2_000);
    expect([$marketAge.get(), $isMarketStale.get()]).toEqual([2_000, false]);
    vi.advanceTimersByTime(250);
    expect([$marketAge.get(), $isMarketStale.get()]).toEqual([2_250, true]);
    isOffline = false;
    reconnectMarket();
    await until(() => !$isMarketStale.get());
    unwatch();
  });

  test('report why the stream was refused and don’t retry', async () => {
    const unverified = await signInPerson(server, { verified: false });
    signIn(unverified.token);
    const unwatch = watchContract('ESH6');
    await until(() => $marketLiveness.get() === 'refused');
    expect($marketUnavailableReason.get()).toBe('Verify your email address first.');
    expect(asked).toHaveLength(1);
    unwatch();
    await until(() => $marketLiveness.get() === 'idle');
    expect($marketUnavailableReason.get()).toBeNull();
  });

  test('report why the server is full and retry automatically', async () => {
    isFull = true;
    const unwatch = watchContract('ESH6');
    await until(() => $marketUnavailableReason.get() !== null);
    expect($marketUnavailableReason.get()).toBe(full.response_message);
    await until(() => $marketLiveness.get() === 'lost');
    isFull = false;
    await until(() => $marketLiveness.get() === 'live');
    expect([$marketUnavailableReason.get(), asked.length]).toEqual([null, 2]);
    unwatch();
  });
});

describe('a chart’s bars', () => {
  const expected = (barMs: number) => {
    const number = $marketFrame.get()?.number ?? 0;
    const to = (number + 1) * frameMs;
    return readBars(getMarket(server.deps), 'ES', '2026-03', { from: to - hourMs, to, barMs });
  };
  const shown = (count: number) => {
    const state = $bars.get();
    return state?.status === 'ready' ? state.bars.slice(-count) : [];
  };

  test.each([60, 300] as const)(
    'of %d seconds equal the market’s up to the newest frame, across a minute’s end and a gap',
    async (seconds) => {
      const hide = showBars('ESH6', seconds);
      expect($bars.get()).toMatchObject({ status: 'loading', contract: 'ESH6' });
      await until(() => $bars.get()?.status === 'ready');
      await nextFrame();
      const agree = () => expect(shown(5)).toEqual(expected(seconds * 1_000).slice(-5));
      agree();
      // The reader misses frames, including the last ones of a minute.
      await nextFrame(500);
      await until(() => shown(1)[0]?.closeTicks === expected(seconds * 1_000).at(-1)?.closeTicks);
      agree();
      hide();
      expect($bars.get()).toBeNull();
    },
  );
});
