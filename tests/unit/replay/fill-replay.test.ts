import { describe, expect, test } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { getOffers, programs } from '#content/programs.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { recordOf } from '#shared/replay/attempts.ts';
import { cheapestPass, cheapestSurvivor } from '#shared/replay/cheapest.ts';
import { dayPathsOf } from '#shared/replay/daily-results.ts';
import type { PriceRange } from '#shared/replay/fill-file/fill-file.ts';
import { costOf, countMonths, type ReplayOffer } from '#shared/replay/offer.ts';
import { buildReplayChart } from '#shared/replay/replay-chart.ts';
import { type ReplayProgress, replayFile, writeResult } from '#shared/replay/replay-file.ts';
import { replayOffer } from '#shared/replay/replay-offer.ts';
import { sampleFile } from '#shared/replay/sample.ts';
import { makeScenarios } from '#shared/replay/scenarios.ts';
import { at, buy, dayTrade, entryTicks, sell, trailing } from '../support.ts';

/** $149 a month, $79 a reset, $129 to activate; a floor $2,000 below the best close and a target of $3,000. */
const offer: ReplayOffer = {
  id: 'classic-50k',
  rules: trailing,
  priceCents: 14_900,
  billing: 'monthly',
  resetPriceCents: 7_900,
  activationPriceCents: 12_900,
};

function replay(
  fills: readonly Fill[],
  ranges: readonly PriceRange[] = [],
  testedOffer: ReplayOffer = offer,
  isComplete = true,
) {
  const { mildest, harshest, ...known } = makeScenarios(fills, ranges);
  const records = {
    ...known,
    mildest: recordOf(mildest),
    harshest: harshest === null ? null : recordOf(harshest),
    isComplete,
  };
  const result = replayOffer(testedOffer, records);
  if (result === null) throw new Error('the record has no day');
  return result;
}

const trade = (date: string, dollars: number) => dayTrade(date, dollars) as readonly Fill[];

/** The price range of a date's day trade, in dollars of one ES contract. */
function rangeOf(date: string, lowDollars: number, highDollars: number): PriceRange {
  return {
    instrument: 'ES',
    month: '2026-12',
    fromAt: at(date, '10:00'),
    untilAt: at(date, '10:30'),
    lowTicks: entryTicks + lowDollars / 12.5,
    highTicks: entryTicks + highDollars / 12.5,
  };
}

describe('a verdict', () => {
  test('a pass by fills alone is an upper bound, because the floor may have been touched between them', () => {
    const { first, certainty, resets, cost } = replay([...trade('2026-11-02', 1_500), ...trade('2026-11-03', 1_500)]);
    expect(first).toEqual({ status: 'passed', day: '2026-11-03', tradedDays: 2 });
    expect({ certainty, resets }).toEqual({ certainty: 'upper-bound', resets: 0 });
    // One month and the activation.
    expect(cost.totalCents).toBe(14_900 + 12_900);
  });

  test('fills alone that reach the floor are a certain breach', () => {
    const { first, certainty } = replay([...trade('2026-11-02', -1_000), ...trade('2026-11-03', -1_000)]);
    expect(first).toEqual({ status: 'breached', day: '2026-11-03', tradedDays: 2, rule: 'max-loss' });
    expect(certainty).toBe('certain');
  });

  test('known extremes make a pass certain and reveal a breach that the fills don’t show', () => {
    const days = [...trade('2026-11-02', 1_500), ...trade('2026-11-03', 1_500)];
    const calm = replay(days, [rangeOf('2026-11-02', -500, 1_600), rangeOf('2026-11-03', 0, 1_500)]);
    expect(calm).toMatchObject({ first: { status: 'passed' }, certainty: 'certain', harshest: null });
    const wild = replay(days, [rangeOf('2026-11-02', -2_000, 1_600), rangeOf('2026-11-03', 0, 1_500)]);
    expect(wild).toMatchObject({ first: { status: 'breached', day: '2026-11-02' }, certainty: 'certain' });
  });

  test('extremes of only one of two trades give an upper bound', () => {
    const days = [...trade('2026-11-02', 1_500), ...trade('2026-11-03', 1_500)];
    expect(replay(days, [rangeOf('2026-11-02', -500, 1_600)]).certainty).toBe('upper-bound');
  });

  test('the order of the extremes decides when the floor follows equity, so both ends are given', () => {
    const intraday: ReplayOffer = {
      ...offer,
      rules: { ...trailing, drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: null } },
    };
    // +$1,500 first lifts the floor to −$500, which −$1,000 then breaks; in the other order nothing breaks.
    const result = replay(trade('2026-11-02', 0), [rangeOf('2026-11-02', -1_000, 1_500)], intraday);
    expect(result).toMatchObject({
      first: { status: 'open' },
      harshest: { status: 'breached', day: '2026-11-02', rule: 'max-loss' },
      certainty: 'either',
    });
  });

  test('a breach while another contract’s price is old stays uncertain', () => {
    const nq = { instrument: 'NQ' } as const;
    const day = '2026-11-02';
    const { first, certainty } = replay([
      buy(at(day, '10:00'), 80_000, nq),
      sell(at(day, '10:10'), 79_400, { ...nq, quantity: 2 }),
      buy(at(day, '10:15'), entryTicks),
      buy(at(day, '10:20'), 79_400, nq),
      buy(at(day, '10:25'), 79_400, nq),
      sell(at(day, '10:30'), entryTicks - 1),
    ]);
    expect(first.status).toBe('breached');
    expect(certainty).toBe('certain');
    const stale = replay([
      buy(at(day, '10:00'), entryTicks),
      buy(at(day, '10:01'), 80_000, nq),
      buy(at(day, '10:05'), entryTicks - 160),
      sell(at(day, '10:30'), entryTicks, { quantity: 2 }),
    ]);
    expect(stale).toMatchObject({ first: { status: 'breached' }, certainty: 'uncertain' });
  });

  test('fills above the contract limit mean the verdict is about different trading', () => {
    const day = '2026-11-02';
    const fills = [
      buy(at(day, '10:00'), entryTicks, { quantity: 6 }),
      sell(at(day, '10:30'), entryTicks, { quantity: 6 }),
    ];
    expect(replay(fills)).toMatchObject({ fillsOverLimit: 1, certainty: 'other-trading' });
  });

  test('a soft daily limit reached only between two fills means the verdict is about different trading', () => {
    const soft: ReplayOffer = {
      ...offer,
      rules: { ...trailing, drawdown: { mode: 'none' }, dailyLoss: { mode: 'soft', limitCents: 50_000 } },
    };
    const fills = [
      buy(at('2026-11-02', '10:00'), entryTicks),
      buy(at('2026-11-02', '10:10'), entryTicks),
      sell(at('2026-11-02', '10:30'), entryTicks, { quantity: 2 }),
    ];
    // The range spans two gaps, so the time when the limit was reached isn't known.
    const result = replay(fills, [rangeOf('2026-11-02', -600, 100)], soft);
    expect(result).toMatchObject({ lockedDays: 1, certainty: 'other-trading' });
  });

  test('an account with open positions at the end never survives for certain', () => {
    const fills = [...trade('2026-11-02', 100), buy(at('2026-11-02', '11:00'), entryTicks)];
    expect(replay(fills, [rangeOf('2026-11-02', -100, 100)])).toMatchObject({
      first: { status: 'open' },
      certainty: 'upper-bound',
    });
  });

  test('no verdict is certain if rows could not be read', () => {
    const days = [...trade('2026-11-02', 1_500), ...trade('2026-11-03', 1_500)];
    const ranges = [rangeOf('2026-11-02', -500, 1_600), rangeOf('2026-11-03', 0, 1_500)];
    expect(replay(days, ranges).certainty).toBe('certain');
    expect(replay(days, ranges, offer, false).certainty).toBe('incomplete');
    expect(replay(trade('2026-11-02', -2_000), [], offer, false)).toMatchObject({
      first: { status: 'breached' },
      certainty: 'incomplete',
    });
  });

  test('a position held over the close counts its extremes on both days', () => {
    const fills = [buy(at('2026-11-02', '15:00'), entryTicks), sell(at('2026-11-03', '10:30'), entryTicks)];
    const range = { ...rangeOf('2026-11-02', -2_000, 0), fromAt: fills[0]?.at ?? 0, untilAt: fills[1]?.at ?? 0 };
    expect(replay(fills, [range])).toMatchObject({
      first: { status: 'open' },
      harshest: { status: 'breached', day: '2026-11-02' },
      certainty: 'either',
    });
  });
});

describe('resets and costs', () => {
  test('the next attempt after a breach begins on a later day with a fill that opens a position', () => {
    const result = replay([
      ...trade('2026-11-02', -2_000),
      // A trade on the same day and a position held into the next day: neither begins an attempt.
      buy(at('2026-11-02', '14:00'), entryTicks),
      sell(at('2026-11-03', '09:00'), entryTicks + 400),
      ...trade('2026-11-03', 1_500),
      ...trade('2026-11-04', 1_500),
    ]);
    expect(result).toMatchObject({
      first: { status: 'breached', day: '2026-11-02' },
      resets: 1,
      last: { status: 'passed', day: '2026-11-04', tradedDays: 2 },
    });
    expect(result.cost).toEqual({
      months: 1,
      priceCents: 14_900,
      resets: 1,
      resetCents: 7_900,
      activationCents: 12_900,
      totalCents: 35_700,
    });
  });

  test.each([
    ['2026-11-02', '2026-11-30', 1],
    ['2026-11-02', '2026-12-01', 1],
    ['2026-11-02', '2026-12-02', 2],
    ['2026-01-30', '2026-02-28', 2],
    ['2026-01-31', '2026-02-27', 1],
    ['2025-11-03', '2026-11-03', 13],
  ])('%s to %s starts %d monthly periods', (first, last, months) => {
    expect(countMonths(first, last)).toBe(months);
  });

  test('an account sold once costs its price once, plus the price again for each reset if resets aren’t on sale', () => {
    const once: ReplayOffer = { ...offer, billing: 'once', resetPriceCents: null, activationPriceCents: null };
    expect(costOf(once, 5, 2, true).totalCents).toBe(3 * 14_900);
  });

  test('the cheapest account includes resets and activation and excludes trading it would not allow', () => {
    const base = replay([...trade('2026-11-02', 1_500), ...trade('2026-11-03', 1_500)]);
    const cost = (totalCents: number) => ({ ...base.cost, totalCents });
    const breached = { status: 'breached', day: base.first.day, tradedDays: 1, rule: 'max-loss' } as const;
    const offers = [
      { ...base, id: 'a', cost: cost(30_000) },
      { ...base, id: 'b', cost: cost(20_000), first: breached, resets: 1 },
      { ...base, id: 'c', cost: cost(10_000), fillsOverLimit: 1 },
      { ...base, id: 'e', cost: cost(10_000), lockedDays: 1 },
      { ...base, id: 'd', cost: cost(25_000), harshest: breached },
    ];
    expect(cheapestPass(offers)?.id).toBe('b');
    expect(cheapestSurvivor(offers)?.id).toBe('a');
    expect(cheapestPass(offers.slice(2, 3))).toBeNull();
  });
});

test('the chart’s floor matches the engine’s: it rises with the best close and stays there', () => {
  const fills = [...trade('2026-11-02', 500), ...trade('2026-11-03', -250), ...trade('2026-11-04', 100)];
  const days = dayPathsOf(makeScenarios(fills, [rangeOf('2026-11-03', -400, 0)]).mildest);
  expect(days).toMatchObject([
    { day: '2026-11-02', resultCents: 50_000, lowestCents: 0 },
    { day: '2026-11-03', resultCents: -25_000, lowestCents: -40_000 },
    { day: '2026-11-04', resultCents: 10_000, lowestCents: 0 },
  ]);
  const last = days.at(-1)?.day;
  const { points, closes } = buildReplayChart(trailing, days, last ?? getTradingDay('2026-11-04'));
  expect(closes.map(({ equityCents, floorCents }) => [equityCents, floorCents])).toEqual([
    [5_050_000, 4_850_000],
    [5_025_000, 4_850_000],
    [5_035_000, 4_850_000],
  ]);
  expect(points[2]?.equityCents).toBe(5_010_000);
});

describe('a whole file', () => {
  const offers = programs.flatMap((program) => getOffers(program));
  const { text, zone } = sampleFile();
  const request = { offers, rulesVersion: getCatalog().packages.rulesVersion, options: { zone } };

  test('the sample replays under every account on sale, reports progress and gives the same bytes each time', () => {
    const progress: ReplayProgress[] = [];
    const run = () => replayFile(new TextEncoder().encode(text), request, (each) => progress.push(each));
    const answer = run();
    if (answer.status !== 'replayed') throw new Error(answer.status);
    expect(answer.result.offers.map(({ id }) => id)).toEqual(offers.map(({ id }) => id));
    expect(answer.result.source).toMatchObject({ format: 'ninjatrader-trades', extremes: 'all', unreadRows: 0 });
    expect(new Set(answer.result.offers.map(({ first }) => first.status))).toEqual(
      new Set(['passed', 'breached', 'open']),
    );
    expect(progress.at(-1)).toEqual({ step: 'replaying', done: offers.length - 1, offers: offers.length });
    const again = run();
    expect(again.status === 'replayed' && writeResult(again.result)).toBe(writeResult(answer.result));
  });

  test('the same trades without extremes make every survival an upper bound', () => {
    const withoutExtremes = text.replace(/\$([\d.]+),\$([\d.]+),(\(?\$[\d.]+\)?),(\d+)\r/g, '$1,$2,$3,$4\r');
    const answer = replayFile(new TextEncoder().encode(withoutExtremes), request);
    if (answer.status !== 'replayed') throw new Error(answer.status);
    expect(answer.result.source.extremes).toBe('none');
    const survivors = answer.result.offers.filter(
      ({ first, fillsOverLimit, lockedDays }) =>
        first.status !== 'breached' && fillsOverLimit === 0 && lockedDays === 0,
    );
    expect(survivors.length).toBeGreaterThan(0);
    expect(new Set(survivors.map(({ certainty }) => certainty))).toEqual(new Set(['upper-bound']));
  });
});
