import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import type { Fill } from '#shared/accounts/model.ts';
import { getTradingDay } from '#shared/exchange/trading-day.ts';
import { nextStart, recordOf, replayAttempt } from '#shared/replay/attempts.ts';
import { cheapestPass, cheapestSurvivor } from '#shared/replay/cheapest.ts';
import { createCoverage } from '#shared/replay/coverage.ts';
import { createDayFinder } from '#shared/replay/day-finder.ts';
import type { PriceRange } from '#shared/replay/fill-file/fill-file.ts';
import { costOf, type ReplayOffer } from '#shared/replay/offer.ts';
import { buildReplayChart } from '#shared/replay/replay-chart.ts';
import { replayFile } from '#shared/replay/replay-file.ts';
import { type OfferReplay, replayOffer } from '#shared/replay/replay-offer.ts';
import { viewReplay } from '#shared/replay/replay-view.ts';
import { sampleFile } from '#shared/replay/sample.ts';
import { makeScenarios } from '#shared/replay/scenarios.ts';
import { at, buy, close, dayTrade, entryTicks, mark, sell, trailing } from '../support.ts';

const offer: ReplayOffer = {
  ...{ id: 'classic-50k', rules: trailing, priceCents: 14_900, billing: 'monthly' },
  ...{ resetPriceCents: 7_900, activationPriceCents: 12_900 },
};
const trade = (date: string, dollars: number) => dayTrade(date, dollars) as readonly Fill[];
const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));

describe('the sample file', () => {
  const { name, text, zone } = sampleFile();
  const [headings = '', ...rows] = text.trimEnd().split('\r\n');
  const names = headings.split(',');
  const cellsOf = (row: string) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell]));
  const dollars = (cell = '') => Number(cell.replace(/[^\d.]/g, '')) * (cell.startsWith('(') ? -1 : 1);

  test('is always the same text, in NinjaTrader’s format', () => {
    expect([name, zone, rows.length]).toEqual(['sample-trades.csv', 'America/Chicago', 78]);
    expect(text.endsWith('\r\n')).toBe(true);
    expect(rows[0]).toBe(
      '1,MES 12-26,Sample,,Short,11,6480.25,6478.00,9/8/2026 8:32:00 AM,9/8/2026 8:54:00 AM,Entry,Exit,$123.75,$112.31,$11.44,$68.75,$123.75,$0.00,22',
    );
    expect(rows[2]).toBe(
      '3,MES 12-26,Sample,,Short,12,6468.75,6469.25,9/8/2026 11:19:00 AM,9/8/2026 11:56:00 AM,Entry,Exit,($30.00),$271.51,$12.48,$120.00,$165.00,$195.00,37',
    );
    expect(rows.at(-1)).toBe(
      '78,MES 12-26,Sample,,Long,8,6508.00,6507.25,10/9/2026 11:15:00 AM,10/9/2026 11:37:00 AM,Entry,Exit,($30.00),$3336.50,$8.32,$60.00,$50.00,$80.00,22',
    );
  });

  test('adds up: profits at $5 a point, commission of $0.52 a side, and excursions beyond the result', () => {
    let total = 0;
    for (const row of rows.map(cellsOf)) {
      const direction = row['Market pos.'] === 'Long' ? 1 : -1;
      const points = (Number(row['Exit price']) - Number(row['Entry price'])) * direction;
      const profit = points * 5 * Number(row['Qty']);
      expect(dollars(row['Profit'])).toBeCloseTo(profit, 2);
      expect(dollars(row['Commission'])).toBeCloseTo(Number(row['Qty']) * 1.04, 2);
      total += profit - Number(row['Qty']) * 1.04;
      expect(dollars(row['Cum. net profit'])).toBeCloseTo(total, 2);
      expect(dollars(row['MFE']) - profit).toBeCloseTo(dollars(row['ETD']), 2);
      expect(dollars(row['MFE'])).toBeGreaterThanOrEqual(profit);
      expect(dollars(row['MAE'])).toBeGreaterThanOrEqual(-profit);
    }
  });

  test('covers 24 trading days with a few trades each, in the morning and early afternoon', () => {
    const perDay = Map.groupBy(rows.map(cellsOf), (row) => row['Entry time']?.split(' ')[0]);
    expect(perDay.size).toBe(24);
    expect([...perDay.keys()].slice(0, 5)).toEqual(['9/8/2026', '9/9/2026', '9/10/2026', '9/11/2026', '9/14/2026']);
    const counts = [...perDay.values()].map((list) => list.length);
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([2, 5]);
    const hours = rows.map(cellsOf).map((row) => row['Entry time']?.replace(/^\S+ /, '') ?? '');
    expect(hours.every((hour) => /^(?:(?:8|9|10|11):\d\d:00 AM|(?:12|1|2):\d\d:00 PM)$/.test(hour))).toBe(true);
  });
});

describe('price coverage between two fills', () => {
  const long = { instrument: 'ES', month: '2026-12', held: 2 } as const;
  const range = (fromAt: number, untilAt: number, lowTicks: number, highTicks: number): PriceRange => ({
    ...{ instrument: 'ES', month: '2026-12', fromAt, untilAt, lowTicks, highTicks },
  });

  test('is exact if the range matches the gap, and places the extremes a third of the way through it', () => {
    const gap = createCoverage([range(0, 900, 90, 110)])([long], 0, 900);
    expect(gap).toEqual({
      favorable: [mark(300, 110)],
      adverse: [mark(300, 90)],
      isKnown: true,
      isExact: true,
    });
  });

  test('treats the high as adverse for a short position', () => {
    const gap = createCoverage([range(0, 900, 90, 110)])([{ ...long, held: -1 }], 0, 900);
    expect([gap.favorable[0]?.priceTicks, gap.adverse[0]?.priceTicks]).toEqual([90, 110]);
  });

  test('is known but not exact for a range around the gap, and uses the narrowest of several', () => {
    const find = createCoverage([range(0, 900, 90, 110), range(0, 1_000, 95, 130)]);
    expect(find([long], 100, 700)).toMatchObject({
      ...{ isKnown: true, isExact: false },
      ...{ favorable: [{ at: 300, priceTicks: 110 }], adverse: [{ priceTicks: 95 }] },
    });
  });

  test('is unknown without a range, for another contract or for a range that ends within the gap', () => {
    const nothing = { favorable: [], adverse: [], isKnown: false, isExact: false };
    expect(createCoverage([])([long], 0, 900)).toEqual(nothing);
    expect(createCoverage([range(0, 899, 90, 110)])([long], 0, 900)).toEqual(nothing);
    expect(createCoverage([range(1, 900, 90, 110)])([long], 0, 900)).toEqual(nothing);
    expect(createCoverage([{ ...range(0, 900, 90, 110), month: '2027-03' }])([long], 0, 900)).toEqual(nothing);
    expect(createCoverage([{ ...range(0, 900, 90, 110), instrument: 'NQ' }])([long], 0, 900)).toEqual(nothing);
    // There is no price between two parts of the same order.
    expect(createCoverage([])([long], 900, 900)).toEqual({ ...nothing, isKnown: true });
  });

  test('of two positions is known only if both are, and never exact', () => {
    const find = () => createCoverage([range(0, 900, 90, 110)]);
    expect(find()([long, { ...long, instrument: 'NQ' }], 0, 900)).toMatchObject({ isKnown: false, isExact: false });
    expect(find()([long, { ...long, held: -1 }], 0, 900)).toMatchObject({ isKnown: true, isExact: false });
    expect(find()([], 0, 900)).toMatchObject({ isKnown: true, isExact: false });
  });

  test('applies each range from its own time, in any order', () => {
    const find = createCoverage([range(500, 900, 80, 100), range(0, 400, 90, 110)]);
    expect(find([long], 0, 400).adverse[0]?.priceTicks).toBe(90);
    expect(find([long], 400, 500).isKnown).toBe(false);
    expect(find([long], 500, 900).adverse[0]?.priceTicks).toBe(80);
  });
});

describe('attempts', () => {
  const day = '2026-11-02';

  test('a record marks the events before which no position is open', () => {
    const { flatBefore } = recordOf([
      buy(at(day, '10:00'), entryTicks),
      buy(at(day, '10:01'), entryTicks, { month: '2027-03' }),
      sell(at(day, '10:02'), entryTicks),
      sell(at(day, '10:03'), entryTicks, { month: '2027-03' }),
      close(day),
      buy(at(day, '10:04'), entryTicks),
    ]);
    expect([...flatBefore]).toEqual([1, 0, 0, 0, 1, 1]);
  });

  test('only fills that add contracts above the limit count', () => {
    const record = recordOf([
      buy(at(day, '10:00'), entryTicks, { quantity: 5 }),
      buy(at(day, '10:01'), entryTicks, { quantity: 2 }),
      buy(at(day, '10:02'), entryTicks),
      sell(at(day, '10:03'), entryTicks),
      sell(at(day, '10:04'), entryTicks, { quantity: 7 }),
    ]);
    expect(replayAttempt(trailing, record, 0)).toMatchObject({
      ...{ fillsOverLimit: 2, lockedDays: 0, startedOn: day, endIndex: 5, balanceCents: 5_000_000 },
      ...{ end: { status: 'open', day, tradedDays: 1 }, isBreachKnown: false },
    });
  });

  test('a record without a day has no attempt', () => {
    expect(replayAttempt(trailing, recordOf([]), 0)).toBeNull();
    expect(replayAttempt(trailing, recordOf(trade(day, 100)), 2)).toBeNull();
    const records = { ...makeScenarios([], []), mildest: recordOf([]), harshest: null, isComplete: true };
    expect(replayOffer(offer, records)).toBeNull();
  });

  test('each day that a soft limit closed counts once', () => {
    const soft = { ...trailing, dailyLoss: { mode: 'soft', limitCents: 50_000 } as const };
    const twice = (date: string) => [
      ...trade(date, -600),
      buy(at(date, '11:00'), entryTicks),
      sell(at(date, '11:01'), entryTicks),
    ];
    const { mildest } = makeScenarios([...twice(day), ...twice('2026-11-03'), ...trade('2026-11-04', 100)], []);
    expect(replayAttempt(soft, recordOf(mildest), 0)).toMatchObject({ lockedDays: 2, end: { tradedDays: 3 } });
  });

  test('the next attempt starts on a later day or not at all', () => {
    const dayOf = createDayFinder();
    const record = recordOf([...trade(day, -2_000), ...trade(day, 100), ...trade('2026-11-03', 100)]);
    const first = replayAttempt(trailing, record, 0);
    if (first === null) throw new Error('no attempt');
    expect(first).toMatchObject({ endIndex: 1, isBreachKnown: true, end: { rule: 'max-loss' } });
    expect(nextStart(record, first, dayOf)).toBe(4);
    expect(nextStart(recordOf([...trade(day, -2_000), ...trade(day, 100)]), first, dayOf)).toBe(4);
    expect(replayAttempt(trailing, record, 4)).toMatchObject({ startedOn: '2026-11-03' });
  });

  test('trading days are found whatever the order of the times', () => {
    const dayOf = createDayFinder();
    const times = [
      ['2026-11-02', '16:59'],
      ['2026-11-02', '17:00'],
      ['2026-11-02', '15:59'],
      ['2026-11-04', '10:00'],
    ];
    expect(times.map(([date = '', time = '']) => dayOf(at(date, time)))).toEqual([
      '2026-11-03',
      '2026-11-03',
      '2026-11-02',
      '2026-11-04',
    ]);
  });
});

describe('costs', () => {
  test('a yearly subscription is paid once a year, and activation only after a pass', () => {
    const yearly: ReplayOffer = { ...offer, billing: 'yearly', priceCents: 99_000 };
    expect(costOf(yearly, 12, 0, false)).toEqual({
      ...{ months: 12, priceCents: 99_000, resets: 0, resetCents: 0, activationCents: 0, totalCents: 99_000 },
    });
    expect(costOf(yearly, 13, 1, true).totalCents).toBe(2 * 99_000 + 7_900 + 12_900);
    expect(costOf(offer, 3, 2, false).totalCents).toBe(3 * 14_900 + 2 * 7_900);
  });

  test('the first of two equally cheap accounts is named, and none if there are none', () => {
    const base = {
      ...{ certainty: 'certain', harshest: null, resets: 0, lockedDays: 0, fillsOverLimit: 0 },
      first: { status: 'passed', day: getTradingDay('2026-11-03'), tradedDays: 2 },
      last: { status: 'passed', day: getTradingDay('2026-11-03'), tradedDays: 2 },
      cost: costOf(offer, 1, 0, true),
    } as const satisfies Omit<OfferReplay, 'id'>;
    const offers = [
      { ...base, id: 'a' },
      { ...base, id: 'b' },
    ];
    expect([cheapestPass(offers)?.id, cheapestSurvivor(offers)?.id]).toEqual(['a', 'a']);
    expect([cheapestPass([]), cheapestSurvivor([])]).toEqual([null, null]);
    const open = { ...base, id: 'c', last: { ...base.last, status: 'open' } } as const;
    expect(cheapestPass([open])).toBeNull();
    const safe = { ...base, id: 'd', harshest: base.last };
    expect(cheapestSurvivor([safe])?.id).toBe('d');
  });
});

describe('the chart', () => {
  const days = [
    { day: getTradingDay('2026-11-02'), resultCents: 50_000, lowestCents: -10_000 },
    { day: getTradingDay('2026-11-03'), resultCents: -20_000, lowestCents: -30_000 },
  ];
  const closeAt = at('2026-11-02', '16:00');

  test('has a day’s lowest equity four hours before the close, in a span of eight hours', () => {
    const { points, closes, days: spans } = buildReplayChart(trailing, days, getTradingDay('2026-11-02'));
    expect(points).toEqual([
      { at: closeAt - 4 * hourMs, equityCents: 4_990_000, floorCents: 4_800_000, highWaterMarkCents: 5_000_000 },
      { at: closeAt, equityCents: 5_050_000, floorCents: 4_850_000, highWaterMarkCents: 5_050_000 },
    ]);
    expect(closes).toEqual(points.slice(1));
    expect(spans).toEqual([{ day: '2026-11-02', startsAt: closeAt - 8 * hourMs, endsAt: closeAt }]);
  });

  test('uses the daily floor, measured from the day’s opening balance, if there is no drawdown', () => {
    const rules = {
      ...trailing,
      drawdown: { mode: 'none' },
      dailyLoss: { mode: 'soft', limitCents: 100_000 },
    } as const;
    const { points } = buildReplayChart(rules, days, getTradingDay('2026-11-03'));
    expect(points.map(({ floorCents }) => floorCents)).toEqual([4_900_000, 4_900_000, 4_950_000, 4_950_000]);
    const free = buildReplayChart({ ...rules, dailyLoss: { mode: 'none' } }, days, getTradingDay('2026-11-03'));
    expect(free.points.map(({ floorCents }) => floorCents)).toEqual([null, null, null, null]);
  });
});

describe('the source of a replay', () => {
  const mapping = { at: 0, symbol: 1, quantity: 2, price: 3, side: null, fee: 4 };
  const request = { offers: [offer], rulesVersion: 'test', options: { mapping, zone: 'UTC' } };
  const run = (...rows: readonly string[]) => {
    const answer = replayFile(bytesOf(['When,What,Size,Price,Fee', ...rows]), request);
    if (answer.status !== 'replayed') throw new Error(answer.status);
    return answer;
  };

  test('counts fills, unread and skipped rows, fees and unknown symbols', () => {
    const unknown = Array.from({ length: 25 }, (_, index) => `2026-09-15 13:30,XX${index + 10},1,1,1`);
    const { result, unread } = run(
      '2026-09-15 13:30,ESU6,1,6500.25,2.04',
      '2026-09-15 13:35,ESU6,-1,6510.25,2.06',
      '2026-09-15 13:36,ESU6,,6510.25,2.06',
      '2026-09-15 13:40,ESU6,1,6500.25,',
      ...unknown,
    );
    expect(result.source).toMatchObject({
      ...{ format: 'mapped', fills: 3, unreadRows: 25, skippedRows: 1, assumedFees: 1, extremes: 'none' },
      // 204 + 206 and our own fee for the third fill.
      ...{ feeCents: 614, endsOpen: true, startsBeforeCalendar: false },
    });
    expect(result.source.unknownSymbols).toHaveLength(20);
    expect([unread.length, result.rulesVersion, result.offers.length]).toEqual([25, 'test', 1]);
    // $500 less the fees of the day's three fills.
    expect(result.days).toMatchObject([{ day: '2026-09-15', resultCents: 49_386 }]);
  });

  test('says that holidays before the calendar’s start are unknown', () => {
    const rows = (year: number) => [`${year}-12-30 15:00,ESH${(year + 1) % 10},1,6500.25,2`];
    expect(run(...rows(2025)).result.source.startsBeforeCalendar).toBe(true);
    expect(run(...rows(2026)).result.source.startsBeforeCalendar).toBe(false);
  });

  test('is shown without the fields that a link omits', () => {
    const { result } = run('2026-09-15 13:30,ESU6,1,6500.25,2', '2026-09-15 13:35,ESU6,-1,6510.25,2');
    const { days, offers } = result;
    const source = {
      ...{ fills: 2, unreadRows: 0, assumedFees: 0, extremes: 'none', endsOpen: false, startsBeforeCalendar: false },
    };
    const own = { isSample: false, isShared: false, isApproximate: false, daysLeftOut: 0 };
    expect(viewReplay(result, false)).toEqual({ rulesVersion: 'test', days, offers, source, ...own });
    expect(viewReplay(result, true).isSample).toBe(true);
  });

  test('passes on an answer that isn’t a list of fills', () => {
    expect(replayFile(bytesOf(['']), request)).toMatchObject({ status: 'unreadable', reason: 'empty' });
  });
});
