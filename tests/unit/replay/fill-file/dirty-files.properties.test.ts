import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fill } from '#shared/accounts/model.ts';
import { frontMonthOf } from '#shared/exchange/contract-month.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import type { FillFile, FillFileAnswer } from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';
import { type Style, type WrittenFill, type WrittenTrip, writers } from './platform-writers.ts';
import { referenceTicks } from './reference-prices.ts';

const firstAt = Date.UTC(2026, 8, 14, 13);

/** Round trips one after the other, so that no two fills are at the same time. */
const tripList = fc
  .array(
    fc.record({
      instrument: fc.constantFrom(...instrumentCodes),
      isLong: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 40 }),
      percent: fc.integer({ min: 90, max: 110 }),
      moveTicks: fc.integer({ min: -8, max: 8 }),
      feeCents: fc.integer({ min: 2, max: 99 }),
      account: fc.constantFrom('A-1', 'PA-APEX-12345!Apex'),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((trips) =>
    trips.map(({ instrument, isLong, quantity, percent, moveTicks, feeCents, account }, index): WrittenTrip => {
      const at = firstAt + index * 600_000;
      const priceTicks = Math.round((referenceTicks(instrument) * percent) / 100);
      const base = { type: 'fill', instrument, month: frontMonthOf(instrument, at), quantity } as const;
      const sides = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
      return {
        entry: { ...base, at, side: sides[0], priceTicks, feeCents, id: `${index}1`, account },
        exit: {
          ...{ ...base, at: at + 65_000, side: sides[1], priceTicks: priceTicks + moveTicks, feeCents, account },
          id: `${index}2`,
        },
      };
    }),
  );

const group = (plain: string, mark: string) => plain.replace(/\B(?=(?:\d{3})+(?!\d))/g, mark);

/** Writes a plain number with thousands and decimal marks. */
const numberStyle = (thousands: string, decimal: string) => (plain: string) => {
  const [whole = '', fraction = ''] = plain.split('.');
  return `${group(whole, thousands)}${decimal}${fraction}`;
};

const numberStyles: Readonly<Record<string, (plain: string) => string>> = {
  plain: (plain) => plain,
  American: numberStyle(',', '.'),
  German: numberStyle('.', ','),
  French: numberStyle('\u202f', ','),
  'older French': numberStyle('\u00a0', ','),
  Portuguese: numberStyle('', ','),
  Indian: (plain) =>
    plain.replace(/^(\d+)(\d{3})\./, (_, first: string, last: string) => {
      return `${first.replace(/\B(?=(?:\d{2})+$)/g, ',')},${last}.`;
    }),
  Arabic: (plain) => plain.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))).replace('.', '\u066b'),
  'full-width': (plain) => plain.replace(/[\d.]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
};

const moneyStyles: Readonly<Record<string, (number: string) => string>> = {
  bare: (number) => number,
  'dollar first': (number) => `$${number}`,
  'dollar last': (number) => `${number}\u00a0$`,
  brackets: (number) => `($${number})`,
  'minus first': (number) => `-$${number}`,
  'minus last': (number) => `${number}-`,
  'true minus': (number) => `\u2212${number} USD`,
};

const encodings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with a mark': (text) => new TextEncoder().encode(`\uFEFF${text}`),
  'UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, high byte first': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
};

const dirt = fc.record({
  numbers: fc.constantFrom(...Object.keys(numberStyles)),
  money: fc.constantFrom(...Object.keys(moneyStyles)),
  encoding: fc.constantFrom(...Object.keys(encodings)),
  separator: fc.constantFrom(',', ';', '\t', undefined),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  order: fc.infiniteStream(fc.nat()),
  isMixed: fc.boolean(),
  hasExtraColumns: fc.boolean(),
  hasPreamble: fc.boolean(),
  hasLeftovers: fc.boolean(),
  hasBadRow: fc.boolean(),
  isReversed: fc.boolean(),
  isQuoted: fc.boolean(),
  spaces: fc.constantFrom('', ' '),
});

type Dirt = Omit<typeof dirt extends fc.Arbitrary<infer Value> ? Value : never, 'order'> & { order: Iterable<number> };

const clean: Dirt = {
  ...{ numbers: 'plain', money: 'bare', encoding: 'UTF-8', separator: undefined, lineEnd: '\n', order: [] },
  ...{ isMixed: false, hasExtraColumns: false, hasPreamble: false, hasLeftovers: false, hasBadRow: false },
  ...{ isReversed: false, isQuoted: false, spaces: '' },
};

function write(name: string, trips: readonly WrittenTrip[], how: Dirt) {
  const writer = writers[name];
  const number = numberStyles[how.numbers] ?? String;
  const money = moneyStyles[how.money] ?? String;
  if (!writer) throw new Error(name);
  const style: Style = { number, money: (cents) => money(number((cents / 100).toFixed(2))) };
  const rows =
    writer.kind === 'trips'
      ? trips.map((trip) => writer.row(trip, style))
      : trips.flatMap(({ entry, exit }) => [entry, exit]).map((fill: WrittenFill) => writer.row(fill, style));
  const headings = writer.headings.split(',');
  if (how.hasExtraColumns) headings.push('Notes', 'Fee currency', 'Account currency');
  if (how.isMixed) {
    const numbers = how.order[Symbol.iterator]();
    const keys = new Map(headings.map((heading) => [heading, Number(numbers.next().value ?? 0)]));
    headings.sort((left, right) => (keys.get(left) ?? 0) - (keys.get(right) ?? 0));
  }
  const separator = how.separator ?? writer.separator ?? ',';
  const cellOf = (text: string) => {
    const isSpecial = how.isQuoted || text.includes(separator) || text.includes('"');
    return isSpecial ? `"${text.replaceAll('"', '""')}"` : `${how.spaces}${text}${how.spaces}`;
  };
  const extra = { Notes: 'scaled in, then “out”', 'Fee currency': 'USD', 'Account currency': 'USD' };
  const table = rows.map((row) => headings.map((heading) => ({ ...extra, ...row })[heading] ?? ''));
  if (how.isReversed) table.reverse();
  const lines = [headings, ...table].map((cells) => cells.map(cellOf).join(separator));
  let badRows = 0;
  if (how.hasBadRow) {
    badRows = 1;
    const bad = (table[0] ?? []).map((text, index) =>
      /^(?:_?qty|quantity|filled ?quantity|qty filled|size)$/i.test(headings[index] ?? '') ? 'n/a' : text,
    );
    lines.push(bad.map(cellOf).join(separator));
  }
  if (how.hasLeftovers) {
    lines.splice(2, 0, separator.repeat(headings.length - 1), '');
    lines.push(separator.repeat(headings.length - 1), ['Total', ...headings.slice(1).map(() => '')].join(separator));
  }
  if (how.hasPreamble) lines.unshift(`Report of ${name}`, '');
  const text = lines.join(how.lineEnd);
  return {
    bytes: (encodings[how.encoding] ?? encodings['UTF-8'])?.(text) ?? new Uint8Array(),
    rows: rows.length,
    badRows,
  };
}

const lineOf = ({ at, instrument, month, side, quantity, priceTicks, feeCents }: Fill) =>
  `${new Date(at).toISOString()} ${side} ${quantity} ${instrument} ${month} @${priceTicks} ${feeCents}`;

function readAll(bytes: Uint8Array, trips: readonly WrittenTrip[]) {
  const accounts = [...new Set(trips.map(({ entry }) => entry.account))];
  const first: FillFileAnswer = readFillFile(bytes, { zone: 'UTC', dateOrder: 'month-first' });
  if (accounts.length > 1) {
    expect(first).toMatchObject({ status: 'question', question: 'account' });
  }
  return new Map(
    accounts.map((account): [string, FillFile] => {
      const answer = readFillFile(bytes, { zone: 'UTC', dateOrder: 'month-first', account });
      if (answer.status !== 'read') throw new Error(JSON.stringify(answer));
      return [account, answer.file];
    }),
  );
}

describe.each(Object.keys(writers))('a file of %s', (name) => {
  test('written cleanly has every fill with its price and fee', () => {
    fc.assert(
      fc.property(tripList, (trips) => {
        const files = readAll(write(name, trips, clean).bytes, trips);
        for (const [account, { fills, unreadCount, assumedFees, assumedMonths }] of files) {
          const expected = trips
            .filter(({ entry }) => entry.account === account)
            .flatMap(({ entry, exit }) => [entry, exit])
            .map(lineOf);
          expect(fills.map(lineOf)).toEqual(expected);
          expect([unreadCount, assumedFees, assumedMonths]).toEqual([0, 0, 0]);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('written in another country, encoding, order or by a spreadsheet reads the same, and no row is lost', () => {
    fc.assert(
      fc.property(tripList, dirt, (trips, how) => {
        const tidy = readAll(write(name, trips, clean).bytes, trips);
        const { bytes, rows, badRows } = write(name, trips, how);
        for (const [account, file] of readAll(bytes, trips)) {
          expect(file.fills.map(lineOf)).toEqual(tidy.get(account)?.fills.map(lineOf));
          // The bad row is a copy of the first one, so it belongs to that row's account.
          const booked = new Set(file.origins.map(({ line }) => line)).size;
          const totals = file.skipped.filter(({ reason }) => reason === 'total').length;
          expect(booked + file.unreadCount + file.skippedCount - totals).toBe(rows + badRows);
          expect(file.unread.every(({ reason }) => reason === 'quantity')).toBe(true);
        }
      }),
      { numRuns: 120 },
    );
  });

  test('with anything in any cell is read row by row: each row is booked, unread or skipped', () => {
    const headings = writers[name]?.headings.split(',') ?? [];
    const cell = fc.constantFrom(
      ...['', '', ' ', 'n/a', '-', '0', '1', '2', '-5', '(5)', '1.5', '1,75', '6850.25', '6850,25', '685025', '٣', '½'],
      ...[
        'ESZ6',
        'ESZ6 C6900',
        'ESZ6:ESH7',
        'CME_MINI:MES1!',
        'AAPL',
        'Buy',
        'S',
        'Long',
        'Filled',
        'Fills',
        'Cancelled',
      ],
      ...[
        '2026-09-15 13:30:00',
        '15/09/2026 1:30 PM',
        '2026-02-30 10:00',
        'tomorrow',
        '=1+1',
        '"',
        '💥',
        'true',
        'A-1',
      ],
    );
    const table = fc.array(fc.array(cell, { minLength: headings.length, maxLength: headings.length }), {
      ...{ minLength: 1, maxLength: 8 },
    });
    fc.assert(
      fc.property(table, (rows) => {
        const text = [headings, ...rows]
          .map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join('\t'))
          .join('\n');
        const options = { zone: 'UTC', dateOrder: 'day-first', account: 'A-1' } as const;
        const answer = readFillFile(new TextEncoder().encode(text), options);
        if (answer.status !== 'read') return;
        const { origins, unreadCount, skippedCount } = answer.file;
        const filled = rows.filter((cells) => cells.some((each) => each.trim() !== '')).length;
        expect(new Set(origins.map(({ line }) => line)).size + unreadCount + skippedCount).toBe(filled);
      }),
      { numRuns: 200 },
    );
  });
});
