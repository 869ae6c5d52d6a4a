import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { findHeartbeat } from '#server/accounts/feed/heartbeat.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { syncAccess } from '#server/accounts/lifecycle/sync-access.ts';
import { PlatformPending } from '#server/accounts/ports/platform/platform.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret of both sides, long enough';

/** R | Trader Pro: time zone in the heading, one fee rate per contract, average prices that may lie between ticks. */
const rithmicOf = (account: string) => rithmic.replaceAll('X,', `${account},`);
const rithmic = [
  'Completed Orders',
  'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EST),Commission Fill Rate',
  'X,Filled,B,2,2,ESZ6,"6,850.375",71,2026-11-18 11:00:00,2.50',
  'X,Canceled,B,1,0,ESZ6,0,72,2026-11-18 11:01:00,0',
  'X,Filled,S,1,1,ESZ6,6852.25,73,2026-11-18 11:05:00,2.50',
  'X,Filled,S,1,1,ESZ6,6851.25,73,2026-11-18 11:05:01,2.50',
].join('\r\n');

const dxfeed = [
  'Execution ID,Time,Symbol,Side,Quantity,Price,Commission',
  'e1,2026-11-18T16:00:00Z,/MESZ26:XCME,Buy,5,6850.25,1.75',
  'e2,2026-11-18T16:05:00Z,/MESZ26:XCME,Sell,5,6848.25,1.75',
].join('\n');

const bridgeScript = 'src/bridge/file-bridge/main.ts';
const run = promisify(execFile);
/** A whole round of the bridge, which checks its folder every 50 ms. */

let folder: string;
let bridgeUrl: string;
let printed = '';
let riskToken: string | undefined;
let site: Server;
let bridge: ChildProcess;
let server: TestApp;

function listen(started: Server): Promise<string> {
  return new Promise((ready) =>
    started.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${(started.address() as AddressInfo).port}`)),
  );
}

function startBridge(target: string): Promise<string> {
  bridge = spawn(process.execPath, [bridgeScript], {
    env: {
      ...process.env,
      PLATFORM_BRIDGE_SECRET: secret,
      TIDEMARK_URL: target,
      BRIDGE_FOLDER: folder,
      BRIDGE_PORT: '0',
      BRIDGE_EVERY_MS: '50',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((ready) => {
    bridge.stdout?.on('data', (piece: Buffer) => {
      printed += piece.toString();
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) ready(`http://127.0.0.1:${port}`);
    });
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-bridge-'));
  let respond: ReturnType<typeof getRequestListener> | undefined;
  site = createServer((request, response) => void respond?.(request, response));
  bridgeUrl = await startBridge(await listen(site));
  server = await startTestApp({
    startAt: Date.now(),
    environment: { PLATFORM_BRIDGE_URL: bridgeUrl, PLATFORM_BRIDGE_SECRET: secret },
  });
  respond = getRequestListener(server.app.fetch);
});

afterAll(async () => {
  bridge.kill();
  site.closeAllConnections();
  site.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function readAccount(accountId: string) {
  return server.deps.db
    .selectFrom('trading_account')
    .select(['platform_account_id', 'platform', 'sequence', 'state', 'simulated'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}

async function openAt(openedAt: number): Promise<string> {
  const { personId } = await signInPerson(server);
  return buyAccount({ deps: { ...server.deps, clock: () => new Date(openedAt) } }, personId);
}

const write = (name: string, text: string) => writeFileSync(join(folder, 'statements', name), text);

/** What an operator types at the bridge. */
async function command(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [bridgeScript, ...args], {
    env: {
      ...process.env,
      PLATFORM_BRIDGE_SECRET: secret,
      TIDEMARK_URL: 'http://127.0.0.1:9',
      BRIDGE_PORT: new URL(bridgeUrl).port,
    },
  });
  return stdout;
}

async function officeRows(list: 'parked' | 'tasks', accountId: string) {
  riskToken ??= (await signInStaff(server, 'risk_manager')).token;
  const token = riskToken;
  const { data } = await client(server)(officeLists[list].page, { token, query: { account: accountId } });
  return data.rows as readonly Readonly<Record<string, unknown>>[];
}

describe('the file bridge', () => {
  test('opens accounts and imports each statement once, however often it reappears', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number, simulated } = await readAccount(accountId);
    expect(number).toMatch(/^RTH-1\d{5}$/);
    expect(simulated).toBe(false);

    write(`${number}.csv`, rithmicOf(number));
    await eventually('the bridge', async () => expect((await readAccount(accountId)).sequence).toBe(4));
    // Bought 6,850.25 and 6,850.50; sold 6,852.25 and 6,851.25: 8 + 3 ticks of $12.50, less 4 × $2.50.
    const { balanceCents, days } = (await readAccount(accountId)).state;
    expect(balanceCents).toBe(5_000_000 + 13_750 - 1_000);
    expect(days.map(({ day, fills }) => [day, fills])).toEqual([['2026-11-18', 4]]);

    write(
      `${number} again.csv`,
      `${rithmicOf(number)}\r\n${number},Filled,B,1,1,ESZ6,6850,74,2026-11-18 12:00:00,2.50`,
    );
    await eventually('the bridge', async () => expect((await readAccount(accountId)).sequence).toBe(5));
    expect((await readAccount(accountId)).state.positions[0]?.quantity).toBe(1);
    await eventually('the bridge', async () => expect(await findHeartbeat(server.deps, 'rithmic')).not.toBeNull());
  });

  test('reads dxFeed executions with a signed quantity', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number } = await readAccount(accountId);
    write(`${number}.csv`, readFileSync('tests/unit/fixtures/fill-files/dxfeed-negative-sell.csv', 'utf8'));
    await eventually('the bridge', async () => expect((await readAccount(accountId)).sequence).toBe(2));
    // −2 points × 5 × $5, less 2 × $1.75.
    const { balanceCents, positions } = (await readAccount(accountId)).state;
    expect([balanceCents, positions]).toEqual([5_000_000 - 5_350, []]);
  });

  test('names rows with bad cells in its log and the office, and books the others and the other accounts', async () => {
    const [bad, good] = [await openAt(Date.now()), await openAt(Date.now())];
    const { platform_account_id: badNumber } = await readAccount(bad);
    const { platform_account_id: goodNumber } = await readAccount(good);
    const text = readFileSync('tests/unit/fixtures/fill-files/dxfeed-bad-cells.csv', 'utf8');
    write(`${badNumber}.csv`, text);
    write(`${goodNumber}.csv`, readFileSync('tests/unit/fixtures/fill-files/dxfeed-negative-sell.csv', 'utf8'));
    await eventually('the bridge', async () => expect((await readAccount(good)).sequence).toBe(2));
    await eventually('the bridge', async () => expect((await readAccount(bad)).sequence).toBe(3));
    await eventually('the bridge', async () => expect(await officeRows('parked', bad)).toHaveLength(2));
    expect(await officeRows('parked', bad)).toMatchObject([
      { parkedFor: 'row-quantity', statement: `${badNumber}.csv`, line: 3, cell: '1.5' },
      { parkedFor: 'row-quantity', statement: `${badNumber}.csv`, line: 2, cell: 'n/a' },
    ]);
    expect(printed).toContain(`${badNumber}.csv, line 2: not booked: quantity: n/a`);
    // Corrected, both are booked and no longer parked.
    write(`${badNumber}.csv`, text.replace('n/a', '1').replace('1.5', '2'));
    await eventually('the bridge', async () => expect((await readAccount(bad)).sequence).toBe(5));
    await eventually('the bridge', async () => expect(await officeRows('parked', bad)).toEqual([]));
  });

  test('makes what files can’t do a task for a person, which counts once it is confirmed', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number } = await readAccount(accountId);
    expect(printed).toContain(`Open ${number} for the user`);
    const { deps } = server;
    const hold = { accountId, source: 'conduct:one', reason: 'conduct' } as const;
    await deps.db.transaction().execute((trx) => suspendAccount(deps, trx, hold));
    await expect(syncAccess(deps, accountId)).rejects.toThrow(PlatformPending);
    const suspendedAt = async () =>
      (
        await deps.db
          .selectFrom('trading_account')
          .select('suspended_at')
          .where('id', '=', accountId)
          .executeTakeFirst()
      )?.suspended_at;
    expect(await suspendedAt()).toBeNull();

    await eventually('the bridge', async () => expect(await officeRows('tasks', accountId)).toHaveLength(2));
    const [flatten] = await officeRows('tasks', accountId);
    expect(flatten).toMatchObject({
      account: number,
      task: 'set-access',
      toDo: expect.stringContaining('close its positions'),
    });
    const id = String(flatten?.['command']).split(' ').at(-1) ?? '';
    expect(await command('tasks')).toContain(`Cancel all orders of ${number}`);
    expect(await command('confirm', id)).toContain(`${id} is confirmed`);
    await syncAccess(deps, accountId);
    expect(await suspendedAt()).not.toBeNull();
    await eventually('the bridge', async () => expect(await officeRows('tasks', accountId)).toHaveLength(1));
  });

  test('withdraws a task that is no longer wanted, and asks for the opposite', async () => {
    const accountId = await openAt(Date.now());
    const { deps } = server;
    const hold = { accountId, source: 'conduct:two', reason: 'conduct' } as const;
    await deps.db.transaction().execute((trx) => suspendAccount(deps, trx, hold));
    await expect(syncAccess(deps, accountId)).rejects.toThrow(PlatformPending);
    await deps.db.transaction().execute((trx) => liftSuspension(deps, trx, hold.source));
    await expect(syncAccess(deps, accountId)).rejects.toThrow(PlatformPending);
    const accounts = JSON.parse(readFileSync(join(folder, 'accounts.json'), 'utf8')) as Accounts;
    expect(accounts[accountId]?.tasks.filter(({ kind }) => kind === 'set-access')).toMatchObject([
      { text: expect.stringMatching(/^Let RTH-\d+ trade\./), confirmedAt: null },
    ]);
  });

  test('resets an account once a person has confirmed it', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number } = await readAccount(accountId);
    write(`${number}.csv`, dxfeed);
    await eventually('the bridge', async () => expect((await readAccount(accountId)).sequence).toBe(2));
    expect((await readAccount(accountId)).state.balanceCents).toBe(5_000_000 - 8 * 5 * 125 - 350);
    await expect(resetAccount(server.deps, accountId, 'order-9')).rejects.toThrow(PlatformPending);
    expect((await readAccount(accountId)).state.balanceCents).toBe(5_000_000 - 8 * 5 * 125 - 350);
    const accounts = JSON.parse(readFileSync(join(folder, 'accounts.json'), 'utf8')) as Accounts;
    const task = accounts[accountId]?.tasks.find(({ kind }) => kind === 'reset-account');
    await command('confirm', task?.id ?? '');
    await resetAccount(server.deps, accountId, 'order-9');
    expect((await readAccount(accountId)).state.balanceCents).toBe(5_000_000);
  });

  test('transfers money once a person has confirmed it, at that time', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: platformAccountId } = await readAccount(accountId);
    const account = { accountId, platform: 'rithmic', platformAccountId } as const;
    const transfer = () => server.deps.platform.transferMoney(account, -125_000, 'transfer-1');
    await expect(transfer()).rejects.toThrow(PlatformPending);
    await expect(transfer()).rejects.toThrow(PlatformPending);
    const accounts = JSON.parse(readFileSync(join(folder, 'accounts.json'), 'utf8')) as Accounts;
    const tasks = accounts[accountId]?.tasks.filter(({ kind }) => kind === 'transfer-money') ?? [];
    expect(tasks).toMatchObject([{ text: `Withdraw $1,250.00 from ${platformAccountId}, once it is flat.` }]);
    const before = Date.now();
    await command('confirm', tasks[0]?.id ?? '');
    expect((await transfer()).transferredAt).toBeGreaterThanOrEqual(before);
    await expect(command('confirm', 'T9999')).rejects.toThrow('There is no task T9999');
  });
});

type Accounts = Readonly<
  Record<string, { readonly tasks: readonly { readonly id: string; readonly kind: string; readonly text: string }[] }>
>;
