import { utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { officeLists } from '#shared/firm/lists.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { bridgeSecret, type FileBridge, startFileBridge } from '../support/file-bridge.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

let bridge: FileBridge;
let site: Server;
let server: TestApp;
let riskToken: string;
/** Statements are written a minute apart, so that each is newer than the one before. */
let writtenAt = Date.now() - 3_600_000;

beforeAll(async () => {
  let respond: ReturnType<typeof getRequestListener> | undefined;
  site = createServer((request, response) => void respond?.(request, response));
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
  bridge = await startFileBridge(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
  server = await startTestApp({
    startAt: Date.now(),
    environment: { PLATFORM_BRIDGE_URL: bridge.url, PLATFORM_BRIDGE_SECRET: bridgeSecret },
  });
  respond = getRequestListener(server.app.fetch);
  riskToken = (await signInStaff(server, 'risk_manager')).token;
});

afterAll(async () => {
  bridge.stop();
  site.closeAllConnections();
  site.close();
  await server.close();
});

type Row = Readonly<Record<string, unknown>>;

async function openAccount() {
  const { personId } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const read = () =>
    server.deps.db
      .selectFrom('trading_account')
      .select(['platform_account_id as number', 'state'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
  const rowsOf = async (list: 'parked' | 'corrections') =>
    (await client(server)(officeLists[list].page, { token: riskToken, query: { account: accountId } })).data
      .rows as readonly Row[];
  const { number } = await read();
  return {
    number,
    rowsOf,
    /** Saves a statement, and waits until the bridge has told what it couldn’t book. */
    async save(name: string, lines: readonly string[]): Promise<void> {
      const path = join(bridge.folder, 'statements', `${number}${name}.csv`);
      writeFileSync(path, lines.join('\n').replaceAll('ACCOUNT', number));
      writtenAt += 60_000;
      utimesSync(path, writtenAt / 1_000, writtenAt / 1_000);
    },
    async booked(): Promise<{ readonly dollars: number; readonly net: number; readonly fills: readonly number[] }> {
      const { balanceCents, positions, days } = (await read()).state;
      const net = positions.reduce((sum, { quantity }) => sum + quantity, 0);
      return { dollars: (balanceCents - 5_000_000) / 100, net, fills: days.map(({ fills }) => fills) };
    },
  };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

const become = (account: Account, booked: Partial<Awaited<ReturnType<Account['booked']>>>) =>
  eventually('the bridge', async () => expect(await account.booked()).toMatchObject(booked));

const parked = (account: Account, rows: readonly Row[]) =>
  eventually('the office', async () => expect(await account.rowsOf('parked')).toMatchObject(rows));

const orders =
  'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EST),Commission Fill Rate';
const executions = 'Execution ID,Time,Symbol,Side,Quantity,Price,Commission';
const tradovate =
  '_id,_orderId,_contractId,_timestamp,_tradeDate,_action,_qty,_price,_active,_accountId,Fill ID,Order ID,Timestamp,Date,Account,B/S,Quantity,Price,_priceFormat,_priceFormatType,_tickSize,Contract,Product,Product Description,commission';
const ninjaTrader =
  'Instrument,Action,Quantity,Price,Time,E/X,Position,Order ID,Name,Commission,Rate,Account,Connection';

describe('a second statement', () => {
  test('in which an order is filled further books only the difference, at its own price and fee', async () => {
    const account = await openAccount();
    await account.save(' 1', [orders, 'ACCOUNT,Open,B,3,1,MESZ6,6850.00,71,2026-11-18 11:00:00,0.50']);
    await become(account, { net: 1, dollars: -0.5 });
    await account.save(' 2', [orders, 'ACCOUNT,Filled,B,3,3,MESZ6,6850.50,71,2026-11-18 11:20:00,0.50']);
    await become(account, { net: 3, dollars: -1.5 });
    // Sold at 6,852.50: 3 × 2 points × $5 = $30.00, less 6 × $0.50.
    const sale = 'ACCOUNT,Filled,S,3,3,MESZ6,6852.50,72,2026-11-18 11:30:00,0.50';
    await account.save(' 3', [orders, sale]);
    await become(account, { net: 0, dollars: 27 });
    expect(await account.rowsOf('parked')).toEqual([]);
  });

  test('of the next day has the rest of a good-till-canceled order, which counts on that day', async () => {
    const account = await openAccount();
    await account.save('', [orders, 'ACCOUNT,Open,B,2,1,MESZ6,6850.00,71,2026-11-18 11:00:00,0.50']);
    await become(account, { net: 1 });
    await account.save('', [orders, 'ACCOUNT,Filled,B,2,2,MESZ6,6849.00,71,2026-11-19 11:00:00,0.50']);
    await become(account, { net: 2, dollars: -1, fills: [1, 1] });
  });

  test('whose ids a spreadsheet has shortened books every fill once', async () => {
    const account = await openAccount();
    const row = (time: string, side: string, quantity: number, price: number, fee: string) =>
      `3.30E+11,3.30E+11,1,2026-11-18 ${time}.000Z,2026-11-18,0,${quantity},${price},TRUE,9,3.30E+11,3.30E+11,x,11/18/2026,ACCOUNT, ${side},${quantity},${price},-2,0,0.25,ESZ6,ES,E-mini,${fee}`;
    const buys = [row('15:00:00', 'Buy', 1, 6850, '1.29'), row('15:00:00', 'Buy', 1, 6850, '1.29')];
    await account.save(' 1', [tradovate, ...buys]);
    await become(account, { net: 2, dollars: -2.58 });
    await account.save(' 2', [tradovate, ...buys, row('15:10:00', 'Sell', 2, 6860, '2.58')]);
    // 10 points × 2 × $50, less 4 × $1.29.
    await become(account, { net: 0, dollars: 994.84 });
  });

  test('with another price and fee corrects the fill; both versions stay, and a third can go back', async () => {
    const account = await openAccount();
    const sale = 'e2,2026-11-18T15:05:00Z,MESZ26,Sell,1,6853.25,0.35';
    const bought = (price: string, fee: string) => `e1,2026-11-18T15:00:00Z,MESZ26,Buy,1,${price},${fee}`;
    await account.save(' 1', [executions, bought('6850.25', '0.35'), sale]);
    // 3 points × $5 − $0.70.
    await become(account, { dollars: 14.3 });
    await account.save(' 2', [executions, bought('6851.25', '0.40'), sale]);
    await become(account, { net: 0, dollars: 9.25, fills: [2] });
    await eventually('the office', async () =>
      expect(await account.rowsOf('corrections')).toMatchObject([
        { account: account.number, fill: 'fill-e1-1', said: expect.stringMatching(/6851\.25.*0\.40/) },
      ]),
    );
    expect((await account.rowsOf('corrections'))[0]?.['first']).toMatch(/6850\.25.*0\.35/);
    await account.save(' 3', [executions, bought('6850.25', '0.35'), sale]);
    await become(account, { net: 0, dollars: 14.3, fills: [2] });
  });

  test('without seconds and ids has the same two fills, in either order of the two', async () => {
    const row = (time: string, side: string, price: number) =>
      `MES 12-26,${side},1,${price},${time},x,1 L,,x,0.35,1,ACCOUNT,Sim`;
    const whole = [row('11/18/2026 10:05:23 AM', 'Buy', 6850.25), row('11/18/2026 10:07:41 AM', 'Sell', 6853.25)];
    const cut = [row('11/18/2026 10:05', 'Buy', 6850.25), row('11/18/2026 10:07', 'Sell', 6853.25)];
    for (const [first, second] of [
      [whole, cut],
      [cut, whole],
    ] as const) {
      const account = await openAccount();
      await account.save(' 1', [ninjaTrader, ...first]);
      await become(account, { net: 0, dollars: 14.3, fills: [2] });
      const next = row('11/18/2026 10:09:30 AM', 'Buy', 6850);
      await account.save(' 2', [ninjaTrader, ...second, next]);
      await become(account, { net: 1, fills: [3] });
    }
  });

  test('of another account is refused and named', async () => {
    const account = await openAccount();
    await account.save('', [orders, 'OTHER-7,Filled,B,1,1,MESZ6,6850.00,71,2026-11-18 11:00:00,0.50']);
    await parked(account, [
      { parkedFor: 'row-file', cell: `the file is of the account OTHER-7, not of ${account.number}` },
    ]);
    expect(await account.booked()).toMatchObject({ net: 0, dollars: 0 });
  });

  test.each([
    ['in the same file', ''],
    ['in another file', ' 2'],
  ])('without a fill of the first names it for a person, %s', async (_, second) => {
    const account = await openAccount();
    const [kept, busted] = [
      'e1,2026-11-18T15:00:00Z,MESZ26,Buy,1,6850.25,0.35',
      'e2,2026-11-18T15:05:00Z,MESZ26,Buy,2,6851.25,0.70',
    ];
    await account.save('', [executions, kept, busted]);
    await become(account, { net: 3 });
    await account.save(second, [executions, kept]);
    await parked(account, [
      {
        parkedFor: 'row-gone',
        cell: expect.stringContaining('buy 2 MESZ6 at 6851.25, 2026-11-18T15:05:00Z, line 3 of'),
      },
    ]);
    expect(await account.booked()).toMatchObject({ net: 3 });
  });

  test('of an afternoon says nothing about the morning, which has a file of its own', async () => {
    const account = await openAccount();
    const bought = (id: string, time: string) => `${id},2026-11-18T${time}:00Z,MESZ26,Buy,1,6850.25,0.35`;
    await account.save(' morning', [executions, bought('e1', '15:00'), bought('e2', '15:05')]);
    await account.save(' afternoon', [executions, bought('e3', '19:00')]);
    await become(account, { net: 3 });
    await account.save(' afternoon 2', [executions, bought('e3', '19:00'), bought('e4', '19:30')]);
    await become(account, { net: 4 });
    // One that had both is of the whole day.
    await account.save(' day', [executions, bought('e2', '15:05'), bought('e3', '19:00'), bought('e4', '19:30')]);
    await parked(account, [{ parkedFor: 'row-gone', cell: expect.stringContaining('15:00:00Z, line 2 of') }]);
    expect(await account.rowsOf('parked')).toHaveLength(1);
  });

  test('that has another contract under an id contradicts the first, which a person sees', async () => {
    const account = await openAccount();
    await account.save(' 1', [executions, 'e1,2026-11-18T15:00:00Z,MESZ26,Buy,1,6850.25,0.35']);
    await become(account, { net: 1 });
    await account.save(' 2', [executions, 'e1,2026-11-18T15:00:00Z,MNQZ26,Buy,1,25000.25,0.35']);
    await parked(account, [{ parkedFor: 'row-contradictory', cell: expect.stringContaining('MNQZ6') }]);
    expect(await account.booked()).toMatchObject({ net: 1, dollars: -0.35 });
  });

  test('of joined exports, one from before fees were posted, is one fill with its fee each', async () => {
    const account = await openAccount();
    const row = (id: number, time: string, side: string, price: number, fee: string) =>
      `${id},${id},1,2026-11-18 ${time}.000Z,2026-11-18,0,1,${price},true,9,${id},${id},x,11/18/26,ACCOUNT, ${side},1,${price},-2,0,0.25,ESZ6,ES,E-mini,${fee}`;
    const both = (fee: string) => [row(11, '15:00:00', 'Buy', 6850, fee), row(12, '15:10:00', 'Sell', 6860, fee)];
    await account.save(' 1', [tradovate, ...both('0.00')]);
    await become(account, { dollars: 500 });
    await account.save(' 2', [tradovate, ...both('0.00'), ...both('1.29')]);
    await become(account, { net: 0, dollars: 497.42, fills: [2] });
  });
});
