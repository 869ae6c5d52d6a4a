import { describe, expect, test } from 'vitest';
import type { AccountEvent, AccountRules, Fill } from '#shared/accounts/model.ts';
import { tradingDayOf } from '#shared/exchange/trading-day.ts';
import { nextStart, recordOf, replayAttempt } from '#shared/replay/attempts.ts';
import { createCoverage } from '#shared/replay/coverage.ts';
import { dayPathsOf } from '#shared/replay/daily-results.ts';
import type { PriceRange } from '#shared/replay/fill-file/fill-file.ts';
import type { ReplayOffer } from '#shared/replay/offer.ts';
import { type ReplayProgress, replayFile, writeResult } from '#shared/replay/replay-file.ts';
import { replayOffer } from '#shared/replay/replay-offer.ts';
import { makeScenarios } from '#shared/replay/scenarios.ts';
import { at, buy, close, dayTrade, entryTicks, mark, sell, trailing } from '../support.ts';

const [monday, tuesday, wednesday] = ['2026-11-02', '2026-11-03', '2026-11-04'] as const;
const trade = (date: string, dollars: number) => dayTrade(date, dollars) as readonly Fill[];
const offerOf = (rules: Partial<AccountRules> = {}): ReplayOffer => ({
  ...{ id: 'classic-50k', rules: { ...trailing, ...rules }, priceCents: 14_900, billing: 'monthly' },
  ...{ resetPriceCents: 7_900, activationPriceCents: 12_900 },
});
const attempt = (events: readonly AccountEvent[], rules: Partial<AccountRules> = {}) =>
  replayAttempt({ ...trailing, ...rules }, recordOf(events), 0);

/** The price range of a date's day trade, in dollars of one ES contract. */
const rangeOf = (date: string, lowDollars: number, highDollars: number): PriceRange => ({
  ...{ instrument: 'ES', month: '2026-12', fromAt: at(date, '10:00'), untilAt: at(date, '10:30') },
  ...{ lowTicks: entryTicks + lowDollars / 12.5, highTicks: entryTicks + highDollars / 12.5 },
});

function replay(fills: readonly Fill[], ranges: readonly PriceRange[] = [], rules: Partial<AccountRules> = {}) {
  const { mildest, harshest, ...known } = makeScenarios(fills, ranges);
  const result = replayOffer(offerOf(rules), {
    ...{ ...known, mildest: recordOf(mildest), harshest: harshest && recordOf(harshest), isComplete: true },
  });
  if (result === null) throw new Error('the record has no day');
  return result;
}

describe('an attempt', () => {
  test('passes at a close and ends there', () => {
    expect(attempt([...trade(monday, 3_000), close(monday), ...trade(tuesday, 100)])).toMatchObject({
      ...{ endIndex: 2, balanceCents: 5_300_000, end: { status: 'passed', day: monday, tradedDays: 1 } },
    });
  });

  test('counts the days with a fill as traded', () => {
    const held = [buy(at(monday, '10:00'), entryTicks), mark(at(tuesday, '10:00'), entryTicks)];
    expect(attempt(held)?.end).toEqual({ status: 'open', day: tuesday, tradedDays: 1 });
  });

  test('counts a fill above the limit once, but not later prices or a reversal to the same size', () => {
    const over = [
      buy(at(monday, '10:00'), entryTicks, { quantity: 7 }),
      mark(at(monday, '10:01'), entryTicks),
      sell(at(monday, '10:02'), entryTicks, { quantity: 14 }),
    ];
    expect(attempt(over)?.fillsOverLimit).toBe(1);
  });

  describe('that breached at a price', () => {
    // $1,500 was made before. At −$2,100 the floor of $48,000 still holds, but the floor that the close sets does not.
    const open = [
      ...trade(monday, 1_500),
      buy(at(monday, '11:00'), entryTicks),
      mark(at(monday, '15:00'), entryTicks - 168),
    ];

    test('isn’t known to have done so if a close with an open position shows it', () => {
      expect(attempt([...open, close(monday)])).toMatchObject({
        ...{ end: { status: 'breached', day: monday }, isBreachKnown: false, endIndex: 4 },
      });
    });

    test('isn’t known to have done so before the event that shows it', () => {
      expect(attempt([...open, mark(at(tuesday, '10:00'), entryTicks)])).toMatchObject({
        ...{ end: { status: 'breached' }, isBreachKnown: false },
      });
    });

    test('isn’t known to have done so while another month’s price is old', () => {
      const both = [buy(at(monday, '10:00'), entryTicks), mark(at(monday, '10:05'), entryTicks - 160)];
      expect(attempt(both)).toMatchObject({ end: { status: 'breached' }, isBreachKnown: true });
      const march = buy(at(monday, '09:00'), entryTicks, { month: '2027-03' });
      expect(attempt([march, ...both])).toMatchObject({ end: { status: 'breached' }, isBreachKnown: false });
    });
  });

  test('is followed by one that starts with a fill, not with a close', () => {
    const record = recordOf([...trade(monday, -2_000), close(monday), close(tuesday), ...trade(wednesday, 100)]);
    const first = replayAttempt(trailing, record, 0);
    if (first === null) throw new Error('no attempt');
    expect(nextStart(record, first, tradingDayOf)).toBe(4);
  });
});

test('a range that only begins or only ends with a gap isn’t exact, and one exact range among several is enough', () => {
  const long = { instrument: 'ES', month: '2026-12', held: 2 } as const;
  const range = (fromAt: number, untilAt: number): PriceRange => ({ ...rangeOf(monday, -100, 100), fromAt, untilAt });
  expect(createCoverage([range(0, 900)])([long], 0, 700)).toMatchObject({ isKnown: true, isExact: false });
  expect(createCoverage([range(0, 900)])([long], 100, 900)).toMatchObject({ isKnown: true, isExact: false });
  expect(createCoverage([range(0, 900), range(0, 1_000)])([long], 0, 900).isExact).toBe(true);
});

describe('scenarios', () => {
  const summaryOf = (events: readonly AccountEvent[] | null) =>
    events?.map((event) => [event.type, event.at, 'priceTicks' in event ? event.priceTicks - entryTicks : null]);

  test('put the adverse extreme first or the favorable one, and a close after each day', () => {
    const { mildest, harshest, isCovered, endsOpen } = makeScenarios(
      [...trade(monday, 50), ...trade(tuesday, -50)],
      [rangeOf(monday, -100, 200)],
    );
    const [opened, between, closed] = ['10:00', '10:10', '10:30'].map((time) => at(monday, time));
    const rest = [
      ['day-close', at(monday, '16:00'), null],
      ['fill', at(tuesday, '10:00'), 0],
      ['fill', at(tuesday, '10:30'), -4],
      ['day-close', at(tuesday, '16:00'), null],
    ];
    const [low, high] = [
      ['mark', between, -8],
      ['mark', between, 16],
    ];
    expect(summaryOf(mildest)).toEqual([['fill', opened, 0], low, high, ['fill', closed, 4], ...rest]);
    expect(summaryOf(harshest)).toEqual([['fill', opened, 0], high, low, ['fill', closed, 4], ...rest]);
    expect([isCovered, endsOpen]).toEqual([false, false]);
  });

  test('repeat extremes on both sides of a close, only in the harshest scenario', () => {
    const [opened, closed] = [at(monday, '15:00'), at(tuesday, '10:00')];
    const range = { ...rangeOf(monday, -100, 200), fromAt: opened, untilAt: closed };
    const { mildest, harshest, isCovered } = makeScenarios(
      [buy(opened, entryTicks), sell(closed, entryTicks)],
      [range],
    );
    const ends = [['fill', closed, 0] as const, ['day-close', at(tuesday, '16:00'), null] as const];
    expect(summaryOf(mildest)).toEqual([['fill', opened, 0], ['day-close', at(monday, '16:00'), null], ...ends]);
    expect(summaryOf(harshest)).toEqual([
      ['fill', opened, 0],
      ['mark', opened, 16],
      ['mark', opened, -8],
      ['day-close', at(monday, '16:00'), null],
      ['mark', closed, 16],
      ['mark', closed, -8],
      ...ends,
    ]);
    expect(isCovered).toBe(true);
  });

  test('keep contracts apart and have no harshest version without ranges', () => {
    const nq = sell(at(monday, '10:01'), 80_000, { instrument: 'NQ' });
    expect(makeScenarios([buy(at(monday, '10:00'), entryTicks), nq], [])).toMatchObject({
      ...{ endsOpen: true, harshest: null },
    });
    expect(makeScenarios([], [])).toEqual({ mildest: [], harshest: null, isCovered: true, endsOpen: false });
  });
});

test('each day has its own lowest equity, and a day without a fill is left out', () => {
  const events = [monday, tuesday, wednesday].flatMap((date, index) => [
    buy(at(date, '10:00'), entryTicks),
    mark(at(date, '10:10'), entryTicks - 8 * (index + 1)),
    sell(at(date, '10:30'), entryTicks + 4),
    close(date),
  ]);
  expect(dayPathsOf(events)).toMatchObject([
    { day: monday, resultCents: 5_000, lowestCents: -10_000 },
    { day: tuesday, resultCents: 5_000, lowestCents: -20_000 },
    { day: wednesday, resultCents: 5_000, lowestCents: -30_000 },
  ]);
  const held = [buy(at(monday, '10:00'), entryTicks), close(monday), mark(at(tuesday, '10:00'), entryTicks)];
  expect(dayPathsOf(held).map(({ day }) => day)).toEqual([monday]);
});

describe('a verdict', () => {
  const passing = [...trade(monday, 1_500), ...trade(tuesday, 1_500)];
  const ranges = [rangeOf(monday, -500, 1_600), rangeOf(tuesday, 0, 1_500)];

  test('on a pass is certain whatever stays open after it, and no other attempt follows', () => {
    const fills = [...passing, ...trade(wednesday, 100), buy(at(wednesday, '11:00'), entryTicks)];
    expect(replay(fills, [...ranges, rangeOf(wednesday, -100, 100)])).toMatchObject({
      ...{ first: { status: 'passed', day: tuesday }, certainty: 'certain', resets: 0 },
      cost: { activationCents: 12_900 },
    });
  });

  test('on an open account is certain if every price is known', () => {
    expect(replay(trade(monday, 100), [rangeOf(monday, -100, 200)])).toMatchObject({
      ...{ first: { status: 'open' }, certainty: 'certain', cost: { totalCents: 14_900, activationCents: 0 } },
    });
  });

  test('counts each day that a soft limit closed once, although both scenarios contain it', () => {
    const soft = { dailyLoss: { mode: 'soft', limitCents: 50_000 } } as const;
    const fills = [...trade(monday, -600), ...trade(tuesday, -600)];
    const known = [rangeOf(monday, -600, 0), rangeOf(tuesday, -600, 0)];
    expect(replay(fills, known, soft)).toMatchObject({ lockedDays: 2, certainty: 'other-trading' });
  });

  const intraday = { drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: null } } as const;

  test('names the other end if only its day differs', () => {
    // +$1,500 and then −$1,000 end it on Monday; in the other order it lasts until Tuesday.
    const fills = [...trade(monday, 0), ...trade(tuesday, -2_000)];
    expect(replay(fills, [rangeOf(monday, -1_000, 1_500)], intraday)).toMatchObject({
      first: { status: 'breached', day: tuesday, rule: 'max-loss' },
      harshest: { status: 'breached', day: monday, rule: 'max-loss' },
      certainty: 'either',
    });
  });

  test('names the other end if only its rule differs', () => {
    // −$1,000 is the daily limit; after +$1,500 the floor is at −$500 and comes first.
    const rules = { ...intraday, dailyLoss: { mode: 'hard', limitCents: 100_000 } } as const;
    expect(replay(trade(monday, 0), [rangeOf(monday, -1_000, 1_500)], rules)).toMatchObject({
      first: { status: 'breached', day: monday, rule: 'daily-loss' },
      harshest: { status: 'breached', day: monday, rule: 'max-loss' },
      certainty: 'either',
    });
  });
});

describe('a file', () => {
  const head = 'Instrument,Account,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Commission,MAE,MFE,ETD';
  const row = (day: number, mae = '$500.00') =>
    `ES 12-26,S,Long,1,6500,6530,2026-11-0${day} 15:00,2026-11-0${day} 15:30,$0.00,${mae},$1600.00,1`;
  const request = { offers: [offerOf()], rulesVersion: 'test', options: { zone: 'UTC' } };
  const run = (rows: readonly string[], onProgress?: (progress: ReplayProgress) => void) => {
    const answer = replayFile(new TextEncoder().encode([head, ...rows].join('\n')), request, onProgress);
    if (answer.status !== 'replayed') throw new Error(answer.status);
    return answer.result;
  };

  test('is certain with all extremes, but not with only some of them or with missing rows', () => {
    const verdict = (...rows: readonly string[]) => {
      const { source, offers } = run(rows);
      return [source.extremes, offers[0]?.certainty];
    };
    expect(verdict(row(2), row(3))).toEqual(['all', 'certain']);
    expect(verdict(row(2), row(3, 'n/a'))).toEqual(['some', 'upper-bound']);
    expect(verdict(row(2), row(3), row(4).replace('ES', 'XX'))).toEqual(['all', 'incomplete']);
  });

  test('is written as one line with its result, a name and a version', () => {
    const result = run([row(2)]);
    const text = writeResult(result);
    expect(text.endsWith('}\n')).toBe(true);
    expect(text.indexOf('\n')).toBe(text.length - 1);
    expect(JSON.parse(text)).toEqual({ ...JSON.parse(JSON.stringify(result)), kind: 'tidemark-replay', version: 1 });
  });

  test('reports how many rows were read', () => {
    const progress: ReplayProgress[] = [];
    run([row(2), ...Array.from({ length: 4_999 }, () => row(2).replace('ES', 'XX'))], (each) => progress.push(each));
    expect(progress).toEqual([
      { step: 'reading', rows: 5_000 },
      { step: 'replaying', done: 0, offers: 1 },
    ]);
  });
});
