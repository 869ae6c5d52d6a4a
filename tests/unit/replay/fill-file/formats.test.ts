import { describe, expect, test } from 'vitest';
import type { Fill } from '#shared/accounts/model.ts';
import type { FillFile, ReadOptions } from '#shared/replay/fill-file/fill-file.ts';
import { readFillFile } from '#shared/replay/fill-file/read-fill-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function read(lines: readonly string[], options: ReadOptions = {}): FillFile {
  const answer = readFillFile(bytesOf(lines.join('\r\n')), options);
  if (answer.status !== 'read') throw new Error(JSON.stringify(answer));
  return answer.file;
}

/** A fill in a line: `13:30:00.000 buy 2 MES 2026-09 @26001 104`. */
function lineOf({ at, side, quantity, instrument, month, priceTicks, feeCents }: Fill): string {
  const time = new Date(at).toISOString().slice(0, 19);
  return `${time} ${side} ${quantity} ${instrument} ${month} @${priceTicks} ${feeCents}`;
}

const linesOf = ({ fills }: FillFile) => fills.map(lineOf);

const tradovateFills =
  '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';

describe('platform files', () => {
  test('Tradovate Fills are read in UTC, with the file’s own fees and a space before the side', () => {
    const file = read([
      `\uFEFF${tradovateFills}`,
      '1,9,3,2026-09-15 13:30:00.250Z,2026-09-15,0,2,6500.25,true,7,11,9,09/15/2026 08:30:00,9/15/26,DEMO1, Buy,2,6500.25,-2,0,0.25,MESU6,MES,Micro E-mini S&P 500,1.04',
      '2,9,3,2026-09-15 14:00:00.000Z,2026-09-15,1,2,6510.25,true,7,12,9,09/15/2026 09:00:00,9/15/26,DEMO1, Sell,2,6510.25,-2,0,0.25,MESU6,MES,Micro E-mini S&P 500,1.04',
    ]);
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 2 MES 2026-09 @26001 104',
      '2026-09-15T14:00:00 sell 2 MES 2026-09 @26041 104',
    ]);
    expect(file).toMatchObject({ format: 'tradovate-fills', assumedFees: 0, unreadCount: 0 });
  });

  test('Tradovate Performance puts the sale of a short trade first and gets our commission', () => {
    const file = read(
      [
        'symbol,_priceFormat,_priceFormatType,_tickSize,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
        'MNQU6,-2,0,0.25,1,2,1,20010.50,20002.00,$(17.00),09/15/2026 09:00:00,09/15/2026 08:30:00,30min',
      ],
      { zone: 'America/Chicago' },
    );
    // Half past eight in Chicago is 13:30 UTC in September; MNQ costs $0.52 a side.
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 sell 1 MNQ 2026-09 @80008 52',
      '2026-09-15T14:00:00 buy 1 MNQ 2026-09 @80042 52',
    ]);
    expect(file.assumedFees).toBe(2);
  });

  test('Tradovate Orders skip unfilled orders, and an average price is split into ticks', () => {
    const file = read(
      [
        'orderId,Account,Order ID,B/S,Contract,Product,Product Description,avgPrice,filledQty,Fill Time,lastCommandId,Status',
        '1,DEMO1,1, Buy,ESZ6,ES,E-mini S&P 500,6500.125,2,11/02/2026 08:30:00,1, Filled',
        '2,DEMO1,2, Sell,ESZ6,ES,E-mini S&P 500,,,,2, Canceled',
      ],
      { zone: 'America/Chicago' },
    );
    // Chicago is on winter time since November 1: 14:30 UTC.
    expect(linesOf(file)).toEqual([
      '2026-11-02T14:30:00 buy 1 ES 2026-12 @26000 204',
      '2026-11-02T14:30:00 buy 1 ES 2026-12 @26001 204',
    ]);
    expect(file.skippedCount).toBe(1);
  });

  test('NinjaTrader Executions in German are read with semicolons, decimal commas and translated headings', () => {
    const file = read(
      [
        'Instrument;Aktion;Menge;Preis;Zeit;ID;E/X;Position;Order-ID;Name;Kommission;Rate;Konto;Verbindung;',
        'MES 09-26;Kaufen;3;6500,25;15.09.2026 15:30:00;a;Einstieg;3 L;b;Entry;1,56 $;1;Sim101;Sim;',
        'MES 09-26;Verkaufen;3;6.499,75;15.09.2026 15:31:00;c;Ausstieg;-;d;Exit;1,56 $;1;Sim101;Sim;',
      ],
      { zone: 'Europe/Berlin' },
    );
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 3 MES 2026-09 @26001 156',
      '2026-09-15T13:31:00 sell 3 MES 2026-09 @25999 156',
    ]);
  });

  test('NinjaTrader Trades split the fee in half, and excursions in dollars become a price range', () => {
    const file = read(
      [
        'Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,MAE,MFE,ETD,Bars',
        '1,MES SEP26,Sim101,,Long,2,6500.00,6502.00,9/15/2026 8:30:00 AM,9/15/2026 8:45:00 AM,Entry,Exit,$20.00,$17.92,$2.09,$5.00,$30.00,$10.00,15',
      ],
      { zone: 'America/Chicago' },
    );
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 2 MES 2026-09 @26000 104',
      '2026-09-15T13:45:00 sell 2 MES 2026-09 @26008 105',
    ]);
    // $5 behind with two contracts of $1.25 a tick is 2 ticks, $30 ahead is 12.
    expect(file.ranges).toEqual([
      {
        instrument: 'MES',
        month: '2026-09',
        fromAt: Date.UTC(2026, 8, 15, 13, 30),
        untilAt: Date.UTC(2026, 8, 15, 13, 45),
        lowTicks: 25_998,
        highTicks: 26_012,
      },
    ]);
  });

  test('NinjaTrader Trades with excursions in points get no range, because points and ticks look alike', () => {
    const head =
      'Instrument,Account,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Commission,MAE,MFE,ETD';
    const row = 'MES 09-26,Sim101,Short,1,6500,6499,2026-09-15 08:30:00,2026-09-15 08:45:00,1.04,2.5,4,1';
    expect(read([head, row], { zone: 'UTC' }).ranges).toEqual([]);
  });

  test('R | Trader Pro is read with a preamble, the heading’s zone, a fee per contract and an average between ticks', () => {
    const file = read([
      'R | Trader Pro',
      '',
      'Completed Orders',
      'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EDT),Commission Fill Rate',
      'X,Filled,B,2,2,MNQU6,17771.6250,71,2026-09-15 09:30:00,0.52',
      'X,Cancelled,S,2,0,MNQU6,,72,2026-09-15 09:31:00,0.52',
    ]);
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 1 MNQ 2026-09 @71086 104',
      '2026-09-15T13:30:00 buy 1 MNQ 2026-09 @71087 0',
    ]);
    expect(file).toMatchObject({ skippedCount: 1, unreadCount: 0 });
  });

  test('TopstepX is read with an offset per row, and its fees and commissions are added up', () => {
    const file = read([
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
      '1,MESU6,09/15/2026 08:30:00 -05:00,09/15/2026 09:00:00 -05:00,6500.00,6490.00,0.74,-50.00,1,Long,09/15/2026 00:00:00 -05:00,00:30:00,0.30',
    ]);
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 1 MES 2026-09 @26000 52',
      '2026-09-15T14:00:00 sell 1 MES 2026-09 @25960 52',
    ]);
  });

  test('Tradovate Fills that were busted are skipped', () => {
    const row = (id: string, active: string) =>
      `${id},9,3,2026-09-15 13:30:00Z,2026-09-15,0,1,6500.25,${active},7,${id},9,x,x,D, Buy,1,6500.25,-2,0,0.25,MESU6,MES,M,0.52`;
    expect(read([tradovateFills, row('1', 'true'), row('2', 'false')])).toMatchObject({
      fills: [{ priceTicks: 26_001 }],
      skippedCount: 1,
    });
  });

  test('Quantower options under their future’s symbol are not read as the future', () => {
    const head =
      'Account,Date/Time,Symbol,Symbol type,Expiration date,Strike price,Side,Quantity,Price,Gross P/L,Fee,Trade value,Trade ID';
    const row = (type: string, strike: string) =>
      `A,9/15/2026 1:30:00 PM,ESU6,${type},,${strike},Buy,1,6540.25,,-2.04,,1`;
    const file = read([head, row('Futures', '0'), row('Options', '6500'), row('', '6500')], { zone: 'UTC' });
    expect(file.fills).toHaveLength(1);
    expect(file.unread.map(({ reason }) => reason)).toEqual(['derivative', 'derivative']);
  });

  test('Quantower is read with CQG’s names, the month from the expiration date, negative quantities and fees', () => {
    const head =
      'Account,Date/Time,Symbol,Description,Symbol type,Expiration date,Strike price,Side,Order type,Quantity,Price,Gross P/L,Fee,Net P/L,Trade value,Trade ID';
    const row = (symbol: string, expiry: string, side: string, quantity: string) =>
      `A,9/15/2026 1:30:00 PM,${symbol},,Futures,${expiry},,${side},Market,${quantity},6500.25,,-2.04,,,1`;
    const file = read([head, row('EP', '9/18/2026', 'Buy', '1'), row('F.US.EPU26', '', 'Sell', '-1')], { zone: 'UTC' });
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 1 ES 2026-09 @26001 204',
      '2026-09-15T13:30:00 sell 1 ES 2026-09 @26001 204',
    ]);
  });

  test('Sierra Chart is read from its tab-separated fills, with the position’s extremes on the closing fill', () => {
    const row = (activity: string, time: string, side: string, price: string, low: string, high: string) =>
      [activity, `2026-09-15  ${time}`, 'MESU26_FUT_CME', side, price, '1', time, high, low].join('\t');
    const file = read(
      [
        'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tFillExecutionServiceID\tHighDuringPosition\tLowDuringPosition',
        row('Orders', '13:29:59.000', 'Buy', '', '', ''),
        row('Fills', '13:30:00.123', 'Buy', '6500.25', '', ''),
        row('Fills', '13:45:00.000', 'Sell', '6501.25', '6498.25', '6503.00'),
      ],
      { zone: 'UTC' },
    );
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 1 MES 2026-09 @26001 52',
      '2026-09-15T13:45:00 sell 1 MES 2026-09 @26005 52',
    ]);
    const fromAt = Date.UTC(2026, 8, 15, 13, 30, 0, 123);
    expect(file.ranges).toMatchObject([{ lowTicks: 25_993, highTicks: 26_012, fromAt }]);
    expect(file.skippedCount).toBe(1);
  });

  test('a single extreme of zero in Sierra Chart is a price, and two zeros mean there are none', () => {
    const row = (activity: string, time: string, side: string, price: string, low: string, high: string) =>
      [activity, `2026-09-15  ${time}`, 'CLX26_FUT_CME', side, price, '1', time, high, low].join('\t');
    const file = read(
      [
        'ActivityType\tDateTime\tSymbol\tBuySell\tFillPrice\tFilledQuantity\tFillExecutionServiceID\tHighDuringPosition\tLowDuringPosition',
        row('Fills', '13:30:00.000', 'Sell', '-0.50', '', ''),
        row('Fills', '13:45:00.000', 'Buy', '-1.20', '-1.30', '0.00'),
        row('Fills', '14:00:00.000', 'Buy', '0.10', '', ''),
        row('Fills', '14:05:00.000', 'Sell', '0.20', '0.00', '0.00'),
      ],
      { zone: 'UTC' },
    );
    expect(file.ranges).toMatchObject([{ lowTicks: -130, highTicks: 0, untilAt: Date.UTC(2026, 8, 15, 13, 45) }]);
  });

  test('our own list of fills, written newest first, is read in time order', () => {
    const file = read([
      'time,trading_day,account,contract,instrument,month,side,quantity,price,fee_usd,id',
      '2026-09-15T13:31:00.000Z,2026-09-15,T-1,MESU6,MES,2026-09,sell,1,6501.25,0.52,f-2',
      '2026-09-15T13:30:00.000Z,2026-09-15,T-1,MESU6,MES,2026-09,buy,1,6500.25,0.52,f-1',
    ]);
    expect(linesOf(file)).toEqual([
      '2026-09-15T13:30:00 buy 1 MES 2026-09 @26001 52',
      '2026-09-15T13:31:00 sell 1 MES 2026-09 @26005 52',
    ]);
  });
});

describe('concatenated exports', () => {
  const head = 'time,trading_day,account,contract,instrument,month,side,quantity,price,fee_usd,id';
  const row = (time: string, side: string, id: string) =>
    `2026-09-15T${time}Z,x,T-1,MESU6,MES,2026-09,${side},1,6500.25,0.52,${id}`;

  test('a row in both files counts once, and repeated headings aren’t rows', () => {
    const file = read([
      ...[head, row('13:30:00.000', 'buy', 'f-1'), row('13:31:00.000', 'sell', 'f-2')],
      ...[head, row('13:31:00.000', 'sell', 'f-2'), row('13:31:00.000', 'sell', 'f-3')],
    ]);
    expect(linesOf(file)).toHaveLength(3);
    expect(file).toMatchObject({ unreadCount: 0, skippedCount: 1 });
  });

  test('partial fills that look alike but have no id all count', () => {
    const file = read([head, row('13:30:00.000', 'buy', ''), row('13:30:00.000', 'buy', '')]);
    expect(file.fills).toHaveLength(2);
  });
});

describe('missing information', () => {
  test('fees of a simulation that charges nothing are treated as missing and replaced by ours', () => {
    const head =
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection';
    const row = (id: string, fee: string) =>
      `MES 09-26,Buy,2,6500.25,2026-09-15 13:30:00,${id},Entry,1 L,b,Entry,${fee},1,Sim101,Sim`;
    const free = read([head, row('a', '$0.00'), row('b', '$0.00')], { zone: 'UTC' });
    expect(free.fills.map(({ feeCents }) => feeCents)).toEqual([104, 104]);
    expect(free.assumedFees).toBe(2);
    // If other fills were charged, a fill without a fee had none.
    const charged = read([head, row('a', '$0.00'), row('b', '$1.04')], { zone: 'UTC' });
    expect(charged.fills.map(({ feeCents }) => feeCents)).toEqual([0, 104]);
  });

  test('prices that could be thousands are read like the fees', () => {
    const head =
      'Instrument;Action;Quantity;Price;Time;ID;E/X;Position;Order ID;Name;Commission;Rate;Account;Connection';
    const row = (price: string, fee: string) =>
      `NG 10-26;Buy;1;${price};2026-09-15 13:30:00;a;Entry;1 L;b;Entry;${fee};1;Sim101;Sim`;
    const ticksOf = (price: string, fee: string) => read([head, row(price, fee)], { zone: 'UTC' }).fills[0]?.priceTicks;
    expect(ticksOf('3.125', '$1.04')).toBe(3_125);
    expect(ticksOf('3,125', '1,04 $')).toBe(3_125);
  });

  const performance = [
    'symbol,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp,duration',
    'MNQU6,1,2,1,20000,20010,$20.00,09/15/2026 08:30:00,09/15/2026 09:00:00,30min',
  ].join('\n');

  test('a file without a time zone asks for one', () => {
    expect(readFillFile(bytesOf(performance))).toEqual({
      status: 'question',
      question: 'zone',
      format: 'Tradovate Performance',
      example: '09/15/2026 08:30:00',
      label: '',
      needsZone: true,
      needsDateOrder: false,
      usualZone: null,
    });
  });

  test('ambiguous dates ask for their order, and 03/09 is then read as September 3', () => {
    const head =
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection';
    const row = 'MES 09-26,Buy,1,6500.25,03/09/2026 13:30:00,a,Entry,1 L,b,Entry,$0.52,1,Sim101,Sim';
    const lines = [head, row];
    expect(readFillFile(bytesOf(lines.join('\n')), { zone: 'UTC' })).toMatchObject({
      needsZone: false,
      needsDateOrder: true,
    });
    expect(linesOf(read(lines, { zone: 'UTC', dateOrder: 'day-first' }))).toEqual([
      '2026-09-03T13:30:00 buy 1 MES 2026-09 @26001 52',
    ]);
  });

  test('a zone that can mean several, in the heading or in a row, is asked for and named', () => {
    const executions = (heading: string, time: string) =>
      [`Execution ID,${heading},Symbol,Side,Quantity,Price`, `e1,${time},MESU6,Buy,1,6500.25`].join('\n');
    const cases = [executions('Time (CST)', '2026-09-15 13:30:00'), executions('Time', '2026-09-15 13:30:00 CST')];
    for (const text of cases) {
      expect(readFillFile(bytesOf(text))).toMatchObject({ question: 'zone', label: 'CST', needsZone: true });
      expect(linesOf(read(text.split('\n'), { zone: 'Asia/Shanghai' }))[0]).toMatch(/^2026-09-15T05:30:00 buy/);
    }
  });

  test('round trips of an unknown format ask for their columns and become fills, in any language', () => {
    const rows = [
      '15.09.2026 09:30;ESU6;6500,25;15.09.2026 09:40;6502,25;-1',
      '15.09.2026 10:30;ESU6;6500;15.09.2026 10:31;6501;1',
    ];
    const mapping = { at: 0, symbol: 1, price: 2, exitAt: 3, exitPrice: 4, quantity: 5, side: null, fee: null };
    for (const head of ['Open;S;Open at;Close;Close at;N', 'い;銘;エントリー;ろ;決済;は', 'N;S;Вход;T;Выход;Q']) {
      const bytes = bytesOf([head, ...rows].join('\n'));
      expect(readFillFile(bytes)).toMatchObject({ status: 'question', question: 'columns', problem: null });
      const file = readFillFile(bytes, { mapping, zone: 'UTC' });
      expect('file' in file && file.file.fills.map(({ side, priceTicks }) => `${side} ${priceTicks}`)).toEqual([
        ...['sell 26001', 'buy 26009', 'buy 26000', 'sell 26004'],
      ]);
    }
  });

  test('chosen columns that can’t tell sales from purchases are asked for again', () => {
    const mapping = { at: 0, symbol: 1, quantity: 2, price: 3, side: null, fee: null };
    const rows = [
      'When,What,How many,Price,Kind',
      '2026-09-15 13:30,ESU6,1,6500,Long',
      '2026-09-15 13:31,ESU6,2,6501,Short',
    ];
    const oneSided = { status: 'question', question: 'columns', problem: 'one-sided' };
    expect(readFillFile(bytesOf(rows.join('\n')), { mapping, zone: 'UTC' })).toMatchObject(oneSided);
    const bySide = { ...mapping, side: 4 };
    expect(readFillFile(bytesOf(rows.join('\n')), { mapping: bySide, zone: 'UTC' })).toMatchObject(oneSided);
  });

  test('an account column in any vendor’s words keeps accounts apart, in an unknown table too', () => {
    const mapping = { at: 0, symbol: 1, quantity: 2, price: 3, side: null, fee: null };
    const rows = [
      'When,What,How many,Price,Trading account no.',
      '2026-09-15 13:30,ESU6,1,6500,A',
      '2026-09-15 13:31,ESU6,-1,6501,B',
    ];
    expect(readFillFile(bytesOf(rows.join('\n')))).toMatchObject({ question: 'columns', suggested: { account: 4 } });
    expect(readFillFile(bytesOf(rows.join('\n')), { mapping, zone: 'UTC' })).toMatchObject({ accounts: ['A', 'B'] });
  });

  test('a file of several accounts asks which one', () => {
    const row = (account: string) =>
      `2026-09-15T13:30:00.000Z,2026-09-15,${account},MESU6,MES,2026-09,buy,1,6500.25,0.52,f`;
    const lines = [
      'time,trading_day,account,contract,instrument,month,side,quantity,price,fee_usd,id',
      row('A'),
      row('B'),
    ];
    expect(readFillFile(bytesOf(lines.join('\n')))).toEqual({
      status: 'question',
      question: 'account',
      accounts: ['A', 'B'],
    });
    expect(read(lines, { account: 'B' })).toMatchObject({ fills: [{ instrument: 'MES' }], skippedCount: 1 });
  });

  test('an unknown table asks for its columns, and without a side column the sign of the quantity counts', () => {
    const lines = [
      'When;What;How many;At which price',
      '2026-09-15 13:30;ESU6;-2;6500,25',
      '2026-09-15 13:31;ESU6;2;6500,00',
    ];
    expect(readFillFile(bytesOf(lines.join('\n')))).toMatchObject({
      question: 'columns',
      headings: ['When', 'What', 'How many', 'At which price'],
      example: ['2026-09-15 13:30', 'ESU6', '-2', '6500,25'],
    });
    const mapping = { at: 0, symbol: 1, quantity: 2, price: 3, side: null, fee: null };
    expect(linesOf(read(lines, { mapping, zone: 'UTC' }))).toEqual([
      '2026-09-15T13:30:00 sell 2 ES 2026-09 @26001 408',
      '2026-09-15T13:31:00 buy 2 ES 2026-09 @26000 408',
    ]);
  });
});

test('two columns with the same heading are distinguished by position', () => {
  const lines = ['When,What,How many,Price (limit),Price (fill)', '2026-09-15 13:30,ESU6,1,6499.00,6500.25'];
  const mapping = { at: 0, symbol: 1, quantity: 2, price: 4, side: null, fee: null };
  expect(linesOf(read(lines, { mapping, zone: 'UTC' }))).toEqual(['2026-09-15T13:30:00 buy 1 ES 2026-09 @26001 204']);
});

describe('rows that can’t be read', () => {
  test('are all counted, however many there are', () => {
    const row =
      '1,9,3,2026-09-15 13:30:00Z,2026-09-15,0,1,6500.25,true,7,11,9,x,x,D,Buy,1,6500.25,-2,0,0.25,MESU6,MES,M,0.52';
    const file = read([tradovateFills, row, ...Array.from({ length: 1_200 }, () => '1,2,3')]);
    expect(file.unreadCount).toBe(1_200);
    expect(file.unread).toHaveLength(1_000);
  });

  test('are listed with line, reason and value, and the other rows are read', () => {
    const row = (contract: string, side: string, quantity: string, price: string, time: string) =>
      `1,9,3,${time},2026-09-15,0,${quantity},${price},true,7,11,9,x,x,D,${side},${quantity},${price},-2,0,0.25,${contract},MES,M,0.52`;
    const time = '2026-09-15 13:30:00Z';
    const file = read([
      tradovateFills,
      row('MESU6', 'Buy', '1', '6500.25', time),
      row('FDAXU6', 'Buy', '1', '6500.25', time),
      row('MESV6', 'Buy', '1', '6500.25', time),
      row('MESU6', 'Hold', '1', '6500.25', time),
      row('MESU6', 'Buy', '1.5', '6500.25', time),
      row('MESU6', 'Buy', '1', 'n/a', time),
      row('MESU6', 'Buy', '1', '6500.25', '2026-09-31 13:30:00Z'),
      row('MESU6', 'Buy', '1', '6500.25', '2031-09-15 13:30:00Z'),
      '1,2,3',
    ]);
    expect(file.fills).toHaveLength(1);
    expect(file.unread.map(({ line, reason, value }) => `${line} ${reason} ${value}`)).toEqual([
      '3 instrument FDAXU6',
      '4 month MESV6',
      '5 side Hold',
      '6 quantity 1.5',
      '7 price n/a',
      '8 time 2026-09-31 13:30:00Z',
      '9 calendar 2031-09-15 13:30:00Z',
      '10 columns 1 2 3',
    ]);
    expect(file.unknownSymbols).toEqual(['FDAXU6']);
  });

  test.each([
    ['', 'empty'],
    [' \n ', 'empty'],
    ['\0\u0001PNG', 'not-text'],
    ['PK\u0003\u0004', 'not-text'],
    ['a note\nwithout a table', 'no-fills'],
  ])('make %j refused as %s', (text, reason) => {
    expect(readFillFile(bytesOf(text))).toEqual({ status: 'unreadable', reason, unread: [] });
  });

  test('a file above 50 MB is refused without being read', () => {
    expect(readFillFile(new Uint8Array(50_000_001))).toEqual({ status: 'unreadable', reason: 'too-large', unread: [] });
    expect(readFillFile(new Uint8Array(50_000_000))).toMatchObject({ reason: 'not-text' });
  });
});
