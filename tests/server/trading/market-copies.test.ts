import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measureClock } from '#server/core/clock/skew.ts';
import { contractName } from '#shared/exchange/contract-month.ts';
import { streamedFrame } from '#shared/trading/contract-market.ts';
import { tradableMonths } from '#shared/trading/market/contracts.ts';
import { frameMs, frameNumberAt } from '#shared/trading/market/market.ts';
import { knownPrices, startTestApp, swingStart, type TestApp } from '../support/app.ts';
import { signInPerson } from '../support/people.ts';
import { june, openTerminal, placed, quoteAt, runUntil, terminalOf } from '../support/terminal.ts';

/** Just within what two copies' clocks may differ from the database's before they take no orders. */
const skewMs = 1_900;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({
    environment: { ...knownPrices, DATABASE_URL: 'postgres://unused' },
    startAt: swingStart,
  });
});

afterAll(() => server.close());

/** The newest frame that a copy shows. */
async function readShown({ app }: TestApp, token: string, contract: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await app.request(`/api/market/stream?contracts=${contract}`, { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!response.ok || !reader) throw new Error(`the stream answered ${response.status}`);
  const messages: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => void messages.push(data) });
  while (messages.length === 0) parser.feed((await reader.read()).value ?? '');
  await reader.cancel();
  return streamedFrame.parse(JSON.parse(messages[0] ?? ''));
}

test.each([-skewMs, 0, skewMs])('a copy whose clock is %i ms off shows frames at the database’s time', async (ms) => {
  const copy = await server.another({ clock: () => new Date(Date.now() + ms) });
  const { token } = await signInPerson(copy);
  const [month] = tradableMonths('ES', Date.now());
  if (month === undefined) throw new Error('no month trades');
  expect((await copy.app.request('/api/ready')).status).toBe(200);
  const before = Date.now();
  const { number } = await readShown(copy, token, contractName('ES', month));
  // The test's clock is the database's; a copy may be behind it by as long as it took to ask.
  expect(number).toBeGreaterThanOrEqual(frameNumberAt(before - 1_000));
  expect(number).toBeLessThanOrEqual(frameNumberAt(Date.now()));
});

test('an order at a slow copy fills in the newest frame that a fast one shows, in 40 of 40 frames', async () => {
  const copyOff = (ms: number) =>
    server.another({
      clock: () => new Date(server.clock.now().getTime() + ms),
      clockSkew: { ms: skewMs, aheadMs: ms, roundTripMs: 0 },
    });
  const [fast, slow] = [await copyOff(skewMs), await copyOff(-skewMs)];
  const person = await openTerminal(server);
  const terminal = terminalOf(slow, person);
  const fills: number[] = [];
  const shown: number[] = [];
  for (let frame = 0; frame < 40; frame += 1) {
    await runUntil(server, server.clock.now().getTime() + 4 * frameMs);
    const { number, quotes } = await readShown(fast, person.token, 'ESM6');
    const side = frame % 2 === 0 ? 'buy' : 'sell';
    const { order } = await placed(terminal.place({ side }));
    fills.push(Number(order.fillTicks));
    const quote = quoteAt(server, number * frameMs, june);
    shown.push(side === 'buy' ? quote.askTicks : quote.bidTicks);
    expect(Object.keys(quotes)).toEqual(['ESM6']);
  }
  expect(fills).toEqual(shown);
  expect(new Set(shown).size).toBeGreaterThan(5);
});

test('a slow answer of the database doesn’t set the market back, and a clock that was set does', async () => {
  // Where within a millisecond each of them reads its clock differs from time to time.
  for (let time = 0; time < 50; time += 1) {
    const clockSkew = { ms: 0, aheadMs: 0, roundTripMs: 0 };
    let [offsetMs, answerMs, reads] = [0, 0, 0];
    const clock = () => new Date(Date.now() + offsetMs + (reads++ % 2 === 1 ? answerMs : 0));
    const measured = { ...server.deps, clock, clockSkew };
    await measureClock(measured);
    const { aheadMs } = clockSkew;
    answerMs = 3_000;
    await measureClock(measured);
    expect(clockSkew.aheadMs).toBe(aheadMs);
    answerMs = 0;
    offsetMs = -5_000;
    await measureClock(measured);
    expect(clockSkew.aheadMs).toBeLessThan(-4_000);
  }
});

test('an order waits while its copy may be a frame behind another', async () => {
  const waits: number[] = [];
  const person = await openTerminal(server);
  const at = Math.ceil(server.clock.now().getTime() / frameMs) * frameMs;
  let now = at - 3;
  const copy = await server.another({
    clock: () => new Date(now),
    clockSkew: { ms: 0, aheadMs: 0, roundTripMs: 5 },
    wait: async (ms) => {
      waits.push(ms);
      now += ms;
    },
  });
  const { order } = await placed(terminalOf(copy, person).place({ dataAt: at - 3 }));
  expect(waits).toEqual([5]);
  expect(order.fillTicks).toBe(quoteAt(server, at, june).askTicks);
});
