import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

/** Trades of MES and MNQ of December 2026, a tick of 0.25 and a whole dollar of costs a side, in cents. */
const trips = fc.array(
  fc.record({
    instrument: fc.constantFrom('MES', 'MNQ'),
    isLong: fc.boolean(),
    quantity: fc.integer({ min: 1, max: 9 }),
    entryTicks: fc.integer({ min: 26_000, max: 28_000 }),
    moveTicks: fc.integer({ min: -80, max: 80 }),
    costs: fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 90 })),
    minutes: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 2, maxLength: 6 },
);

type Trip = typeof trips extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;
type Fill = { readonly at: number; readonly side: 'buy' | 'sell'; readonly quantity: number; readonly ticks: number };

// A Monday in October, when zones differ by whole hours and half hours.
const startsAt = Date.parse('2026-10-19T13:00:00Z');
const fillsOf = ({ isLong, quantity, entryTicks, moveTicks, minutes }: Trip, index: number): readonly [Fill, Fill] => {
  const at = startsAt + index * 60 * minuteMs;
  const [side, other] = isLong ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  return [
    { at, side, quantity, ticks: entryTicks },
    { at: at + minutes * minuteMs, side: other, quantity, ticks: entryTicks + moveTicks },
  ];
};

/** Headings of fills, in the order of the columns below, and of round trips, with the words for both sides. */
const languages = {
  English: [
    'Symbol,Side,Quantity,Price,Time,Date,Commission,Clearing fee',
    'Buy,Sell',
    'Entry price,Exit price,Entry time,Exit time',
  ],
  Portuguese: [
    'Ativo,Lado,Quantidade,Preço,Hora,Data,Corretagem,Taxa de bolsa',
    'Compra,Venda',
    'Preço de entrada,Preço de saída,Hora de entrada,Hora de saída',
  ],
  German: [
    'Symbol,Richtung,Menge,Preis,Uhrzeit,Datum,Kommission,Gebühr',
    'Kauf,Verkauf',
    'Einstiegspreis,Ausstiegspreis,Einstiegszeit,Ausstiegszeit',
  ],
  'German of brokers': [
    'Kontrakt,Richtung,Stück,Kurs,Uhrzeit,Datum,Provision,Börsengebühr',
    'Kauf,Verkauf',
    'Einstiegskurs,Ausstiegskurs,Einstiegszeit,Ausstiegszeit',
  ],
  Spanish: [
    'Símbolo,Lado,Cantidad,Precio,Hora,Fecha,Comisión,Tarifa',
    'Compra,Venta',
    'Precio de entrada,Precio de salida,Hora de entrada,Hora de salida',
  ],
  French: [
    'Symbole,Sens,Quantité,Prix,Heure,Date,Commission,Frais',
    'Achat,Vente',
    "Prix d'entrée,Prix de sortie,Heure d'entrée,Heure de sortie",
  ],
  Italian: [
    'Strumento,Direzione,Quantità,Prezzo,Ora,Data,Commissione,Costi',
    'Acquisto,Vendita',
    'Prezzo di entrata,Prezzo di uscita,Ora di entrata,Ora di uscita',
  ],
  Polish: [
    'Symbol,Strona,Ilość,Cena,Godzina,Data,Prowizja,Opłata',
    'Kupno,Sprzedaż',
    'Cena otwarcia,Cena zamknięcia,Czas otwarcia,Czas zamknięcia',
  ],
  Chinese: ['合约,买卖,成交数量,成交价,成交时间,日期,佣金,手续费', '买入,卖出', '开仓价格,平仓价格,开仓时间,平仓时间'],
  Japanese: ['銘柄,売買,数量,約定価格,約定時刻,約定日,手数料,費用', '買い,売り', '新規価格,決済価格,新規日時,決済日時'],
} as const;

const zones = { UTC: 0, 'America/Chicago': -5, 'Europe/Berlin': 2, 'Asia/Tokyo': 9, 'Asia/Kolkata': 5.5 } as const;

/** A local time in one column. */
const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const timeStyles: Readonly<Record<string, (localMs: number, utcMs: number) => string>> = {
  ISO: isoOf,
  'with its zone': (_, utcMs) => new Date(utcMs).toISOString(),
  American: (ms) => isoOf(ms).replace(/^(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
  'with points': (ms) => isoOf(ms).replace(/^(\d+)-(\d+)-(\d+)/, '$3.$2.$1'),
  Chinese: (ms) => isoOf(ms).replace(/^(\d+)-(\d+)-(\d+)/, '$1年$2月$3日'),
  'of a spreadsheet': (ms) => (ms / 86_400_000 + 25_569).toFixed(6),
  'in seconds': (_, utcMs) => String(utcMs / 1_000),
  'in milliseconds': (_, utcMs) => String(utcMs),
  'in microseconds': (_, utcMs) => `${utcMs}000`,
  'in nanoseconds': (_, utcMs) => `${utcMs}000000`,
};
/** A date and a time in two columns. */
const splitStyles: Readonly<Record<string, (localMs: number) => readonly [time: string, date: string]>> = {
  ISO: (ms) => [isoOf(ms).slice(11), isoOf(ms).slice(0, 10)],
  'day first': (ms) => [isoOf(ms).slice(11, 16), isoOf(ms).slice(0, 10).split('-').reverse().join('.')],
  'of a spreadsheet': (ms) => {
    const [day = '', part = ''] = (ms / 86_400_000 + 25_569).toFixed(8).split('.');
    return [`0.${part}`, day];
  },
  'with midnight': (ms) => [isoOf(ms).slice(11), `${isoOf(ms).slice(0, 10)} 00:00:00`],
};

const how = fc.record({
  language: fc.constantFrom(...(Object.keys(languages) as (keyof typeof languages)[])),
  zone: fc.constantFrom(...(Object.keys(zones) as (keyof typeof zones)[])),
  time: fc.constantFrom(...Object.keys(timeStyles)),
  split: fc.constantFrom(...Object.keys(splitStyles), undefined),
  isSigned: fc.boolean(),
  hasComma: fc.boolean(),
  hasRebate: fc.boolean(),
  isNewestFirst: fc.boolean(),
});

type How = typeof how extends fc.Arbitrary<infer Each> ? Each : never;

const decimal = (value: number, digits: number, { hasComma }: How) =>
  hasComma ? value.toFixed(digits).replace('.', ',') : value.toFixed(digits);

/** A list of trades as fills, of which each has half of the trade's costs in two columns. */
function writeFills(list: readonly Trip[], style: How): string {
  const [headings, words] = languages[style.language];
  const [buy = '', sell = ''] = words.split(',');
  const [symbol, side, quantity, price, time, date, ...costs] = headings.split(',');
  const rows = list.flatMap((trip, index) =>
    fillsOf(trip, index).map((fill) => {
      const localMs = fill.at + zones[style.zone] * 60 * minuteMs;
      const times = style.split
        ? (splitStyles[style.split]?.(localMs) ?? [])
        : [timeStyles[style.time]?.(localMs, fill.at)];
      return [
        `${trip.instrument}Z6`,
        ...(style.isSigned ? [] : [fill.side === 'buy' ? buy : sell]),
        style.isSigned && fill.side === 'sell' ? -fill.quantity : fill.quantity,
        ...[decimal(fill.ticks / 4, 2, style), ...times, ...trip.costs.map((cents) => decimal(cents / 100, 2, style))],
        ...(style.hasRebate ? ['0.00'] : []),
      ];
    }),
  );
  const head = [
    symbol,
    ...(style.isSigned ? [] : [side]),
    quantity,
    price,
    time,
    ...(style.split ? [date] : []),
    ...costs,
  ];
  const table = [
    [...head, ...(style.hasRebate ? ['Rebate'] : [])],
    ...(style.isNewestFirst ? rows.toReversed() : rows),
  ];
  return table.map((row) => row.join(';')).join('\n');
}

/** The same list as round trips; the time of a whole trade is in two columns and the costs in one. */
function writeTrips(list: readonly Trip[], style: How): string {
  const [headings, words, tripHeadings] = languages[style.language];
  const [buy = '', sell = ''] = words.split(',');
  const [symbol, side, quantity, , , , cost] = headings.split(',');
  const rows = list.map((trip, index) => {
    const [entry, exit] = fillsOf(trip, index);
    const timeOf = ({ at }: Fill) => timeStyles[style.time]?.(at + zones[style.zone] * 60 * minuteMs, at);
    const sign = style.isSigned && !trip.isLong ? -1 : 1;
    return [
      ...[`${trip.instrument}Z6`, ...(style.isSigned ? [] : [trip.isLong ? buy : sell]), sign * trip.quantity],
      ...[entry, exit].map(({ ticks }) => decimal(ticks / 4, 2, style)),
      ...[timeOf(entry), timeOf(exit), decimal((2 * (trip.costs[0] + trip.costs[1])) / 100, 2, style)],
    ];
  });
  const head = [symbol, ...(style.isSigned ? [] : [side]), quantity, tripHeadings, cost].join(',').split(',');
  return [head, ...(style.isNewestFirst ? rows.toReversed() : rows)].map((row) => row.join(';')).join('\n');
}

function readAll(text: string, { zone }: How) {
  const bytes = new TextEncoder().encode(text);
  const asked = readFillFile(bytes);
  const answer =
    asked.status === 'question' && asked.question === 'zone'
      ? readFillFile(bytes, { zone, ...(asked.needsDateOrder && { dateOrder: 'month-first' }) })
      : asked;
  if (answer.status !== 'read') throw new Error(`${JSON.stringify(answer)}\n${text}`);
  const { fills, unread } = answer.file;
  return {
    fills: fills.map(
      (fill) => `${fill.at} ${fill.side} ${fill.quantity} ${fill.instrument} ${fill.month} ${fill.priceTicks}`,
    ),
    feeCents: fills.reduce((sum, fill) => sum + fill.feeCents, 0),
    unread,
  };
}

function expected(list: readonly Trip[]) {
  const fills = list.flatMap((trip, index) => fillsOf(trip, index).map((fill) => ({ ...fill, trip })));
  return {
    fills: fills.map(
      ({ at, side, quantity, ticks, trip }) => `${at} ${side} ${quantity} ${trip.instrument} 2026-12 ${ticks}`,
    ),
    feeCents: list.reduce((sum, { costs: [first, second] }) => sum + 2 * (first + second), 0),
    unread: [],
  };
}

/** A signed list needs a sale to show that it is signed. */
const isUsable = (list: readonly Trip[], { isSigned }: How) => !isSigned || list.some(({ isLong }) => !isLong);

describe('a list of trades in any language, zone and notation', () => {
  test.each(Object.keys(languages) as (keyof typeof languages)[])('reads the same from fills in %s', (language) => {
    fc.assert(
      fc.property(trips, how, (list, style) => {
        fc.pre(isUsable(list, style));
        expect(readAll(writeFills(list, { ...style, language }), style)).toEqual(expected(list));
      }),
      { numRuns: 60 },
    );
  });

  test.each(Object.keys(languages) as (keyof typeof languages)[])(
    'reads the same from round trips in %s',
    (language) => {
      fc.assert(
        fc.property(trips, how, (list, style) => {
          fc.pre(isUsable(list, style));
          expect(readAll(writeTrips(list, { ...style, language }), style)).toEqual(expected(list));
        }),
        { numRuns: 60 },
      );
    },
  );
});

test('a row for each entry and each exit of a position is a fill, whose side follows from both', () => {
  const list = [
    'Trade #,Type,Date/Time,Signal,Price USD,Quantity,Symbol',
    '2,Exit short,2026-09-15 10:40,d,25005,1,MNQU6',
    '2,Entry short,2026-09-15 10:30,c,25010,1,MNQU6',
    '1,Exit long,2026-09-15 09:40,b,25010,1,MNQU6',
    '1,Entry long,2026-09-15 09:30,a,25000,1,MNQU6',
  ];
  const answer = readFillFile(new TextEncoder().encode(list.join('\n')), { zone: 'UTC' });
  expect('file' in answer && answer.file.fills.map(({ side, priceTicks }) => `${side} ${priceTicks / 4}`)).toEqual([
    ...['buy 25000', 'sell 25010', 'sell 25010', 'buy 25005'],
  ]);
});
