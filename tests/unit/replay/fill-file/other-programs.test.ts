import { expect, test } from 'vitest';
import type { ColumnMapping, FillFileAnswer, ReadOptions } from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

/** Exports of programs that have no format of their own here, each of one round trip of two MES at 6,850.25 and 6,855.50. */
const files = {
  'Trading Technologies, with the day in one word': `Date,Time,Exchange,Contract,B/S,FillQty,Price,P/F,Type,Account
17Nov26,09:31:05.000,CME,MES Dec26,B,2,6850.25,F,Limit,A1
17Nov26,09:45:10.000,CME,MES Dec26,S,2,6855.50,F,Limit,A1`,
  'Interactive Brokers, with a section in front of each row': `Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Comm/Fee
Trades,Data,Order,Futures,USD,MESZ6,"2026-11-17, 09:31:05",2,6850.25,6851,-1.04
Trades,Data,Order,Futures,USD,MESZ6,"2026-11-17, 09:45:10",-2,6855.5,6851,-1.04
Trades,SubTotal,,Futures,USD,MESZ6,,0,,,-2.08`,
  'MetaTrader’s deals, with a direction that is in or out': `Time	Deal	Symbol	Type	Direction	Volume	Price	Commission	Profit
2026.11.17 09:31:05	1001	MESZ26	buy	in	2	6850.25	-1.04	0.00
2026.11.17 09:45:10	1002	MESZ26	sell	out	2	6855.50	-1.04	52.50`,
  'MetaTrader’s positions, with two times and two prices': `Time	Position	Symbol	Type	Volume	Price	Time	Price	Commission	Profit
2026.11.17 09:31:05	55	MESZ26	buy	2	6850.25	2026.11.17 09:45:10	6855.50	-2.08	52.50`,
  'MetaTrader’s positions in German': `Zeit	Position	Symbol	Typ	Volumen	Preis	Zeit	Preis	Kommission	Gewinn
2026.11.17 09:31:05	55	MESZ26	buy	2	6850.25	2026.11.17 09:45:10	6855.50	-2.08	52.50`,
  'thinkorswim, the newest first': `Account Trade History
,Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Price,Net Price,Order Type
,11/17/26 09:45:10,FUTURE,SELL,-2,TO CLOSE,/MESZ26,6855.50,6855.50,LMT
,11/17/26 09:31:05,FUTURE,BUY,+2,TO OPEN,/MESZ26,6850.25,6850.25,MKT`,
  'TradeStation, with the day in the column T/D': `Account,T/D,S/D,Type,Side,Symbol,Qty,Price,Exec Time,Comm
SIM1,11/17/2026,11/18/2026,Future,B,MESZ26,2,6850.25,9:31:05 AM,1.04
SIM1,11/17/2026,11/18/2026,Future,S,MESZ26,2,6855.50,9:45:10 AM,1.04`,
  'a contract with a German month': `Instrument;Aktion;Menge;Preis;Zeit;ID;Kommission
MES DEZ26;Kaufen;2;6850,25;17.11.2026 09:31:05;a1;$ 1,04
MES DEZ26;Verkaufen;2;6855,50;17.11.2026 09:45:10;a2;$ 1,04`,
};

/** Names no contract in its rows. */
const tradingViewList = `Trade #,Type,Signal,Date/Time,Price USD,Position size (qty),Net P&L USD
1,Exit long,Close,2026-11-17 09:45,6855.5,2,52.5
1,Entry long,Long,2026-11-17 09:31,6850.25,2,52.5`;

const answerTo = (text: string, options: ReadOptions = {}): FillFileAnswer =>
  readFillFile(new TextEncoder().encode(text), options);
const zone = 'America/New_York';
const trip = [
  { side: 'buy', quantity: 2, instrument: 'MES', month: '2026-12', priceTicks: 27_401, feeCents: 104 },
  { side: 'sell', quantity: 2, instrument: 'MES', month: '2026-12', priceTicks: 27_422, feeCents: 104 },
];

test.each(Object.entries(files))('a file of %s is read as a whole', (_, text) => {
  expect(answerTo(text, { zone })).toMatchObject({
    ...{ status: 'read' },
    // Nine in New York is 14:00 UTC in November.
    file: {
      fills: trip.map((fill, index) => ({ ...fill, at: Date.UTC(2026, 10, 17, 14, [31, 45][index], [5, 10][index]) })),
    },
  });
});

test('a file that names no contract is read with the one that the person names', () => {
  const question = answerTo(tradingViewList);
  expect(question).toMatchObject({ question: 'columns', suggested: { symbol: null, side: 1, quantity: 5, price: 4 } });
  const suggested = 'suggested' in question ? (question.suggested as ColumnMapping) : null;
  const mapping = { ...(suggested as ColumnMapping), contract: ' MESZ26 ' };
  expect(answerTo(tradingViewList, { zone, mapping })).toMatchObject({ status: 'read', file: { fills: trip } });
});

test.each([
  ['a time of day without a date', 'Instrument,Side,Qty,Price,Time\nMESZ6,Buy,2,6850.25,09:31:05'],
  ['a side in words that nobody knows', 'Instrument,Side,Qty,Price,Time\nMESZ6,Osta,2,6850.25,2026-11-17 09:31:05'],
])('a table whose rows have %s asks for the columns again, also after they were assigned', (_, text) => {
  const asked = { question: 'columns', problem: 'unread', suggested: { symbol: 0, price: 3, quantity: 2 } };
  expect(answerTo(text, { zone })).toMatchObject(asked);
  const mapping = { at: 4, symbol: 0, quantity: 2, price: 3, side: 1, fee: null };
  expect(answerTo(text, { zone, mapping })).toMatchObject(asked);
  // The column of prices is empty in no row, and that of another table is.
  expect(answerTo(text.replace('6850.25', ''), { zone, mapping })).toMatchObject(asked);
});

test.each([
  ['Turkish', 'Alış', 'Satış'],
  ['Vietnamese', 'Mua', 'Bán'],
  ['Dutch', 'Koop', 'Verkoop'],
  ['Swedish', 'Köp', 'Sälj'],
])('a table in %s is read once its columns are assigned', (_, buy, sell) => {
  const rows = [
    `A;B;C;D;E`,
    `MESZ6;${buy};2;6850,25;17.11.2026 09:31:05`,
    `MESZ6;${sell.toUpperCase()};2;6855,50;17.11.2026 09:45:10`,
  ];
  const mapping = { symbol: 0, side: 1, quantity: 2, price: 3, at: 4, fee: null };
  expect(answerTo(rows.join('\n'), { zone, mapping })).toMatchObject({ status: 'read', file: { fills: trip } });
});
