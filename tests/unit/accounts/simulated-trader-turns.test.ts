import { describe, expect, test } from 'vitest';
import { dayMs, hourMs, secondMs } from '#lib/durations.ts';
import type { AccountEvent, AccountRules } from '#shared/accounts/model.ts';
import { getQuote } from '#shared/accounts/simulated-trader/find-exit.ts';
import { nextEvents, postponeTrader, startTrader } from '#shared/accounts/simulated-trader/next-events.ts';
import { planTrading, type TradingPlan } from '#shared/accounts/simulated-trader/plan.ts';
import type { OpenTrade, TraderState } from '#shared/accounts/simulated-trader/trader-state.ts';
import type { TradingDay } from '#shared/exchange/trading-day.ts';
import { testMarket } from '../../support/test-market.ts';
import { at, trailing } from '../support.ts';

const market = testMarket();
const december = { instrument: 'ES', month: '2026-12' } as const;

const wednesday = '2026-11-18' as TradingDay;
const thursday = '2026-11-19' as TradingDay;

describe('a trading plan', () => {
  const plan = (changes: Partial<AccountRules>, scenario: 'passes' | 'fails' | 'wanders' = 'passes') =>
    planTrading({ ...trailing, ...changes }, scenario, null);

  // A unit is a twentieth of the smaller limit; 12 ticks of an MES are $15, of an ES $150.
  test.each<[string, Partial<AccountRules>, Partial<TradingPlan>]>([
    ['$2,000 to lose', {}, { instrument: 'MES', quantity: 7, unitCents: 10_000, maxLossCents: 200_000 }],
    [
      '$1,000 a day',
      { dailyLoss: { mode: 'soft', limitCents: 100_000 } },
      { instrument: 'MES', quantity: 3, unitCents: 5_000, maxLossCents: 200_000, dayLimitCents: 100_000 },
    ],
    [
      '$3,000 a day and $2,000 overall',
      { dailyLoss: { mode: 'hard', limitCents: 300_000 } },
      { quantity: 7, unitCents: 10_000, dayLimitCents: 300_000 },
    ],
    [
      '$2,400 to lose',
      { drawdown: { mode: 'static', maxLossCents: 240_000 } },
      { instrument: 'ES', quantity: 1, unitCents: 12_000 },
    ],
    [
      'slightly less to lose',
      { drawdown: { mode: 'static', maxLossCents: 239_980 } },
      { instrument: 'MES', quantity: 8, unitCents: 11_999 },
    ],
    [
      'a twenty-fifth of the account without any limit',
      { drawdown: { mode: 'none' } },
      { instrument: 'MES', quantity: 7, unitCents: 10_000, maxLossCents: null, dayLimitCents: null },
    ],
  ])('sizes its risk by the limits: %s', (_, changes, expected) => {
    expect(plan(changes)).toMatchObject(expected);
  });

  test('stays within the contract limit, counting ten micros as one, and trades at least one contract', () => {
    const large: AccountRules = { ...trailing, drawdown: { mode: 'static', maxLossCents: 2_000_000 }, maxContracts: 1 };
    expect(planTrading(large, 'passes', 'MES').quantity).toBe(10);
    expect(planTrading(large, 'passes', 'ES').quantity).toBe(1);
    expect(planTrading(trailing, 'passes', 'ES')).toMatchObject({ instrument: 'ES', quantity: 1 });
  });

  // 6 % above the target of $3,000, spread over at least three days.
  test.each<[string, Partial<AccountRules>, number]>([
    ['three days', {}, 106_000],
    ['five required days', { minimumDays: 5 }, 63_600],
    ['twice the two days required by a best day of half the profit', { consistencyBps: 5_000 }, 79_500],
    ['twice the days required by a best day of 30 %, rounded up', { consistencyBps: 3_000 }, 45_429],
    ['four units without a target', { targetCents: null }, 40_000],
  ])('aims for the target: %s', (_, changes, dayGoalCents) => {
    expect(plan(changes).dayGoalCents).toBe(dayGoalCents);
  });

  test('of a failing trader loses half as much again, in three days or every day without a floor', () => {
    expect(plan({}, 'fails').dayGoalCents).toBe(-100_000);
    expect(plan({ drawdown: { mode: 'none' } }, 'fails').dayGoalCents).toBe(-300_000);
    expect(plan({}, 'wanders').dayGoalCents).toBe(0);
  });
});

describe('a new trader', () => {
  const options = { seed: 1, rules: trailing, startAt: at(wednesday, '10:00'), scenario: 'passes' } as const;

  test('starts on the current day, marks every second and trades around the clock', () => {
    expect(startTrader(options)).toMatchObject({
      ...{ markEveryMs: 1_000, hours: 'always', nextAt: at(wednesday, '10:00'), day: wednesday },
      ...{ dayStartedAt: at(wednesday, '10:00'), dayClosesAt: at(wednesday, '16:00') },
      ...{ dayGoalCents: 106_000, dayResultCents: 0, resultCents: 0, peakCents: 0, trade: null, ended: false },
    });
  });

  test('accepts other options, but marks at least every minute', () => {
    expect(
      startTrader({ ...options, markEveryMs: 90_000, hours: 'exchange', instrument: 'CL', seed: 'x' }),
    ).toMatchObject({ markEveryMs: 60_000, hours: 'exchange', plan: { instrument: 'CL' } });
    expect(startTrader({ ...options, markEveryMs: 5_000 }).markEveryMs).toBe(5_000);
  });

  test('starts on the next day from the close onwards', () => {
    const startAt = at(wednesday, '16:00');
    const late = { nextAt: startAt, day: thursday, dayStartedAt: startAt, dayClosesAt: at(thursday, '16:00') };
    expect(startTrader({ ...options, startAt })).toMatchObject(late);
    expect(startTrader({ ...options, startAt: startAt - 1 }).day).toBe(wednesday);
    expect(postponeTrader(startTrader(options), startAt)).toEqual({ ...startTrader(options), ...late });
  });

  test('that is to fail stops with the fill that ends the account', () => {
    const state = startTrader({ ...options, scenario: 'fails', markEveryMs: 60_000 });
    const { events } = nextEvents(market, state, options.startAt + 366 * dayMs);
    expect(events.at(-1)?.type).toBe('fill');
    const fees = events.reduce((sum, event) => sum + (event.type === 'fill' ? event.feeCents : 0), 0);
    const traded = events.reduce((sum, event) => {
      if (event.type !== 'fill') return sum;
      return sum + (event.side === 'sell' ? 1 : -1) * event.quantity * event.priceTicks * 125;
    }, 0);
    expect(traded - fees).toBeLessThanOrEqual(-200_000);
    expect(traded - fees).toBeGreaterThan(-220_000);
  });
});

/** Two ES, a unit of $100, no limits. It acts at 10:00 on a day that began at the last close. */
function traderOf(changes: Partial<TraderState> = {}, planned: Partial<TradingPlan> = {}): TraderState {
  const plan: TradingPlan = {
    ...{ scenario: 'passes', instrument: 'ES', quantity: 2, unitCents: 10_000 },
    ...{ dayGoalCents: 0, maxLossCents: null, dayLimitCents: null },
    ...planned,
  };
  return {
    ...{ plan, markEveryMs: 1_000, hours: 'always', random: 1, nextAt: at(wednesday, '10:00') },
    ...{ day: wednesday, dayStartedAt: at('2026-11-17', '16:00'), dayClosesAt: at(wednesday, '16:00') },
    ...{ dayGoalCents: plan.dayGoalCents, dayResultCents: 0, resultCents: 0, peakCents: 0, trade: null, ended: false },
    ...changes,
  };
}

/** A trade that is to end at 10:00, where it has gained 8 ticks if it is long. */
function tradeOf(changes: Partial<OpenTrade> = {}): OpenTrade {
  const exitAt = at(wednesday, '10:00');
  const entryTicks = getQuote(market, december, exitAt).bidTicks - 8;
  return { month: '2026-12', side: 'buy', entryTicks, exitAt, ...changes };
}

/** The trader's next event and the trader after it. */
function step(trader: TraderState): { readonly event: AccountEvent | undefined; readonly after: TraderState } {
  let until = trader.nextAt;
  for (;;) {
    const { events, traderState } = nextEvents(market, trader, until);
    const [event] = events;
    if (event || traderState.ended) return { event, after: nextEvents(market, trader, event?.at ?? until).traderState };
    until = traderState.nextAt;
  }
}

describe('closing a trade', () => {
  const tenOClock = at(wednesday, '10:00');
  const { bidTicks, askTicks } = getQuote(market, december, tenOClock);

  test('of two long ES, 8 ticks up, makes $200 less $4.08, and pauses for half a minute to four minutes', () => {
    const { event, after } = step(traderOf({ trade: tradeOf(), resultCents: 5_000, dayResultCents: 1_000 }));
    expect(event).toEqual({
      ...{ type: 'fill', at: tenOClock, instrument: 'ES', month: '2026-12', side: 'sell', quantity: 2 },
      ...{ priceTicks: bidTicks, feeCents: 408 },
    });
    expect(after).toMatchObject({ trade: null, resultCents: 24_592, peakCents: 25_000, dayResultCents: 20_592 });
    expect(after.nextAt - tenOClock).toBeGreaterThanOrEqual(30 * secondMs);
    expect(after.nextAt - tenOClock).toBeLessThanOrEqual(240 * secondMs);
    expect(after.ended).toBe(false);
  });

  test('of a short, 8 ticks up, loses as much and buys back', () => {
    const { event, after } = step(traderOf({ trade: tradeOf({ side: 'sell', entryTicks: askTicks - 8 }) }));
    expect(event).toMatchObject({ side: 'buy', priceTicks: askTicks });
    expect(after.resultCents).toBe(-20_408);
  });

  test('ends the account exactly when the maximum loss is reached', () => {
    const loss = { trade: tradeOf({ side: 'sell', entryTicks: askTicks - 8 }) };
    const planned = { maxLossCents: 200_000 };
    expect(step(traderOf({ ...loss, resultCents: -179_592 }, planned)).after).toMatchObject({
      ...{ resultCents: -200_000, ended: true },
    });
    expect(step(traderOf({ ...loss, resultCents: -179_591 }, planned)).after.ended).toBe(false);
    const { traderState } = nextEvents(market, traderOf({ ended: true }), tenOClock + hourMs);
    expect(traderState).toEqual(traderOf({ ended: true }));
  });
});

describe('an open trade', () => {
  const tenOClock = at(wednesday, '10:00');

  test.each(['buy', 'sell'] as const)('is marked and closed at the market’s prices: %s', (side) => {
    const exitAt = tenOClock + 150 * secondMs;
    const open = traderOf({ markEveryMs: 60_000, trade: tradeOf({ side, exitAt }) });
    const { events } = nextEvents(market, open, exitAt);
    const priceAt = (seconds: number) =>
      getQuote(market, december, tenOClock + seconds * secondMs)[side === 'buy' ? 'bidTicks' : 'askTicks'];
    expect(
      events.map((event) => [event.type, event.at - tenOClock, 'priceTicks' in event && event.priceTicks]),
    ).toEqual([
      ['mark', 0, priceAt(0)],
      ['mark', 60_000, priceAt(60)],
      ['mark', 120_000, priceAt(120)],
      ['fill', 150_000, priceAt(150)],
    ]);
  });
});

describe('a day', () => {
  const closeAt = at(wednesday, '16:00');

  test('closes on time, and the next day begins with its own goal', () => {
    const { event, after } = step(
      traderOf(
        { hours: 'exchange', nextAt: closeAt, dayResultCents: 700, resultCents: 700, dayGoalCents: 1 },
        { dayGoalCents: 9_000 },
      ),
    );
    expect(event).toEqual({ type: 'day-close', at: closeAt, day: wednesday });
    expect(after).toMatchObject({
      ...{ day: thursday, dayStartedAt: closeAt, dayClosesAt: at(thursday, '16:00') },
      ...{ dayResultCents: 0, resultCents: 700, dayGoalCents: 9_000, nextAt: at(thursday, '08:30') },
    });
  });

  test('of a wandering trader aims to undo half of the result, give or take two units', () => {
    const goal = (random: number, unitCents: number) =>
      step(traderOf({ nextAt: closeAt, resultCents: 30_000, random }, { scenario: 'wanders', unitCents })).after
        .dayGoalCents;
    expect(goal(1, 0)).toBe(-15_000);
    const strays = Array.from({ length: 1_500 }, (_, random) => goal(random, 100) + 15_000);
    const deviation = Math.sqrt(strays.reduce((sum, stray) => sum + stray ** 2, 0) / strays.length);
    expect(deviation).toBeGreaterThan(190);
    expect(deviation).toBeLessThan(210);
  });

  const opens = (changes: Partial<TraderState>, planned: Partial<TradingPlan> = {}) =>
    step(traderOf(changes, planned)).event;

  test('opens its last trade two minutes before the close', () => {
    const last = closeAt - 2 * 60 * secondMs;
    expect(opens({ nextAt: last })).toMatchObject({ type: 'fill', at: last });
    expect(opens({ nextAt: last + 1 })).toMatchObject({ type: 'day-close', at: closeAt });
  });

  test.each([1, 60])('ends every trade by the close, marked every %i s', (seconds) => {
    for (let start = closeAt - 8 * 60 * secondMs; start <= closeAt - 2 * 60 * secondMs; start += 7 * secondMs) {
      const trader = traderOf({ nextAt: start, markEveryMs: seconds * secondMs, random: start % 1_000 });
      const { events } = nextEvents(market, trader, closeAt + 5 * 60 * secondMs);
      const close = events.findIndex(({ type }) => type === 'day-close');
      const fills = events.slice(0, close).filter(({ type }) => type === 'fill');
      expect(events[close]?.at).toBe(closeAt);
      expect(fills.length).toBeGreaterThan(0);
      expect(fills.length % 2).toBe(0);
    }
  });

  test('with exchange hours is active from 8:30 to 15:00', () => {
    const hours = 'exchange' as const;
    expect(opens({ hours, nextAt: at(wednesday, '03:00') })).toMatchObject({
      type: 'fill',
      at: at(wednesday, '08:30'),
    });
    expect(opens({ hours, nextAt: at(wednesday, '09:10') })).toMatchObject({
      type: 'fill',
      at: at(wednesday, '09:10'),
    });
    expect(opens({ hours, nextAt: at(wednesday, '15:00') })).toMatchObject({
      type: 'fill',
      at: at(wednesday, '15:00'),
    });
    expect(opens({ hours, nextAt: at(wednesday, '15:00') + 1 })).toMatchObject({ type: 'day-close', at: closeAt });
  });

  test('ends for the trader once the daily limit is reached', () => {
    const planned = { dayLimitCents: 50_000 };
    expect(opens({ dayResultCents: -50_000 }, planned)).toMatchObject({ type: 'day-close' });
    expect(opens({ dayResultCents: -49_999 }, planned)).toMatchObject({ type: 'fill', at: at(wednesday, '10:00') });
    expect(opens({ dayResultCents: -50_000 })).toMatchObject({ type: 'fill' });
  });
});

describe('trades that are opened', () => {
  const seeds = Array.from({ length: 2_000 }, (_, index) => index * 7_919);
  const openings = (changes: Partial<TraderState>, planned: Partial<TradingPlan> = {}) =>
    seeds.map((random) => {
      const before = traderOf({ ...changes, random }, planned);
      const { event, after } = step(before);
      if (event?.type !== 'fill' || after.trade === null) throw new Error('no trade was opened');
      return { before, event, after, trade: after.trade };
    });
  const shareOf = <Item>(items: readonly Item[], matches: (item: Item) => boolean) =>
    items.filter(matches).length / items.length;
  const wonTicks = ({ side, entryTicks, exitAt, month }: OpenTrade) => {
    const { bidTicks, askTicks } = getQuote(market, { instrument: 'ES', month }, exitAt);
    return side === 'buy' ? bidTicks - entryTicks : entryTicks - askTicks;
  };
  const winShare = (changes: Partial<TraderState>, planned: Partial<TradingPlan> = {}) =>
    shareOf(openings(changes, planned), ({ trade }) => wonTicks(trade) > 0);
  /** Within four standard deviations of 2,000 draws. */
  const expectShare = (actual: number, expected: number) => expect(Math.abs(actual - expected)).toBeLessThan(0.045);

  test('fill at the market’s prices and reach 0.6 to 1.5 units within half a minute to six minutes', () => {
    const quote = getQuote(market, december, at(wednesday, '10:00'));
    for (const { before, event, after, trade } of openings({})) {
      const priceTicks = trade.side === 'buy' ? quote.askTicks : quote.bidTicks;
      expect(event).toEqual({
        ...{ type: 'fill', at: before.nextAt, instrument: 'ES', month: '2026-12', side: trade.side, quantity: 2 },
        ...{ priceTicks, feeCents: 408 },
      });
      expect(trade.entryTicks).toBe(priceTicks);
      expect(after).toMatchObject({ resultCents: -408, dayResultCents: -408, nextAt: before.nextAt + 1_000 });
      // A tick of two ES is $25: 0.6 units are 2.4 ticks, 1.5 are 6. A second may move it a few ticks further.
      expect(Math.abs(wonTicks(trade))).toBeGreaterThanOrEqual(2);
      expect(Math.abs(wonTicks(trade))).toBeLessThanOrEqual(10);
      expect(trade.exitAt - before.nextAt).toBeGreaterThanOrEqual(30 * secondMs);
      expect(trade.exitAt - before.nextAt).toBeLessThanOrEqual(360 * secondMs);
    }
  });

  test('end where they come nearest to a result that the market doesn’t reach in time', () => {
    const [opened] = openings({}, { unitCents: 10_000_000 });
    if (!opened) throw new Error('no trade was opened');
    const { trade } = opened;
    const results = Array.from({ length: 331 }, (_, index) =>
      wonTicks({ ...trade, exitAt: at(wednesday, '10:00') + (30 + index) * secondMs }),
    );
    const won = wonTicks(trade);
    expect(won).toBe(won > 0 ? Math.max(...results) : Math.min(...results));
  });

  // A goal of five units. After 6 of 24 hours 1.4 × ¼ of it is due, 1.75 units; a unit behind adds 12 % to one in two.
  test.each<[string, Partial<TraderState>, number]>([
    ['a unit behind', { dayResultCents: 7_500 }, 0.62],
    ['exactly on schedule', { dayResultCents: 17_500 }, 0.5],
    ['a unit ahead', { dayResultCents: 27_500 }, 0.38],
    ['far behind', { dayResultCents: -100_000 }, 0.88],
    ['far ahead', { dayResultCents: 150_000 }, 0.12],
    // After 20 hours all of it is due, and no more.
    ['a unit behind late in the day', { nextAt: at(wednesday, '12:00'), dayResultCents: 40_000 }, 0.62],
    // Half of the busy hours have passed at 12:15: 0.7 of it, 3.5 units.
    [
      'a unit behind in exchange hours',
      { hours: 'exchange', nextAt: at(wednesday, '12:15'), dayResultCents: 25_000 },
      0.62,
    ],
    [
      'a unit ahead in exchange hours',
      { hours: 'exchange', nextAt: at(wednesday, '12:15'), dayResultCents: 45_000 },
      0.38,
    ],
  ])('win according to progress toward the day’s goal: %s', (_, changes, expected) => {
    const nextAt = at('2026-11-17', '22:00');
    expectShare(winShare({ nextAt, dayGoalCents: 50_000, ...changes }), expected);
  });

  test('always win near the floor, unless the account is meant to fail', () => {
    const far = { dayResultCents: 150_000, resultCents: -140_001 };
    expect(winShare(far, { maxLossCents: 200_000 })).toBe(1);
    expectShare(winShare(far, { maxLossCents: 200_000, scenario: 'fails' }), 0.12);
    expectShare(winShare({ ...far, resultCents: -140_000 }, { maxLossCents: 200_000 }), 0.12);
    // $600.01 below its peak of $1,000 is as near to a floor that has followed it.
    expect(winShare({ ...far, resultCents: -40_001, peakCents: 100_000 }, { maxLossCents: 200_000 })).toBe(1);
  });
});
