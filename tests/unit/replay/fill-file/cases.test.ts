import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Fill, signedQuantity } from '#shared/accounts/model.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import type { FillFile, FillFileAnswer, ReadOptions } from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';
import { replayFile } from '#shared/replay/replay-file.ts';
import { trailing } from '../../support.ts';

const utc = { zone: 'UTC' };

function answerTo(name: string, options: ReadOptions = {}): FillFileAnswer {
  return readFillFile(readFileSync(resolve('tests/unit/fixtures/fill-files', name)), options);
}

function read(name: string, options: ReadOptions = {}): FillFile {
  const answer = answerTo(name, options);
  if (answer.status !== 'read') throw new Error(JSON.stringify(answer));
  return answer.file;
}

/** The result of the fills in cents, before and after fees, and the contracts still held. */
function resultOf(fills: readonly Fill[]) {
  let hundredths = 0;
  for (const fill of fills) {
    hundredths -= signedQuantity(fill) * fill.priceTicks * instruments[fill.instrument].tickValueHundredths;
  }
  const feeCents = fills.reduce((sum, fill) => sum + fill.feeCents, 0);
  const grossCents = hundredths / 100;
  const held = fills.reduce((sum, fill) => sum + signedQuantity(fill), 0);
  return { grossCents, feeCents, netCents: grossCents - feeCents, held };
}

describe('a file from a platform or a spreadsheet', () => {
  test('with an empty commission beside a rate is charged the rate', () => {
    const { fills, unreadCount } = read('rtrader-empty-commission.csv');
    // 10 points × 2 contracts × $2, less 2 × $0.51 a fill.
    expect(fills.map(({ feeCents }) => feeCents)).toEqual([102, 102]);
    expect(resultOf(fills)).toEqual({ grossCents: 4_000, feeCents: 204, netCents: 3_796, held: 0 });
    expect(unreadCount).toBe(0);
  });

  test('with a partly filled order that was cancelled counts what was filled', () => {
    const { fills } = read('rtrader-partly-filled.csv');
    expect(fills.map(({ side, quantity }) => [side, quantity])).toEqual([
      ['buy', 1],
      ['sell', 1],
    ]);
    expect(resultOf(fills)).toEqual({ grossCents: 2_000, feeCents: 102, netCents: 1_898, held: 0 });
  });

  test('with sells of negative quantity sells them', () => {
    // −2 points × 5 × $5.
    expect(resultOf(read('dxfeed-negative-sell.csv').fills)).toEqual({
      ...{ grossCents: -5_000, feeCents: 350, netCents: -5_350, held: 0 },
    });
  });

  test('with bad cells names those rows and reads the others', () => {
    const file = read('dxfeed-bad-cells.csv');
    expect(file.unread).toEqual([
      { line: 2, reason: 'quantity', value: 'n/a' },
      { line: 3, reason: 'quantity', value: '1.5' },
    ]);
    expect(file.fills.map(({ quantity, feeCents }) => [quantity, feeCents])).toEqual([
      [5, 175],
      [5, 175],
      [2, 70],
    ]);
    expect(file.origins.map(({ id }) => id)).toEqual(['e3', 'e4', 'e5']);
  });

  test('with options and spreads books none of them as a future', () => {
    expect(answerTo('dxfeed-options-and-spreads.csv')).toEqual({
      ...{ status: 'unreadable', reason: 'no-fills' },
      unread: [
        { line: 2, reason: 'derivative', value: 'ESZ6 C6900' },
        { line: 3, reason: 'derivative', value: 'ESZ6:ESH7' },
      ],
    });
  });

  test('with several accounts under “Account display name” asks which one', () => {
    expect(answerTo('ninjatrader-executions-accounts.csv', utc)).toEqual({
      ...{ status: 'question', question: 'account', accounts: ['A1', 'A2'] },
    });
    for (const account of ['A1', 'A2']) {
      const file = read('ninjatrader-executions-accounts.csv', { ...utc, account });
      // −40 points × 10 × $2.
      expect(resultOf(file.fills)).toMatchObject({ grossCents: -80_000, held: 0 });
      expect(file.skipped.map(({ reason }) => reason)).toEqual(['account', 'account']);
    }
  });

  test('with five columns of costs adds them up, as its own profit does', () => {
    // 0.70 + 0.38 + 0.70 + 0.00 + 0.02; 2.75 points × $2.
    expect(resultOf(read('ninjatrader-trades-costs.csv', utc).fills)).toEqual({
      ...{ grossCents: 550, feeCents: 180, netCents: 370, held: 0 },
    });
  });

  test('with NinjaTrader’s French headings is read', () => {
    const file = read('ninjatrader-trades-french.csv', utc);
    // A short: 4.5 points × $20, less $4.00.
    expect(resultOf(file.fills)).toEqual({ grossCents: 9_000, feeCents: 400, netCents: 8_600, held: 0 });
    expect(file.fills.map(({ side, at }) => [side, new Date(at).toISOString()])).toEqual([
      ['sell', '2026-04-16T10:00:00.000Z'],
      ['buy', '2026-04-16T10:03:00.000Z'],
    ]);
    // $20 against the short and $100 for it, in ticks of $5.
    expect(file.ranges).toMatchObject([{ lowTicks: 95_840 - 20, highTicks: 95_840 + 4 }]);
  });

  test('with Sierra Chart’s fixed-point prices gets its decimal point back', () => {
    const { fills } = read('sierra-fixed-point.tsv', utc);
    expect(fills.map(({ priceTicks }) => priceTicks)).toEqual([30_589, 30_597]);
    // 2 points × $50.
    expect(resultOf(fills)).toMatchObject({ grossCents: 10_000, held: 0 });
  });

  test('with a continuous contract takes the month from the date and says so', () => {
    const file = read('tradingview-continuous.csv', utc);
    expect(file.fills.map(({ instrument, month, quantity }) => [instrument, month, quantity])).toEqual([
      ['MNQ', '2026-12', 3],
      ['MNQ', '2026-12', 3],
    ]);
    // 3 × 10 points × $2. The canceled stop was never filled.
    expect(resultOf(file.fills)).toMatchObject({ grossCents: 6_000, held: 0 });
    expect(file).toMatchObject({ assumedMonths: 2, skipped: [{ line: 4, reason: 'unfilled' }], unreadCount: 0 });
  });

  test('with a spreadsheet’s blank rows is complete', () => {
    const file = read('excel-blank-rows.csv');
    expect(resultOf(file.fills)).toEqual({ grossCents: 2_000, feeCents: 74, netCents: 1_926, held: 0 });
    expect(file).toMatchObject({ unreadCount: 0, skippedCount: 0 });
  });

  test('with an exit and an entry in one second never exceeds the limit of one contract', () => {
    const offers = [
      {
        ...{ id: 'one', rules: { ...trailing, maxContracts: 1 }, priceCents: 14_900 },
        ...({ billing: 'once', resetPriceCents: null, activationPriceCents: null } as const),
      },
    ];
    const bytes = readFileSync(resolve('tests/unit/fixtures/fill-files/tradovate-same-second.csv'));
    const rows = bytes.toString().trimEnd().split('\n');
    for (const text of [rows, [rows[0], rows[2], rows[1]]].map((each) => each.join('\n'))) {
      const answer = replayFile(new TextEncoder().encode(text), { offers, rulesVersion: 'test', options: utc });
      if (answer.status !== 'replayed') throw new Error(JSON.stringify(answer));
      expect(answer.result.offers).toMatchObject([{ fillsOverLimit: 0 }]);
    }
  });
});

describe('an export from another platform, language or time', () => {
  test('joined from before and after its fees were posted counts each fill once, with its fee', () => {
    const { fills, skipped } = read('tradovate-late-commission.csv');
    // 10 points × $50, less 2 × $1.29.
    expect(resultOf(fills)).toEqual({ grossCents: 50_000, feeCents: 258, netCents: 49_742, held: 0 });
    expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'duplicate'],
      [3, 'duplicate'],
    ]);
  });

  test('with a corrected fill counts the correction', () => {
    // 2 points × $5, less 2 × $0.35.
    expect(resultOf(read('executions-corrected-fill.csv').fills)).toEqual({
      ...{ grossCents: 1_000, feeCents: 70, netCents: 930, held: 0 },
    });
  });

  test('with ids that a spreadsheet rounded keeps equal rows apart, and says so', () => {
    const file = read('tradovate-ids-from-excel.csv');
    // Two contracts × 10 points × $50, less $1.29 twice and $2.58.
    expect(resultOf(file.fills)).toEqual({ grossCents: 100_000, feeCents: 516, netCents: 99_484, held: 0 });
    expect([file.fills.length, file.lostIds, file.skippedCount]).toEqual([3, 3, 0]);
  });

  test('with the account in a line above each table asks which one is meant', () => {
    const file = 'rtrader-account-in-section-line.csv';
    expect(answerTo(file)).toEqual({ status: 'question', question: 'account', accounts: ['EVAL-1', 'EVAL-2'] });
    const { fills, unreadCount } = read(file, { account: 'EVAL-1' });
    expect([resultOf(fills).held, unreadCount]).toEqual([2, 0]);
  });

  test('with a date in a section’s title reads all sections', () => {
    const { fills, unreadCount } = read('rtrader-dated-sections.csv');
    expect(resultOf(fills)).toMatchObject({ netCents: 3_796, held: 0 });
    expect(unreadCount).toBe(0);
  });

  test('with initials of a Windows zone, which in winter are a summer time’s, asks for the zone', () => {
    const file = 'rtrader-windows-zone-initials.csv';
    expect(answerTo(file)).toMatchObject({ question: 'zone', label: 'CEST', needsZone: true });
    expect(new Date(read(file, { zone: 'Europe/Berlin' }).fills[0]?.at ?? 0).toISOString()).toBe(
      '2026-01-15T21:30:00.000Z',
    );
  });

  test('of NinjaTrader’s trades in Portuguese becomes its fills', () => {
    // Short 10 points against it × $5 = −$50.00, long 2 × 4 points × $5 = +$40.00; costs $1.37 and $2.74.
    expect(resultOf(read('ninjatrader-trades-portuguese.csv', utc).fills)).toEqual({
      ...{ grossCents: -1_000, feeCents: 411, netCents: -1_411, held: 0 },
    });
  });

  test.each(['tradovate-position-history.csv', 'atas-journal.csv'])('of round trips becomes fills: %s', (name) => {
    const { fills } = read(name, utc);
    // Long 2 × 10 points × $2.
    expect(fills.map(({ side, quantity }) => [side, quantity])).toEqual([
      ['buy', 2],
      ['sell', 2],
    ]);
    expect(resultOf(fills)).toMatchObject({ grossCents: 4_000, held: 0 });
  });

  test('with a spreadsheet’s serial times reads them', () => {
    const { fills } = read('executions-excel-serial-times.csv', utc);
    expect(fills.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-09-15T09:30:00.000Z',
      '2026-09-15T09:35:00.000Z',
    ]);
    expect(resultOf(fills)).toMatchObject({ netCents: 930 });
  });

  test('with two columns of costs adds them up once its columns are assigned', () => {
    const name = 'unknown-format-two-costs.csv';
    expect(answerTo(name)).toMatchObject({ question: 'columns', suggested: { fee: 5 } });
    const mapping = { at: 1, symbol: 0, price: 2, quantity: 3, side: 4, fee: 5 };
    // 2 points × $5, less 2 × ($0.70 + $0.37).
    expect(resultOf(read(name, { ...utc, mapping }).fills)).toMatchObject({ netCents: 786, held: 0 });
  });

  test('with contracts that weren’t traded on that day names each', () => {
    expect(answerTo('executions-expired-contract.csv')).toMatchObject({
      status: 'unreadable',
      unread: [
        { reason: 'month', value: 'ESZ5' },
        { reason: 'month', value: 'ESH2' },
        { reason: 'month', value: 'NQZ99' },
      ],
    });
  });
});
