import { describe, expect, test } from 'vitest';
import { nextBetween, nextRandom, type Random } from '#lib/random.ts';
import type { Drawdown } from '#shared/accounts/drawdown/registry.ts';
import { createState, replay } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import { rulesForPhase } from '#shared/accounts/rules/for-phase.ts';
import { getTradingDay, nextTradingDay, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import { quotePayout } from '#shared/payouts/quote.ts';
import { type DayPath, dayPathsOf } from '#shared/replay/daily-results.ts';
import { createEvaluation, createFunded, type PaidTerms } from '#shared/replay/odds/life.ts';
import { lifeCounts, oddsOf, type SoldOffer } from '#shared/replay/odds/odds.ts';
import { missingOf, type OddsSample, oddsSampleOf } from '#shared/replay/odds/sample.ts';
import { factsOf } from '../../economics/sold-account.ts';
import { buy, at as chicago, close, dayTrade, entryTicks, mark, sell } from '../support.ts';

const firstDay = getTradingDay('2026-01-05');
const hourMs = 3_600_000;
const contract = { instrument: 'ES', month: '2026-12', quantity: 1, priceTicks: 27_000 } as const;

type Day = Omit<DayPath, 'day'>;

/** The same day as events: a position whose open profit passes both extremes, and that is closed with the day's result. */
function playDay(rules: AccountRules, state: AccountState, day: Day, closeAt: number): AccountState {
  const { lowestCents, highestCents, isHighFirst, resultCents } = day;
  const at = closeAt - 2 * hourMs;
  let now = replay(rules, [{ ...{ type: 'fill', side: 'buy', feeCents: 0, at }, ...contract }], state);
  const openCents = now.balanceCents;
  let exitCents = resultCents;
  for (const openProfitCents of isHighFirst ? [highestCents, lowestCents] : [lowestCents, highestCents]) {
    now = replay(rules, [{ type: 'equity', at, openProfitCents }], now);
    if (now.status !== 'active') break;
  }
  const exit = (feeCents: number): AccountEvent => ({
    ...{ type: 'fill', side: 'sell', feeCents: -feeCents, at },
    ...contract,
  });
  // A soft limit closes what is held at the limit.
  if (now.status === 'locked') exitCents = (now.dailyFloorCents ?? 0) - openCents;
  return replay(rules, [exit(exitCents)], now);
}

function calendar(
  count: number,
): readonly { readonly day: ReturnType<typeof getTradingDay>; readonly closeAt: number }[] {
  const days = [{ day: firstDay, closeAt: sessionCloseAt(firstDay) }];
  while (days.length < count) {
    const day = nextTradingDay(days.at(-1)?.day ?? firstDay);
    days.push({ day, closeAt: sessionCloseAt(day) });
  }
  return days;
}

const dates = calendar(60);

function engineEvaluation(rules: AccountRules, days: readonly Day[]) {
  const life = { firstDays: 0, firstPassed: false, days: 0, passed: false, resets: 0 };
  let state = createState(rules);
  for (const [index, day] of days.entries()) {
    const date = dates[index];
    if (date === undefined) throw new Error('the calendar is over');
    state = replay(
      rules,
      [{ type: 'day-close', at: date.closeAt, day: date.day }],
      playDay(rules, state, day, date.closeAt),
    );
    life.days += 1;
    if (life.resets === 0) life.firstDays = life.days;
    if (state.status === 'passed') return { ...life, passed: true, firstPassed: life.resets === 0 };
    if (state.breach === null || life.days === days.length) continue;
    life.resets += 1;
    state = replay(rules, [{ type: 'reset', at: date.closeAt + hourMs }], state);
  }
  return life;
}

function engineFunded(bought: AccountRules, payout: PaidTerms, days: readonly Day[]) {
  const rules = rulesForPhase(bought, 'funded');
  let state = createState(rules);
  let [receivedCents, paidCents, payouts, paidDays] = [0, 0, 0, 0];
  for (const [index, day] of days.entries()) {
    const date = dates[index];
    if (date === undefined) throw new Error('the calendar is over');
    state = replay(
      rules,
      [{ type: 'day-close', at: date.closeAt, day: date.day }],
      playDay(rules, state, day, date.closeAt),
    );
    if (state.breach !== null) break;
    const at = date.closeAt + hourMs / 2;
    const facts = factsOf(payout, rules, state, { at, paidCents, payouts, paidDays });
    const { availableCents } = quotePayout(facts, { amountCents: 0, method: 'wise' });
    const quote = quotePayout(facts, { amountCents: availableCents, method: 'wise' });
    if (!quote.allowed) continue;
    receivedCents += quote.netCents;
    paidCents += availableCents;
    payouts += 1;
    paidDays = state.days.length;
    state = replay(rules, [{ type: 'adjustment', at, amountCents: -availableCents, cause: 'payout' }], state);
  }
  return { payouts, receivedCents };
}

const pickOne = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(nextRandom(random) * items.length)] as Item;

function randomRules(random: Random): AccountRules {
  const startingBalanceCents = 1_000_000;
  const lock = pickOne(random, [null, { offsetCents: 0 }, { offsetCents: 10_000 }]);
  const [maxLossCents, maxLossBps] = [pickOne(random, [50_000, 90_000]), pickOne(random, [500, 901])];
  const drawdown = pickOne<Drawdown>(random, [
    { mode: 'none' },
    { mode: 'static', maxLossCents },
    { mode: 'end-of-day', maxLossCents, lock },
    { mode: 'intraday', maxLossCents, lock },
    { mode: 'end-of-day-percent', maxLossBps, lock },
    { mode: 'intraday-percent', maxLossBps, lock },
  ]);
  const mode = pickOne(random, ['soft', 'hard'] as const);
  return {
    ...{ startingBalanceCents, drawdown, maxContracts: 5 },
    dailyLoss: pickOne(random, [{ mode: 'none' }, { mode, limitCents: 30_000 }, { mode, limitBps: 333 }]),
    targetCents: pickOne(random, [40_000, 80_000]),
    minimumDays: pickOne(random, [0, 3, 6]),
    consistencyBps: pickOne(random, [null, 5_000, 3_333]),
    ...pickOne(random, [{}, { payoutFloor: { offsetCents: 0 } }, { payoutFloor: { offsetCents: 5_000 } }]),
  };
}

function randomTerms(random: Random): PaidTerms {
  return {
    terms: {
      winningDays: pickOne(random, [1, 3]),
      winningDayMinimumCents: 10_000,
      bestDayShareBps: pickOne(random, [10_000, 4_000]),
      profitShareBps: pickOne(random, [10_000, 5_001]),
      bufferCents: pickOne(random, [0, 20_000]),
      minimumCents: 5_000,
      split: { traderBps: 9_001, fullUntilCents: pickOne(random, [0, 20_000, 1_000_000]) },
    },
    capsCents: pickOne(random, [[20_000, 30_000], [500_000], [15_000, 25_000, 0]]),
    feesCents: pickOne(random, [{}, { wise: 700 }]),
  };
}

/** In steps of $50, so that days often touch a floor or a limit exactly. */
function randomDays(random: Random, count: number): readonly Day[] {
  const step = pickOne(random, [5_000, 1]);
  const cents = (low: number, high: number) => Math.round(nextBetween(random, low, high) / step) * step;
  return Array.from({ length: count }, () => {
    const resultCents = cents(-25_000, 32_000);
    const lowestCents = Math.min(0, resultCents) - cents(0, 15_000);
    const highestCents = Math.max(0, resultCents) + cents(0, 15_000);
    return { resultCents, lowestCents, highestCents, isHighFirst: nextRandom(random) < 0.5, contracts: 1 };
  });
}

test('a life by whole days is what the engine and the quote make of the same days, under any rules', () => {
  const ends = { passed: 0, resets: 0, payouts: 0 };
  for (let seed = 1; seed <= 400; seed += 1) {
    const random: Random = { random: seed };
    const [rules, payout, days] = [randomRules(random), randomTerms(random), randomDays(random, 30)];
    let next = 0;
    const inOrder = () => days[next++] as Day;
    const evaluated = createEvaluation(rules, days.length)(inOrder);
    expect(evaluated, `evaluation ${seed}`).toEqual(engineEvaluation(rules, days));
    next = 0;
    const funded = createFunded(rules, payout, days.length)(inOrder);
    expect(funded, `funded ${seed}`).toEqual(engineFunded(rules, payout, days));
    ends.passed += evaluated.passed ? 1 : 0;
    ends.resets += evaluated.resets;
    ends.payouts += funded.payouts;
  }
  // Or the comparison would say nothing.
  for (const count of Object.values(ends)) expect(count).toBeGreaterThan(80);
});

/** $300 lost ends it, $200 won passes it, in days of $100. */
const coin: SoldOffer = {
  ...{ id: 'coin', priceCents: 10_000, billing: 'once', resetPriceCents: 3_000, activationPriceCents: 5_000 },
  rules: {
    ...{
      startingBalanceCents: 1_000_000,
      drawdown: { mode: 'static', maxLossCents: 30_000 },
      dailyLoss: { mode: 'none' },
    },
    ...{ targetCents: 20_000, minimumDays: 0, consistencyBps: null, maxContracts: 1 },
  },
  payout: {
    terms: {
      ...{ winningDays: 5, winningDayMinimumCents: 15_000, bestDayShareBps: 4_000, profitShareBps: 5_000 },
      ...{ bufferCents: 10_000, minimumCents: 25_000, split: { traderBps: 9_000, fullUntilCents: 65_000 } },
    },
    capsCents: [40_000, 30_000, 0],
    feesCents: {},
  },
};

/** Lives end once they pass. */
const unpaid: SoldOffer = { ...coin, payout: { ...coin.payout, capsCents: [0] } };

const won = (resultCents: number): Day => ({
  ...{ resultCents, lowestCents: Math.min(0, resultCents), highestCents: Math.max(0, resultCents) },
  ...{ isHighFirst: false, contracts: 1 },
});

/** Traded on each trading day from January 5, 2026 on. */
function sampleOf(results: readonly number[]): OddsSample {
  const days = calendar(results.length).map(({ day }, index) => ({ day, ...won(results[index] ?? 0) }));
  return {
    days,
    counts: {
      ...{ days: days.length, trades: 2 * days.length },
      losingDays: results.filter((cents) => cents < 0).length,
      winningDays: results.filter((cents) => cents > 0).length,
    },
    spanDays: days.length,
  };
}

const repeat = (count: number, cents: number) => Array.from({ length: count }, () => cents);

function knownOdds(sample: OddsSample, offer: SoldOffer, counts = lifeCounts) {
  const [odds] = oddsOf(sample, [offer], counts);
  if (odds === undefined || !('figures' in odds)) throw new Error('the account can’t be traded');
  return odds.figures;
}

describe('chances', () => {
  // Feller, An Introduction to Probability Theory, XIV.2: from 3 with an absorbing barrier at 0 and a goal at 5, the goal
  // comes first with chance (1 − (q/p)³) / (1 − (q/p)⁵), or 3/5 for a fair coin.
  test.each([
    ['as many days won as lost', 50, 3 / 5],
    ['six of ten days won', 60, (1 - (2 / 3) ** 3) / (1 - (2 / 3) ** 5)],
    ['four of ten days won', 40, (1 - (3 / 2) ** 3) / (1 - (3 / 2) ** 5)],
  ])('are the gambler’s ruin’s for %s', (_, share, chance) => {
    const odds = knownOdds(sampleOf([...repeat(share, 10_000), ...repeat(100 - share, -10_000)]), coin);
    // Three standard errors of 5,000 lives.
    expect(odds.passed.value).toBeGreaterThan(chance - 0.021);
    expect(odds.passed.value).toBeLessThan(chance + 0.021);
    expect(odds.passed.low).toBeLessThan(chance);
    expect(odds.passed.high).toBeGreaterThan(chance);
    // The price, and the activation of those that pass.
    expect(odds.cost.value).toBeCloseTo(10_000 + 5_000 * odds.passed.value, 5);
    // Until one passes, (1 − p) / p attempts breach; nearly all pass within sixty days.
    expect(odds.passedWithResets.value).toBeGreaterThan(0.97);
  });

  test('of a file are within the range for about 95 of 100 files of its size', () => {
    const random: Random = { random: 3 };
    const chance = (1 - (2 / 3) ** 3) / (1 - (2 / 3) ** 5);
    let hits = 0;
    for (let file = 0; file < 100; file += 1) {
      const results = repeat(40, 0).map(() => (nextRandom(random) < 0.6 ? 10_000 : -10_000));
      const { passed } = knownOdds(sampleOf(results), unpaid, { ...lifeCounts, lives: 500 });
      if (passed.low <= chance && chance <= passed.high) hits += 1;
    }
    // Within three standard deviations of a binomial of 100 and 0.95.
    expect(hits).toBeGreaterThanOrEqual(89);
  });

  test('of a small file are wider than those of a large one with the same share of days won', () => {
    const widthOf = (count: number) => {
      const { passed } = knownOdds(sampleOf([...repeat(count * 0.6, 10_000), ...repeat(count * 0.4, -10_000)]), unpaid);
      return passed.high - passed.low;
    };
    // Sampling error falls with the root of the sample: sixteen times the days, about a quarter of the width.
    expect(widthOf(25) / widthOf(400)).toBeGreaterThan(2.8);
    expect(widthOf(25) / widthOf(400)).toBeLessThan(5.5);
  });

  test('are the same each time, and those of each account are its own', () => {
    const sample = sampleOf([...repeat(20, 10_000), ...repeat(20, -10_000)]);
    const other = { ...coin, id: 'other', rules: { ...coin.rules, targetCents: 30_000 } };
    const both = [...oddsOf(sample, [coin, other])];
    expect([...oddsOf(sample, [other, coin])]).toEqual(both.toReversed());
  });
});

/** Every life is the same. */
const few = { lives: 100, files: 20, livesPerFile: 5 };

describe('figures by hand', () => {
  test('two payouts: $400 of the first cap, $300 of the second, of which $50 are above the first tier', () => {
    // $200 a day: the target on the first day. Five days earn $1,000: half of what is above $100 is $450. Then $1,600.
    const odds = knownOdds(sampleOf(repeat(30, 20_000)), coin, few);
    expect(odds.passed).toEqual({ value: 1, low: 1, high: 1 });
    expect(odds.paid.value).toBe(1);
    expect(odds.received.value).toBeCloseTo(40_000 + 25_000 + 4_500, 5);
    expect(odds.cost.value).toBeCloseTo(10_000 + 5_000, 5);
  });

  test('three lost days end each attempt: nineteen resets fit before the sixtieth day', () => {
    const odds = knownOdds(sampleOf(repeat(30, -10_000)), coin, few);
    expect(odds.passed.value).toBe(0);
    expect(odds.cost.value).toBeCloseTo(10_000, 5);
    expect(odds.costWithResets.value).toBeCloseTo(10_000 + 19 * 3_000, 5);
    expect(odds.received.value).toBe(0);
  });

  test.each([
    ['every trading day passes in the first month', 1, 1, 10_000 + 5_000],
    ['every second one in the second', 2, 1, 2 * 10_000 + 5_000],
    ['every fourth one not within sixty trading days, three months', 4, 0, 3 * 10_000],
  ])('twenty days of ten dollars pass a monthly account, traded on %s', (_, spacing, passed, cents) => {
    const sample = sampleOf(repeat(24, 1_000));
    const monthly: SoldOffer = { ...coin, billing: 'monthly' };
    const odds = knownOdds({ ...sample, spanDays: spacing * 24 }, monthly, few);
    expect(odds.passed.value).toBe(passed);
    expect(odds.cost.value).toBeCloseTo(cents, 4);
  });

  test('an account without an evaluation costs its price and is paid from the start', () => {
    const paid: SoldOffer = { ...coin, activationPriceCents: null, rules: { ...coin.rules, targetCents: null } };
    const odds = knownOdds(sampleOf(repeat(30, 20_000)), paid, few);
    expect(odds.cost.value).toBeCloseTo(10_000, 5);
    expect(odds.received.value).toBeCloseTo(69_500, 5);
  });
});

describe('a sample', () => {
  test('says what it lacks of 20 days, 30 trades and five days of each kind', () => {
    const sample = sampleOf(repeat(20, 10_000));
    const lacks = (days: number, trades: number, losingDays: number, winningDays: number) =>
      missingOf({ ...sample, counts: { days, trades, losingDays, winningDays } });
    expect(lacks(20, 30, 5, 5)).toEqual([]);
    expect(lacks(20, 29, 5, 15)).toEqual([{ name: 'trades', count: 1 }]);
    expect(lacks(12, 12, 2, 10)).toEqual([
      { name: 'days', count: 8 },
      { name: 'trades', count: 18 },
      { name: 'losingDays', count: 3 },
    ]);
    expect(oddsSampleOf([], [])).toEqual({
      ...{ days: [], spanDays: 0 },
      counts: { days: 0, trades: 0, losingDays: 0, winningDays: 0 },
    });
  });

  test('with days above an account’s contract limit has no odds there', () => {
    const sample = sampleOf([...repeat(20, 10_000), ...repeat(20, -10_000)]);
    const days = sample.days.map((day, index) => (index < 7 ? { ...day, contracts: 1.1 } : day));
    expect([...oddsOf({ ...sample, days }, [coin])]).toEqual([{ id: 'coin', overDays: 7 }]);
  });

  test('knows each day’s extremes, which of them came first, and the most contracts held', () => {
    const on = (date: string, time: string) => chicago(date, time);
    const [monday, tuesday] = ['2026-11-02', '2026-11-03'];
    const events: AccountEvent[] = [
      buy(on(monday, '10:00'), entryTicks),
      // A tick is $12.50: $500 up, $300 down, and $100 won.
      mark(on(monday, '10:10'), entryTicks + 40),
      mark(on(monday, '10:20'), entryTicks - 24),
      sell(on(monday, '10:30'), entryTicks + 8),
      close(monday),
      buy(on(tuesday, '10:00'), entryTicks, { quantity: 2 }),
      mark(on(tuesday, '10:05'), entryTicks + 4),
      mark(on(tuesday, '10:10'), entryTicks - 8),
      mark(on(tuesday, '10:20'), entryTicks + 16),
      sell(on(tuesday, '10:30'), entryTicks - 4, { quantity: 2 }),
      close(tuesday),
    ];
    const days = dayPathsOf(events);
    expect(days).toEqual([
      { day: monday, resultCents: 10_000, lowestCents: -30_000, highestCents: 50_000, isHighFirst: true, contracts: 1 },
      {
        day: tuesday,
        resultCents: -10_000,
        lowestCents: -20_000,
        highestCents: 40_000,
        isHighFirst: false,
        contracts: 2,
      },
    ]);
    const fills = events.filter((event) => event.type === 'fill');
    expect(oddsSampleOf(days, fills)).toMatchObject({
      ...{ counts: { days: 2, trades: 2, losingDays: 1, winningDays: 1 }, spanDays: 2 },
    });
    // Thursday's trade leaves Wednesday out.
    const later = dayPathsOf([...events, ...dayTrade('2026-11-05', 100)]);
    expect(oddsSampleOf(later, fills).spanDays).toBe(4);
  });
});
