import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { nextTradingDay, sessionCloseAt, type TradingDay, tradingDayOf } from '#shared/exchange/trading-day.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { type FundedTrader, fundTrader } from '../support/funded.ts';
import { signInFinance } from '../support/payout-staff.ts';
import { play, trade } from '../support/trading.ts';

let server: TestApp;
const startAt = testStart + 7 * dayMs;

beforeAll(async () => {
  server = await startTestApp({ startAt });
});

afterAll(() => server.close());

/** Moves the clock to a later time. Everyone stays signed in, however long that takes. */
async function moveTo(at: number): Promise<void> {
  await server.clock.advance(at - server.clock.now().getTime());
  await server.deps.db
    .updateTable('session')
    .set({ expires_at: new Date(at + hourMs) })
    .execute();
}

async function readDays({ accountId }: FundedTrader) {
  const { state } = await server.deps.db
    .selectFrom('trading_account')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return state.days;
}

/** Trades once at 10:00 on each of these days, and lets the job close all of them but the last. */
async function tradeDays({ accountId }: FundedTrader, from: TradingDay, ticks: readonly number[]): Promise<TradingDay> {
  let day = from;
  for (const [index, result] of ticks.entries()) {
    if (index > 0) day = nextTradingDay(day);
    const at = sessionCloseAt(day) - 6 * hourMs;
    await moveTo(Math.max(at + hourMs, server.clock.now().getTime()));
    await play(server, accountId, trade(at, result));
    if (index === ticks.length - 1) return day;
    await moveTo(sessionCloseAt(day) + 2 * minuteMs);
    await closeTradingDay(server.deps);
  }
  return day;
}

test('the day of a request half a minute after the close counts for the next payout, however good it was', async () => {
  // Five days of $400 are closed; the sixth brings $5,000.
  const trader = await fundTrader(server, { ticks: 32 });
  const today = tradingDayOf(startAt);
  await tradeDays(trader, today, [400]);
  await moveTo(sessionCloseAt(today) + 30_000);
  const { facts, quote } = await trader.quote();
  // (2,000 − 100) ÷ 2, because the $5,000 aren't closed yet.
  expect(quote).toMatchObject({ allowed: true, availableCents: 95_000 });
  expect(facts.days.filter(({ closed }) => closed)).toHaveLength(5);
  const finance = await signInFinance(server);
  const { data } = await trader.request(95_000);
  await server.drain();
  await closeTradingDay(server.deps);
  await finance.review(data.payout.id);
  await finance.approve(data.payout.id);
  await finance.send(data.payout.id);
  await finance.settle(data.payout.id);
  const next = nextTradingDay(today);
  const last = await tradeDays(trader, next, [32, 32, 32, 32, 32]);
  await moveTo(sessionCloseAt(last) + 2 * minuteMs);
  await closeTradingDay(server.deps);
  const second = (await trader.quote()).quote;
  const winning = second.checks.find(({ name }) => name === 'winning-days');
  const bestDay = second.checks.find(({ name }) => name === 'best-day');
  expect(winning).toMatchObject({ passed: true, current: 6 });
  // 5,000 ÷ 40 % = 12,500, and 5,000 + 5 × 400 = 7,000 are earned.
  expect(bestDay).toMatchObject({
    passed: false,
    bestDayCents: 500_000,
    requiredCents: 1_250_000,
    missingCents: 550_000,
  });
  expect(second.availableCents).toBe(0);
});

test('an honest winning day that closes around a request isn’t lost', async () => {
  const trader = await fundTrader(server, { ticks: 32 });
  const today = nextTradingDay(tradingDayOf(server.clock.now().getTime()));
  await tradeDays(trader, today, [16]);
  await moveTo(sessionCloseAt(today));
  const { data } = await trader.request(25_000);
  expect(data.payout.amountCents).toBe(25_000);
  await moveTo(sessionCloseAt(today) + 2 * minuteMs);
  await closeTradingDay(server.deps);
  const { facts } = await trader.quote();
  expect(facts.days).toEqual([{ day: today, profitCents: 20_000, closed: true }]);
});

test('a request after the close leaves the payout above the floor that the close raises', async () => {
  // 12 ticks are $150.
  const trader = await fundTrader(server, { ticks: 12 });
  const today = nextTradingDay(tradingDayOf(server.clock.now().getTime()));
  await tradeDays(trader, today, [80]);
  await moveTo(sessionCloseAt(today) + 10_000);
  const { facts } = await trader.quote();
  // 50,000 + 5 × 150 + 1,000 − 2,000.
  expect(facts).toMatchObject({ balanceCents: 5_175_000, floorCents: 4_975_000 });
});

/** How long after a close a request comes, and whether the job has run by then. */
const instant = fc.record({
  afterMs: fc.oneof(
    fc.constantFrom(-1, 0, 1, 30_000, 59_999, 60_000, 60_001, hourMs - 1, hourMs, hourMs + 1),
    fc.integer({ min: -5 * hourMs, max: 15 * hourMs }),
  ),
  closed: fc.boolean(),
});

/** Each kind of database takes half of the samples. */
const seed = inject('databases').kind === 'embedded' ? 21 : 22;

test('each day counts for exactly one payout, at whatever instant the requests come', async () => {
  const finance = await signInFinance(server);
  for (const instants of fc.sample(fc.array(instant, { minLength: 3, maxLength: 3 }), { numRuns: 4, seed })) {
    const trader = await fundTrader(server, { ticks: 32 });
    const included: TradingDay[][] = [];
    let day = nextTradingDay(tradingDayOf(server.clock.now().getTime()));
    for (const { afterMs, closed } of instants) {
      day = await tradeDays(trader, day, [20, 32, 24, 28, 32, 26]);
      await moveTo(sessionCloseAt(day) + afterMs);
      if (closed) await closeTradingDay(server.deps);
      const { facts, quote } = await trader.quote();
      expect(quote.allowed).toBe(true);
      const { data } = await trader.request(quote.availableCents);
      included.push(facts.days.filter((each) => each.closed).map((each) => each.day));
      await server.drain();
      await finance.review(data.payout.id);
      await finance.approve(data.payout.id);
      await finance.send(data.payout.id);
      await finance.settle(data.payout.id);
      await moveTo(Math.max(server.clock.now().getTime(), sessionCloseAt(day) + 2 * minuteMs));
      await closeTradingDay(server.deps);
      day = nextTradingDay(day);
    }
    const left = (await trader.quote()).facts.days.map((each) => each.day);
    const days = await readDays(trader);
    expect([...included.flat(), ...left], JSON.stringify(instants)).toEqual(days.map((each) => each.day));
  }
});
