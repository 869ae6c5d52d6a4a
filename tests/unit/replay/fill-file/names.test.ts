import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';
import { readSymbol } from '#shared/replay/fill-file/symbols.ts';
import { readTime, zoneOfLabel } from '#shared/replay/fill-file/times.ts';

const at = Date.UTC(2026, 8, 15, 13, 30);
const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));

// How platforms, data services and brokers write the September contract.
test.each([
  ...[
    'CME_MINI:ESU2026',
    'CME_MINI_DL:ESU2026',
    'EPU26',
    '@ESU26',
    '/ESU6',
    'ESU2026',
    'F.US.EPU26',
    'CON.F.US.EP.U26',
  ],
  ...['ES 202609', 'ES-202609-CME', 'ES 20260918', 'ES 18SEP26', 'ES-SEP-26', 'ESU6 Index', '[Sim]ESU26_FUT_CME'],
  ...['ESU6-CME', 'ESU6.CME@RITHMIC', 'ES.U26', 'ES_U6', 'ES09-26'],
])('%s is ES of September', (symbol) => {
  expect(readSymbol(symbol, '', at)).toEqual({ instrument: 'ES', month: '2026-09' });
});

test.each([
  ...[['CME_MINI:ES1!', 'ES'] as const, ['ES1!', 'ES'] as const, ['@ES#', 'ES'] as const, ['@ES#C', 'ES'] as const],
  ...[['ES=F', 'ES'] as const, ['ES ##-##', 'ES'] as const, ['ESc1', 'ES'] as const, ['ES.v.0', 'ES'] as const],
  ...[['CBOT_MINI:MYM1!', 'MYM'] as const, ['COMEX_MINI:MGC1!', 'MGC'] as const, ['@EC', '6E'] as const],
])('%s is a continuous contract of %s', (symbol, instrument) => {
  expect(readSymbol(symbol, '', at)).toEqual({ instrument, month: null });
});

test.each([
  ...['ESU6 C6900', 'ESU6C6900', 'ESU6 P 6500', './ESU26C6900', 'ES C6900', 'ESU6 option', 'ESM6 Call 6900'],
  ...['ESZ6:ESH7', 'ESZ6-ESH7', 'ESZ6/ESH7', 'ESZ6 ESH7', 'ES 12-26 / ES 03-27', 'ESZ6.CME-ESH7.CME', 'ESU6 (TAS)'],
])('%s is not a future, whatever comes after its first contract', (symbol) => {
  expect(readSymbol(symbol, '', at)).toBe('derivative');
});

// CQG's contract symbols next to the exchange's.
test.each([
  ...[['EP', 'ES'] as const, ['ENQ', 'NQ'] as const, ['CLE', 'CL'] as const, ['MCLE', 'MCL'] as const],
  ...[['NQM', 'QM'] as const, ['NGE', 'NG'] as const, ['RBE', 'RB'] as const, ['HOE', 'HO'] as const],
  ...[['GCE', 'GC'] as const, ['SIE', 'SI'] as const, ['CPE', 'HG'] as const, ['PLE', 'PL'] as const],
  ...[['EU6', '6E'] as const, ['BP6', '6B'] as const, ['JY6', '6J'] as const, ['DA6', '6A'] as const],
  ...[['CA6', '6C'] as const, ['SF6', '6S'] as const, ['NE6', '6N'] as const, ['USA', 'ZB'] as const],
  ...[['ULA', 'UB'] as const, ['TYA', 'ZN'] as const, ['TNA', 'TN'] as const, ['FVA', 'ZF'] as const],
  ...[['TUA', 'ZT'] as const, ['ZCE', 'ZC'] as const, ['ZSE', 'ZS'] as const, ['ZWA', 'ZW'] as const],
  ...[['ZME', 'ZM'] as const, ['ZLE', 'ZL'] as const, ['GLE', 'LE'] as const],
])('CQG writes %s for %s', (name, instrument) => {
  expect(readSymbol(name, '', at)).toEqual({ instrument, month: null });
});

test.each([
  ...['CME:ESU6', 'CBOT:ESU6', 'NYMEX.ESU6', 'COMEX_ESU6', 'XCME:ESU6', 'XCBT:ESU6', 'XNYM:ESU6', 'XCEC:ESU6'],
  ...['ESU6.CME', 'ESU6:CBOT', 'ESU6@NYMEX', 'ESU6_COMEX', 'ESU6:XCBT', 'ESU6:XNYM', 'ESU6.XCEC', 'ESU6@CMEMINI'],
  ...['ESU6_FUT_GLOBEX', 'ESU6.CME.something', 'ESU6_FUT_CME_x', '@ESU6', 'F.ES.ESU6', 'CON.F.ES.ESU6'],
  ...[
    'ES   09-26',
    ' esu6 ',
    'ES U6',
    'ESU2026',
    'ES 9-26',
    'ES 09-2026',
    'ES 09-26 Globex',
    'ES SEP 26',
    "ESSEP'26",
    'ES  SEP2026',
  ],
])('%s is the September contract of ES', (symbol) => {
  expect(readSymbol(symbol, '', at)).toEqual({ instrument: 'ES', month: '2026-09' });
});

test.each([
  ...['A ES 09-26', 'A-ES SEP26', 'ESU6X', 'XESU6', 'ES 13-26', 'ES 09-26x', 'ES ABC26', 'toString', 'E', 'ESU'],
])('%s is not a contract', (symbol) => {
  expect(typeof readSymbol(symbol, '', at)).toBe('string');
});

test('a one-digit year is that of the contract that is traded on the day of the fill', () => {
  expect(readSymbol('ESU7', '', at)).toEqual({ instrument: 'ES', month: '2027-09' });
  expect(readSymbol('ESH0', '', Date.UTC(2029, 11, 27))).toEqual({ instrument: 'ES', month: '2030-03' });
  for (const dead of ['ESU5', 'ESH2', 'ESU9', 'NQZ99', 'ESZ25']) expect(readSymbol(dead, '', at)).toBe('month');
  expect(readSymbol('CL JAN27', '', at)).toEqual({ instrument: 'CL', month: '2027-01' });
  expect(readSymbol('ES ABC26', '', at)).toBe('instrument');
});

test.each([
  ['on 2026-12-18', null],
  ['on 12/18/2026', null],
  ['2026-12', '2026-12'],
  ['2026-12-18', '2026-12'],
  ['12/18/2026', '2026-12'],
  ['3/19/2027', '2027-03'],
  // No ES contract expires then.
  ['2026-11', null],
  ['December', null],
  ['', null],
])('an expiration of %j gives month %s if the symbol names none', (expiry, month) => {
  expect(readSymbol('EP', expiry, at)).toEqual({ instrument: 'ES', month });
  expect(readSymbol('ESU6', expiry, at)).toEqual({ instrument: 'ES', month: '2026-09' });
});

test('an expiration date names the contract that expires then, whose month may be a later one', () => {
  expect(readSymbol('CLE', '11/20/2026', at)).toEqual({ instrument: 'CL', month: '2026-12' });
  expect(readSymbol('NGE', '2026-09-28', at)).toEqual({ instrument: 'NG', month: '2026-10' });
  expect(readSymbol('EP', '18.12.2026', at)).toEqual({ instrument: 'ES', month: '2026-12' });
  expect(readSymbol('EP', '12/19/2025', at)).toBe('month');
});

test.each([
  ...[['UTC', 0] as const, ['GMT', 0] as const, ['EDT', -4] as const, ['edt', -4] as const, ['CDT', -5] as const],
  ...[['MDT', -6] as const, ['PDT', -7] as const, ['CET', 1] as const, ['CEST', 2] as const, ['WET', 0] as const],
  ...[['WEST', 1] as const, ['BRT', -3] as const, ['UTC-5', -5] as const, ['utc+5:30', 5.5] as const],
  ...[['GMT -03:30', -3.5] as const, ['+1', 1] as const, ['America/Chicago', -5] as const],
])('the heading’s zone %s is %s hours from UTC in September', (zone, hours) => {
  expect(zoneOfLabel(zone, [at])?.(at)).toBe(at - hours * hourMs);
});

test.each([...[['EST', -5] as const, ['MST', -7] as const, ['PST', -8] as const]])(
  'the heading’s zone %s is %s hours from UTC in November',
  (zone, hours) => {
    const november = Date.UTC(2026, 10, 18, 11);
    expect(zoneOfLabel(zone, [november])?.(november)).toBe(november - hours * hourMs);
  },
);

// Panama shows EST in summer and New York doesn't; CST is also China's, IST India's, Ireland's and Israel's.
test.each(['CST', 'IST', 'BST', 'AST', 'EST', 'MST', 'PST'])(
  'the heading’s zone %s can mean several in September',
  (zone) => {
    expect(zoneOfLabel(zone, [at])).toBeUndefined();
  },
);

test('a heading’s zone that doesn’t fit the season of all its times isn’t certain', () => {
  const november = Date.UTC(2026, 10, 18, 11);
  expect(zoneOfLabel('EDT', [at, november])).toBeUndefined();
  expect(zoneOfLabel('EST', [at, november])).toBeUndefined();
  expect(zoneOfLabel('CST', [november])).toBeUndefined();
});

test.each([
  'Japan',
  'Zulu',
  'AZ',
  'a+5',
  '+5h',
  'Local UTC-5',
  'Local',
  'ET',
  'America',
  'Nowhere/City',
  '',
  '5',
  'UTC5',
])('the heading’s zone %j is unknown', (zone) => {
  expect(zoneOfLabel(zone, [at])).toBeUndefined();
});

test.each([
  ['09/15/2026 1:30 PM', '2026-09-15T13:30:00.000Z', undefined],
  ['09/15/2026 12:30 a.m.', '2026-09-15T00:30:00.000Z', undefined],
  ['09/15/2026 12:30 P M', '2026-09-15T12:30:00.000Z', undefined],
  ['15-Sep-26 13:30:05', '2026-09-15T13:30:05.000Z', undefined],
  ['2026-sep-15T13:30:05.1234', '2026-09-15T13:30:05.123Z', undefined],
  ['2026/9/15, 13h30', '2026-09-15T13:30:00.000Z', undefined],
  ['15.9.2026 13.30.05,7', '2026-09-15T13:30:05.700Z', undefined],
  ['2026-09-15 13:30:05 Z', '2026-09-15T13:30:05.000Z', 0],
  ['2026-09-15 13:30 GMT', '2026-09-15T13:30:00.000Z', 0],
  ['2026-09-15 13:30:05-0430', '2026-09-15T13:30:05.000Z', -270],
  ['2026-09-15\u00a013:30\u202f+5:30', '2026-09-15T13:30:00.000Z', 330],
  ['2026-09-15 13:30:05 EDT', '2026-09-15T13:30:05.000Z', -240],
  // Not certain, so the zone is asked for.
  ['2026-09-15 13:30:05 CST', '2026-09-15T13:30:05.000Z', undefined],
] as const)('the time %j is read as %s, %s minutes from UTC', (text, local, offset) => {
  const time = readTime(text, 'month-first');
  expect(time && new Date(time.localMs).toISOString()).toBe(local);
  expect(time?.offset).toBe(offset);
});

test.each([
  ...[
    '2026-09-15 13:60',
    '2026-09-15 24:00',
    '2026-00-15 10:00',
    '2026-02-29 10:00',
    '0/15/2026 10:00',
    '2026-xyz-15 10:00',
  ],
  ...['x2026-09-15 10:00', '2026-09-15 10:00 ET', '2026-09-15T', '2026-09-15 1:3'],
])('%j is not a time', (text) => {
  expect(readTime(text, 'month-first')).toBeUndefined();
});

describe('a row’s side', () => {
  const read = (side: string) => {
    const lines = ['When,What,Way,Size,Price', `2026-09-15 13:30,ESU6,${side},1,6500.25`];
    const mapping = { at: 0, symbol: 1, side: 2, quantity: 3, price: 4, fee: null };
    const answer = readFillFile(bytesOf(lines), { mapping, zone: 'UTC' });
    return answer.status === 'read' ? answer.file.fills[0]?.side : answer.status;
  };

  test.each([
    ...[
      'B',
      'buy',
      'Buy to cover',
      'Bought',
      'BOT',
      'Comprado',
      'Long side',
      'Largos',
      'Kauf',
      'Kaufen',
      'Achat',
      'Acheter',
      'Compra',
      'Long',
      'Largo',
    ],
  ])('%s is a buy', (word) => {
    expect(read(word)).toBe('buy');
  });

  test.each([
    ...[
      'S',
      'sell',
      'Sell short',
      'Sold',
      'SLD',
      'Ventes',
      'Cortos',
      'Verkauf',
      'Vente',
      'Vender',
      'Short',
      'Court',
      'Corto',
    ],
  ])('%s is a sell', (word) => {
    expect(read(word)).toBe('sell');
  });

  test.each(['X', 'BS', 'unsold', 'rebuy', 'SB', 'Botx', 'Soldx'])('%j is neither', (word) => {
    expect(read(word)).toBe('question');
  });
});

describe('a table with chosen columns', () => {
  const mapping = { at: 0, symbol: 1, quantity: 2, price: 3, side: null, fee: 4 };
  const read = (...rows: readonly string[]) => {
    const answer = readFillFile(bytesOf(['When,What,Size,Price,Fee', ...rows]), { mapping, zone: 'UTC' });
    if (answer.status !== 'read') throw new Error(JSON.stringify(answer));
    return answer.file;
  };

  test('a negative or bracketed quantity is a sell, and a row without quantity or price is skipped', () => {
    const file = read(
      '2026-09-15 13:30,ESU6,(2),6500.25,1.00',
      '2026-09-15 13:31,ESU6,-1,6500.25,0.50',
      '2026-09-15 13:32,ESU6,3,6500.25,1.50',
      '2026-09-15 13:33,ESU6,,6500.25,1.50',
      '2026-09-15 13:34,ESU6,3,,1.50',
    );
    expect(file.fills.map(({ side, quantity, feeCents }) => [side, quantity, feeCents])).toEqual([
      ['sell', 2, 100],
      ['sell', 1, 50],
      ['buy', 3, 150],
    ]);
    expect([file.skippedCount, file.unreadCount, file.assumedFees]).toEqual([2, 0, 0]);
  });

  test('a quantity is a whole number from one to ten thousand', () => {
    const file = read(
      ...['0', '10001', '1e3x', '2.5', '10000'].map((size) => `2026-09-15 13:30,ESU6,${size},6500.25,1.00`),
    );
    expect(file.fills.map(({ quantity }) => quantity)).toEqual([10_000]);
    expect(file.unread.map(({ line, reason, value }) => [line, reason, value])).toEqual([
      [2, 'quantity', '0'],
      [3, 'quantity', '10001'],
      [4, 'quantity', '1e3x'],
      [5, 'quantity', '2.5'],
    ]);
  });

  test('times before 2000 or after the calendar are reported, and a long cell is cut', () => {
    const file = read(
      '1999-12-31 23:59,ESU6,1,6500.25,1.00',
      '2000-01-03 00:00,ESH0,1,1500.25,1.00',
      `2026-09-15 13:30,${'A'.repeat(70)},1,6500.25,1.00`,
      '2026-09-15 13:30,BBB,1,6500.25,1.00',
      '2026-09-15 13:30,BBB,1,6500.25,1.00',
    );
    expect(file.fills).toHaveLength(1);
    expect(file.unread.map(({ reason, value }) => [reason, value.length])).toEqual([
      ['calendar', 16],
      ['instrument', 60],
      ['instrument', 3],
      ['instrument', 3],
    ]);
    // The most frequent comes first, shortened.
    expect(file.unknownSymbols).toEqual(['BBB', 'A'.repeat(40)]);
  });

  test('an average price is split, with the row’s fee on the first part', () => {
    const file = read('2026-09-15 13:30,ESU6,3,6500.333333,1.23');
    // 3 × 6500.333333 is 78,004 ticks: one at 26,002 and two at 26,001.
    expect(file.fills.map(({ quantity, priceTicks, feeCents }) => [quantity, priceTicks, feeCents])).toEqual([
      [2, 26_001, 123],
      [1, 26_002, 0],
    ]);
  });

  test('a symbol without a month gets the position’s month, which a roll doesn’t change', () => {
    const file = read(
      '2026-09-02 13:30,ES,1,6500.25,1.00',
      '2026-09-22 13:30,ES,-1,6500.25,1.00',
      '2026-09-22 13:31,ES,1,6500.25,1.00',
    );
    expect(file.fills.map(({ month }) => month)).toEqual(['2026-09', '2026-09', '2026-12']);
  });
});
