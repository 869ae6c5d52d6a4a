import { describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { calendarCoveredUntil } from '#shared/exchange/exchange-calendar.ts';
import type { FillFile, ReadOptions } from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

const answer = (lines: readonly string[], options: ReadOptions = {}) =>
  readFillFile(new TextEncoder().encode(lines.join('\n')), options);

function read(lines: readonly string[], options: ReadOptions = {}): FillFile {
  const found = answer(lines, options);
  if (found.status !== 'read') throw new Error(JSON.stringify(found));
  return found.file;
}

const utc = { zone: 'UTC' };
const minuteOf = (at: number) => new Date(at).toISOString().slice(11, 16);
const feesOf = ({ fills }: FillFile) => fills.map(({ feeCents }) => feeCents);

describe('a list of fills', () => {
  const head = 'time,trading_day,account,contract,instrument,month,side,quantity,price,fee_usd,id';
  const row = (time: string, quantity: number, id = '', account = 'A') =>
    `2026-09-15T${time}:00Z,x,${account},x,MES,2026-09,buy,${quantity},6500.25,0.52,${id}`;
  const quantitiesOf = (...rows: readonly string[]) => read([head, ...rows]).fills.map(({ quantity }) => quantity);

  test('is sorted by time, whatever the order of its rows', () => {
    expect(quantitiesOf(row('13:31', 2), row('13:30', 1), row('13:32', 3))).toEqual([1, 2, 3]);
  });

  test('written newest first is reversed, which also orders fills of the same moment', () => {
    expect(quantitiesOf(row('13:31', 3), row('13:30', 2), row('13:30', 1))).toEqual([1, 2, 3]);
    expect(quantitiesOf(row('13:31', 3), row('13:31', 2), row('13:30', 1))).toEqual([1, 2, 3]);
    expect(quantitiesOf(row('13:30', 1), row('13:30', 2), row('13:31', 3))).toEqual([1, 2, 3]);
  });

  test('counts rows with the same id and the same cells once, and names those with other cells as contradictory', () => {
    expect(quantitiesOf(row('13:30', 1, 'f'), row('13:30', 1, 'f'))).toEqual([1]);
    const shifted = row('13:30', 1, 'f').replace(',1,6500.25', ',16,6500.25');
    const file = read([head, row('13:30', 1, 'f'), shifted, row('13:40', 2, 'g')]);
    expect(file.fills.map(({ quantity }) => quantity)).toEqual([2]);
    expect(file.unread.map(({ line, reason, value }) => [line, reason, value])).toEqual([
      [2, 'contradictory', 'f'],
      [3, 'contradictory', 'f'],
    ]);
  });

  test('names an id that comes again at another time or side of the day; without seconds or on another day it isn’t one', () => {
    const outcomeOf = (again: string) => {
      const { fills, unread } = read([head, row('13:30', 1, 'f'), again, row('13:40', 2, 'g')]);
      return [fills.length, unread.map(({ reason }) => reason)];
    };
    const both = ['contradictory', 'contradictory'];
    expect(outcomeOf(row('13:35', 1, 'f'))).toEqual([1, both]);
    expect(outcomeOf(row('13:30', 1, 'f').replace(',buy,', ',sell,'))).toEqual([1, both]);
    expect(outcomeOf(row('13:30', 1, 'f').replace('13:30:00', '13:30:41'))).toEqual([2, []]);
    expect(outcomeOf(row('13:30', 1, 'f').replace(/2026-09-(\d\d)/, (_, day) => `2026-09-${Number(day) + 1}`))).toEqual(
      [3, []],
    );
  });

  test('of orders counts what each row has filled more than the one before, at the price that makes up the average', () => {
    const orders =
      'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EST),Commission Fill Rate';
    const filled = (quantity: number, price: string, time: string) =>
      `A,Open,B,3,${quantity},MESZ6,${price},71,2026-11-18 ${time},0.50`;
    const filesOf = (...rows: readonly string[]) => read([orders, ...rows]).fills;
    // 3 × 6,850.50 − 6,850.00 = 2 × 6,850.75.
    expect(filesOf(filled(1, '6850.00', '11:00:00'), filled(3, '6850.50', '11:20:00'))).toMatchObject([
      { quantity: 1, priceTicks: 27_400, feeCents: 50 },
      { quantity: 2, priceTicks: 27_403, feeCents: 100 },
    ]);
    // Parts of one order a second apart are two fills.
    expect(filesOf(filled(1, '6850.00', '11:00:00'), filled(1, '6850.00', '11:00:01'))).toHaveLength(2);
  });

  test('with several accounts offers up to 200 of them and skips the other accounts’ rows', () => {
    const rows = Array.from({ length: 201 }, (_, index) => row('13:30', index + 1, '', `A${index}`));
    const accountQuestion = answer([head, ...rows]);
    expect(accountQuestion).toMatchObject({ question: 'account' });
    expect('accounts' in accountQuestion && accountQuestion.accounts).toHaveLength(200);
    const file = read([head, ...rows], { account: 'A2' });
    expect(file).toMatchObject({ fills: [{ quantity: 3 }], skippedCount: 200 });
    // A file with a single account needs no choice.
    expect(read([head, row('13:30', 1)], { account: 'B' }).fills).toHaveLength(1);
  });

  test('with an account in some rows only asks which one is meant, with the unnamed one as a choice', () => {
    const rows = [head, row('13:30', 1, '', 'A'), row('13:31', 2, '', '')];
    expect(answer(rows)).toMatchObject({ question: 'account', accounts: ['A', ''] });
    expect(read(rows, { account: '' })).toMatchObject({ fills: [{ quantity: 2 }], skippedCount: 1 });
    expect(read(rows, { account: 'A' })).toMatchObject({ fills: [{ quantity: 1 }], skippedCount: 1 });
  });

  test('reports its progress every five thousand rows', () => {
    const rows = Array.from({ length: 10_001 }, () => row('13:30', 1));
    const reported: number[] = [];
    readFillFile(new TextEncoder().encode([head, ...rows].join('\n')), {}, (count) => reported.push(count));
    expect(reported).toEqual([5_000, 10_000]);
  });

  test('is read by the columns that the user chose', () => {
    const mapping = { at: 0, symbol: 4, quantity: 7, price: 8, side: 6, fee: 9 };
    expect(read([head, row('13:30', 1)], { mapping, ...utc }).format).toBe('mapped');
  });
});

describe('a row with chosen columns', () => {
  const head = 'When,What,Way,Size,Price,Fee';
  const mapping = { at: 0, symbol: 1, side: 2, quantity: 3, price: 4, fee: 5 };
  const options = { mapping, ...utc };

  test('without its last cell is cut off and reported by its first sixty characters', () => {
    const file = read(
      [head, '2026-09-15 13:30,ESU6,Buy,1,6500.25,1.00', `${'x'.repeat(70)},ESU6,Buy,1,6500.25`],
      options,
    );
    expect(file.unread).toEqual([{ line: 3, reason: 'columns', value: 'x'.repeat(60) }]);
  });

  test('with an unreadable cell is reported up to a thousand times and always counted', () => {
    const rows = Array.from({ length: 1_001 }, () => '2026-09-15 13:30,ESU6,Hold,1,6500.25,1.00');
    const file = read([head, '2026-09-15 13:30,ESU6,Buy,1,6500.25,1.00', ...rows], options);
    expect(file.unread).toHaveLength(1_000);
    expect(file.unreadCount).toBe(1_001);
    expect(answer([head, ...rows.slice(0, 1)], options)).toMatchObject({ question: 'columns', problem: 'unread' });
  });

  test('is accepted from the year 2000 until a week before the calendar ends', () => {
    const lastDay = new Date(Date.parse(calendarCoveredUntil) - 7 * dayMs).toISOString().slice(0, 10);
    const file = read(
      [
        head,
        ...['2000-01-01 00:00', `${lastDay} 00:00`, `${lastDay} 00:01`].map((at) => `${at},ES,Buy,1,6500.25,1.00`),
      ],
      options,
    );
    expect(file.fills).toHaveLength(2);
    expect(file.unread).toEqual([{ line: 4, reason: 'calendar', value: `${lastDay} 00:01` }]);
  });

  test('has decimal commas if its prices, its fees or, failing those, its semicolons say so', () => {
    const ticksOf = (line: string, separator = ',') =>
      read([head.replaceAll(',', separator), line], options).fills[0]?.priceTicks;
    expect(ticksOf('2026-09-15 13:30,ESU6,Buy,1,"6500,25",')).toBe(26_001);
    expect(ticksOf('2026-09-15 13:30,NGV6,Buy,1,"3,125","1,04"')).toBe(3_125);
    expect(ticksOf('2026-09-15 13:30;NGV6;Buy;1;3,125;', ';')).toBe(3_125);
    expect(ticksOf('2026-09-15 13:30,MBTV6,Buy,1,"103,125",')).toBe(20_625);
  });
});

describe('an execution', () => {
  const head = 'Execution ID,Time,Symbol,Side,Quantity,Price,Commission,Exchange fee,Total fees';
  const row = (
    minute: number,
    { symbol = 'ESU6', side = 'Buy', quantity = '1', price = '6500.25', costs = '1.00,0.50,' } = {},
  ) => `e${minute},2026-09-15T13:${30 + minute}:00Z,${symbol},${side},${quantity},${price},${costs}`;
  const unreadOf = (...rows: readonly string[]) => {
    const found = answer([head, ...rows]);
    const unread = found.status === 'read' ? found.file.unread : found.status === 'unreadable' ? found.unread : [];
    return unread.map(({ line, reason }) => `${line} ${reason}`);
  };

  test('at a price that its market can’t have, or far from those around it, isn’t booked', () => {
    expect(unreadOf(row(0), row(1, { price: '650025' }))).toEqual(['3 price-level']);
    expect(unreadOf(row(0), row(1), row(2, { price: '15000.25' }))).toEqual(['4 price-level']);
    // Of two prices alone, neither is known to be right.
    expect(unreadOf(row(0), row(1, { price: '15000.25' }))).toEqual(['2 price-level', '3 price-level']);
    // Oil was below zero in April 2020.
    expect(unreadOf(row(0, { symbol: 'CLV6', price: '12.50' }), row(1, { symbol: 'CLV6', price: '-37.63' }))).toEqual(
      [],
    );
  });

  test('off the tick grid isn’t an average', () => {
    expect(unreadOf(row(0), row(1, { quantity: '5', price: '6500.10' }))).toEqual(['3 price']);
  });

  test('bought with a negative quantity may be a sale or a correction, and isn’t booked', () => {
    expect(unreadOf(row(0), row(1, { quantity: '-1' }), row(2, { side: 'Sell', quantity: '-1' }))).toEqual(['3 side']);
  });

  test('is charged the sum of its costs, or their total if there is a column for it', () => {
    const file = read([head, row(0), row(1, { costs: '1.00,0.50,1.75' }), row(2, { costs: 'n/a,€2.00,' })]);
    // The third row has no cost in dollars: ours.
    expect([feesOf(file), file.assumedFees]).toEqual([[150, 175, 204], 1]);
  });

  test('with a fee that nobody pays, or that isn’t a number, isn’t booked', () => {
    expect(unreadOf(row(0), row(1, { costs: '175.00,,' }), row(2, { costs: 'x,,' }))).toEqual(['3 fee', '4 fee']);
  });

  test('that was cancelled may be a bust, and a row with more cells than headings is shifted', () => {
    const status = `${head},Status`;
    const found = read([status, `${row(0)},Filled`, `${row(1)},Cancelled`, `${row(2)},Filled,5`]);
    expect(found.unread.map(({ line, reason }) => `${line} ${reason}`)).toEqual(['3 status', '4 columns']);
  });

  test('of a position closes it before the next one opens in the same second', () => {
    const at = (side: string, id: number) => row(0, { side }).replace('e0', `e${id}`);
    const fills = read([head, row(-1), at('Buy', 3), at('Sell', 2), at('Sell', 4)]);
    expect(fills.fills.map(({ side }) => side)).toEqual(['buy', 'sell', 'buy', 'sell']);
  });
});

describe('round trips', () => {
  const head = 'Instrument,Account,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Commission,MAE,MFE,ETD';
  const trip = (
    side: string,
    { from = '08:30', to = '08:45', fee = '$3.01', mae = '$5.00', mfe = '$30.00', entry = '6500' } = {},
  ) => `MES 09-26,S,${side},2,${entry},6502,2026-09-15 ${from},2026-09-15 ${to},${fee},${mae},${mfe},1`;

  test('of a short begin with the sale, and their favorable excursion is below the entry', () => {
    const file = read([head, trip('Short')], utc);
    expect(file.fills.map(({ side, priceTicks, at, feeCents }) => [side, priceTicks, minuteOf(at), feeCents])).toEqual([
      ['sell', 26_000, '08:30', 150],
      ['buy', 26_008, '08:45', 151],
    ]);
    // $5.00 behind is 2 ticks of two MES, $30.00 ahead is 12.
    expect(file.ranges).toMatchObject([{ lowTicks: 25_988, highTicks: 26_002 }]);
    expect(file.assumedFees).toBe(0);
  });

  test('without a fee get ours on both sides', () => {
    const file = read([head, trip('Long', { fee: '' })], utc);
    expect(feesOf(file)).toEqual([104, 104]);
    expect(file.assumedFees).toBe(2);
  });

  test('can’t end before they begin, but may end at the same moment', () => {
    const file = read([head, trip('Long', { to: '08:30' }), trip('Long', { to: '08:29' })], utc);
    expect(file.fills).toHaveLength(2);
    expect(file.unread).toEqual([{ line: 3, reason: 'order', value: '2026-09-15 08:29' }]);
  });

  test('have a range only if both excursions are dollar amounts', () => {
    const rangesOf = (mae: string, mfe: string) => read([head, trip('Long', { mae, mfe })], utc).ranges.length;
    expect(rangesOf('5.00 USD', '30.00 USD')).toBe(1);
    expect(rangesOf('2.5', '$30.00')).toBe(0);
    expect(rangesOf('$5.00', '12')).toBe(0);
    expect(rangesOf('$ n/a', '$30.00')).toBe(0);
    expect(rangesOf('$5.00', '$ n/a')).toBe(0);
  });

  test('have separate ranges if they overlap, and an average entry is weighted by its contracts', () => {
    const file = read(
      [head, trip('Long', { to: '09:00', mae: '$50.00' }), trip('Long', { from: '08:40', entry: '6500.125' })],
      utc,
    );
    expect(
      file.ranges.map(({ fromAt, untilAt, lowTicks, highTicks }) => [
        ...[minuteOf(fromAt), minuteOf(untilAt), lowTicks, highTicks],
      ]),
    ).toEqual([
      // One contract at 26,000 and one at 26,001: half a tick above, rounded up.
      ['08:40', '08:45', 25_999, 26_013],
      ['08:30', '09:00', 25_980, 26_012],
    ]);
  });

  test('take the zone from the heading of their entry time', () => {
    const [fill] = read([head.replace('Entry time', 'Entry  time ( EDT )'), trip('Long')]).fills;
    expect(fill && minuteOf(fill.at)).toBe('12:30');
  });

  test('without a side are long if the purchase comes first or at the same moment', () => {
    const performance =
      'symbol,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp (EDT),soldTimestamp,duration';
    const row = (bought: string, sold: string, ids = '1,2') =>
      `MNQU6,${ids},1,20000,20010,$20.00,09/15/2026 ${bought},09/15/2026 ${sold},x`;
    const sidesOf = (...rows: readonly string[]) =>
      read([performance, ...rows]).fills.map(({ side, at, priceTicks }) => `${minuteOf(at)} ${side} ${priceTicks}`);
    expect(sidesOf(row('08:30:00', '09:00:00'))).toEqual(['12:30 buy 80000', '13:00 sell 80040']);
    expect(sidesOf(row('08:30:00', '08:30:00'))).toEqual(['12:30 buy 80000', '12:30 sell 80040']);
    expect(sidesOf(row('09:00:00', '08:30:00'))).toEqual(['12:30 sell 80040', '13:00 buy 80000']);
    // Both ids identify a row.
    expect(sidesOf(row('08:30:00', '09:00:00'), row('08:30:00', '09:00:00'))).toHaveLength(2);
    expect(sidesOf(row('08:30:00', '09:00:00', '1,'), row('08:30:00', '09:00:00', '1,'))).toHaveLength(4);
  });
});

describe('formats', () => {
  test('TopstepX adds fees and commissions, and either or both may be missing', () => {
    const head =
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions';
    const row = (id: number, fees: string, commissions: string, entered = '09/15/2026 08:30:00 -05:00') =>
      `${id},MESU6,${entered},09/15/2026 09:00:00 -05:00,6500,6490,${fees},x,1,Long,x,x,${commissions}`;
    expect(feesOf(read([head, row(1, '1.00', '0.51')]))).toEqual([75, 76]);
    expect(feesOf(read([head, row(1, '1.01', '')]))).toEqual([50, 51]);
    expect(feesOf(read([head, row(1, '', '0.99')]))).toEqual([49, 50]);
    expect(read([head, row(1, '', '')])).toMatchObject({ assumedFees: 2 });
    // An unreadable time needs no zone; one without an offset does.
    expect(read([head, row(1, '1', '1'), row(2, '1', '1', 'yesterday')]).unreadCount).toBe(1);
    expect(answer([head, row(1, '1', '1'), row(2, '1', '1', '09/15/2026 08:30:00')])).toMatchObject({
      ...{ question: 'zone', needsZone: true, needsDateOrder: false },
    });
  });

  test('Quantower’s own fees are used, and an option is reported with its strike price', () => {
    const head =
      'Account,Date/Time,Symbol,Symbol type,Expiration date,Strike price,Side,Quantity,Price,Gross P/L,Fee,Trade value,Trade ID';
    const row = (type: string, strike: string) =>
      `A,9/15/2026 1:30:00 PM,ESU6,${type},,${strike},Buy,1,6540.25,,-2.50,,1`;
    const file = read([head, row('Futures', ''), row('Option', ''), row('Futures', '6500')], utc);
    expect(feesOf(file)).toEqual([250]);
    expect(file.unread.map(({ value }) => value)).toEqual(['ESU6 option', 'ESU6 6500']);
  });

  const sierra =
    'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tFillExecutionServiceID\tHighDuringPosition\tLowDuringPosition';
  const sierraRow = (activity: string, time: string, side: string, low: string, high: string) =>
    [activity, `2026-09-15 ${time}`, 'MESU26_FUT_CME', side, '6500.25', '1', time, high, low].join('\t');

  test('Sierra Chart’s fills are told apart from other activity', () => {
    const rows = ['Fill', 'fills', 'Fills cancelled', 'No fills'].map((activity, index) =>
      sierraRow(activity, `13:3${index}:00`, 'Buy', '', ''),
    );
    expect(read([sierra, ...rows], utc)).toMatchObject({ fills: { length: 2 }, skippedCount: 2 });
  });

  test.each([
    ['6499.75', '6501.00', [[25_999, 26_004]]],
    ['6500.25', '6500.25', [[26_001, 26_001]]],
    // MES has never been at zero, so what the column says isn't understood.
    ['0.00', '6501.00', []],
    ['6501.00', '6499.75', []],
    ['', '6501.00', []],
    ['6499.75', '', []],
    ['x', '6501.00', []],
  ])('Sierra Chart’s extremes from %j to %j become the expected range', (low, high, expected) => {
    const file = read(
      [sierra, sierraRow('Fills', '13:30:00', 'Buy', '', ''), sierraRow('Fills', '13:35:00', 'Sell', low, high)],
      utc,
    );
    expect(file.ranges.map(({ lowTicks, highTicks }) => [lowTicks, highTicks])).toEqual(expected);
  });

  test('R | Trader Pro’s orders count if anything was filled, with our fee if they have none', () => {
    const head =
      'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EDT),Commission Fill Rate';
    const row = (filled: string, rate: string, order: number) =>
      `X,Filled,B,20,${filled},MNQU6,17771.50,${order},2026-09-15 09:30:00,${rate}`;
    const file = read([
      ...[head, row('10', '0.505', 1), row('0.00', '0.52', 2), row('000', '0.52', 3), row('"0,0"', '0.52', 4)],
      ...[row('0.5', '0.52', 5), row('2', 'n/a', 6), row('100', '0.5055', 7)],
    ]);
    // 10 × 0.505 and 100 × 0.5055; our fee for MNQ is 0.52 a side.
    expect(file.fills.map(({ quantity, feeCents }) => [quantity, feeCents])).toEqual([
      [10, 505],
      [2, 104],
      [100, 5_055],
    ]);
    expect(file).toMatchObject({ skippedCount: 3, unread: [{ line: 6, reason: 'quantity', value: '0.5' }] });
  });

  test('Tradovate’s fills are in UTC, whatever zone the user picks', () => {
    const head =
      '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';
    const row =
      '1,9,3,2026-09-15 13:30:00,2026-09-15,0,1,6500.25,true,7,1,9,x,x,D, Buy,1,6500.25,-2,0,0.25,MESU6,MES,M,0.52';
    const [fill] = read([head, row], { zone: 'America/Chicago' }).fills;
    expect(fill && minuteOf(fill.at)).toBe('13:30');
    expect(read([head, row]).fills).toHaveLength(1);
    // Only a busted fill and a row that is cut off.
    expect(answer([head, row.replace('true', 'false'), '1,2,3'])).toEqual({
      ...{ status: 'unreadable', reason: 'no-fills', unread: [{ line: 3, reason: 'columns', value: '1 2 3' }] },
    });
  });

  test('a missing zone and an ambiguous date order are asked for in one question', () => {
    const head =
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection';
    const row = 'MES 09-26,Buy,1,6500.25,03/09/2026 13:30:00,a,Entry,1 L,b,Entry,$0.52,1,Sim101,Sim';
    expect(answer([head, row])).toMatchObject({ needsZone: true, needsDateOrder: true });
  });
});

describe('headings', () => {
  const head = 'time,trading_day,account,contract,instrument,month,side,quantity,price,fee_usd,id';
  const row = '2026-09-15T13:30:00Z,x,A,x,MES,2026-09,buy,1,6500.25,0.52,f';

  test('are searched in the first sixty lines and 64,000 characters', () => {
    const note = (count: number) => Array.from({ length: count }, () => 'note');
    expect(answer([...note(59), head, row]).status).toBe('read');
    expect(answer([...note(60), head, row])).toEqual({ status: 'unreadable', reason: 'no-fills', unread: [] });
    expect(answer(['x'.repeat(64_000), head, row])).toMatchObject({ reason: 'no-fills' });
  });

  test('of an unknown table are its first row with the most cells, using the separator that gives more cells', () => {
    expect(answer(['Report', 'A,B,C,D', '1,2,3,4'])).toEqual({
      ...{ status: 'question', question: 'columns', headings: ['A', 'B', 'C', 'D'], example: ['1', '2', '3', '4'] },
      problem: null,
      suggested: expect.objectContaining({ symbol: null, account: null }),
    });
    expect(answer(['A,B,C,D;E;F;G;H'])).toMatchObject({ headings: ['A,B,C,D', 'E', 'F', 'G', 'H'], example: [] });
    expect(answer(['A;B;C;D,E,F,G,H'])).toMatchObject({ headings: ['A;B;C;D', 'E', 'F', 'G', 'H'] });
    // Both separators give four cells: the comma wins.
    expect(answer(['A,B;C,D;E,F;G'])).toMatchObject({ headings: ['A', 'B;C', 'D;E', 'F;G'] });
    expect(answer(['A,B,C'])).toMatchObject({ reason: 'no-fills' });
  });
});
