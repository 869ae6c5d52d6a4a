import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readStatement } from '#bridge/file-bridge/read-statement.ts';
import { hourMs } from '#lib/durations.ts';

const head =
  'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EDT),Commission Fill Rate';
const at = Date.UTC(2026, 8, 15, 13, 30);
const now = Date.UTC(2026, 10, 26);
const settings = { platformAccountId: 'RTH-100001', zone: undefined, dateOrder: undefined, now };

const readText = (text: string, own = {}) => readStatement(new TextEncoder().encode(text), { ...settings, ...own });
const read = (row: string, heading = head, own = {}) => readText(['Completed Orders', heading, row].join('\n'), own);
const readCase = (name: string) =>
  readStatement(readFileSync(resolve('tests/unit/fixtures/fill-files', name)), settings);
const fileReason = (text: string, own = {}) => readText(text, own).parked[0]?.value;

describe('a statement', () => {
  test('with an average between ticks becomes two fills with the exact sum, in the heading’s zone, charged once', () => {
    // 09:30 in New York is 13:30 UTC; 2 × $0.52 is $1.04.
    const { events, parked } = read('X,Filled,B,2,2,MNQU6,17771.6250,71,2026-09-15 09:30:00,0.52');
    const fill = { type: 'fill', at, instrument: 'MNQ', month: '2026-09', side: 'buy', quantity: 1 };
    expect(parked).toEqual([]);
    expect(events).toEqual([
      { line: 3, sourceId: 'fill-71-1', event: { ...fill, priceTicks: 71_086, feeCents: 104 } },
      { line: 3, sourceId: 'fill-71-1.2', event: { ...fill, priceTicks: 71_087, feeCents: 0 } },
    ]);
  });

  test('without a zone is in Chicago’s time or the one that the operator sets', () => {
    const row = 'X,Filled,S,1,1,MNQU6,17771.50,71,2026-09-15 08:30:00,0.52';
    const bare = head.replace(' (EDT)', '');
    expect(read(row, bare).events[0]?.event.at).toBe(at);
    expect(read(row, bare, { zone: 'America/Denver' }).events[0]?.event.at).toBe(at + hourMs);
  });

  test('with a zone that can mean several is refused until the operator says which', () => {
    const row = 'X,Filled,S,1,1,MNQU6,17771.50,71,2026-09-15 21:30:00,0.52';
    for (const label of ['CST', 'EST', 'IST', 'XST']) {
      const heading = head.replace('EDT', label);
      expect(read(row, heading)).toMatchObject({
        events: [],
        parked: [{ line: 0, reason: 'file', value: expect.stringContaining(`the time zone ${label} isn’t certain`) }],
      });
      expect(read(row, heading, { zone: 'Asia/Shanghai' }).events[0]?.event.at).toBe(at);
    }
  });

  test('names a row whose contract has no month or isn’t listed', () => {
    const reasonOf = (symbol: string) =>
      read(`X,Filled,B,1,1,${symbol},6850,71,2026-09-15 09:30:00,0.52`).parked.map(({ line, reason }) => [
        line,
        reason,
      ]);
    expect(reasonOf('ES')).toEqual([
      [0, 'file'],
      [3, 'month-missing'],
    ]);
    expect(reasonOf('ESX6')).toEqual([
      [0, 'file'],
      [3, 'month'],
    ]);
    expect(reasonOf('FESXZ6')).toEqual([
      [0, 'file'],
      [3, 'instrument'],
    ]);
  });

  test('with several accounts counts only its own rows, and is refused if none is its own', () => {
    const row = (account: string, order: number) =>
      `${account},Filled,B,1,1,MNQU6,17771.50,${order},2026-09-15 09:30:0${order},0.52`;
    const text = (first: string) => ['Completed Orders', head, row(first, 1), row('E2', 2)].join('\n');
    expect(readText(text('RTH-100001'))).toMatchObject({
      events: [{ sourceId: 'fill-1-1' }],
      skipped: [{ line: 4, reason: 'account', value: 'E2' }],
    });
    expect(fileReason(text('E1'))).toBe('the file has several accounts (E1, E2), none of them RTH-100001');
  });

  test('that was signed for the future or before the site’s time isn’t booked', () => {
    const row = 'X,Filled,B,1,1,MNQU6,17771.50,71,2026-09-15 09:30:00,0.52';
    expect(read(row, head, { now: at - 120_000 })).toMatchObject({
      events: [],
      parked: [{ line: 3, reason: 'calendar' }],
    });
  });

  test('keeps the order of fills within a second by milliseconds, exits first', () => {
    const row = (side: string, order: number, time: string) =>
      `X,Filled,${side},1,1,MNQU6,17771.50,${order},2026-09-15 09:30:${time},0.52`;
    const text = ['Completed Orders', head, row('B', 10, '00'), row('B', 9, '05'), row('S', 8, '05')].join('\n');
    expect(readText(text).events.map(({ sourceId, event }) => [sourceId, event.at - at])).toEqual([
      ['fill-10-1', 0],
      ['fill-8-1', 5_000],
      ['fill-9-1', 5_001],
    ]);
  });

  test('has the same events whether its newest rows come first or last', () => {
    const rows = ['00', '05', '09'].map(
      (time, index) => `X,Filled,B,1,1,MNQU6,17771.50,7,2026-09-15 09:30:${time},0.5${index}`,
    );
    const textOf = (list: readonly string[]) => ['Completed Orders', head, ...list].join('\n');
    const idsOf = (text: string) => readText(text).events.map(({ sourceId, event }) => [sourceId, event.at]);
    expect(idsOf(textOf(rows.toReversed()))).toEqual(idsOf(textOf(rows)));
  });

  test.each([
    ['rtrader-empty-commission.csv', [102, 102]],
    ['rtrader-partly-filled.csv', [51, 51]],
    ['dxfeed-negative-sell.csv', [175, 175]],
    ['dxfeed-bad-cells.csv', [175, 175, 70]],
    ['dxfeed-options-and-spreads.csv', []],
  ])('%s is charged %j', (name, fees) => {
    expect(readCase(name).events.map(({ event }) => event.feeCents)).toEqual(fees);
  });

  test('with headings of no known format is refused with a reason', () => {
    expect(fileReason('a,b,c,d\n1,2,3,4')).toBe('the headings are those of no known format');
    expect(fileReason('')).toBe('the file is empty');
  });
});
