import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findHeartbeat } from '#server/accounts/feed/heartbeat.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { suspendAccount } from '#server/accounts/suspend.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { buyAccount, signInPerson } from '../support/people.ts';

const secret = 'a secret of both sides, long enough';

/** R | Trader Pro: time zone in the heading, one fee rate per contract, average prices that may lie between ticks. */
const rithmic = [
  'Completed Orders',
  'Account,Status,Buy/Sell,Qty To Fill,Qty Filled,Symbol,Avg Fill Price,Order Number,Update Time (EST),Commission Fill Rate',
  'X,Filled,B,2,2,ESZ6,"6,850.375",71,2026-11-18 11:00:00,2.50',
  'X,Cancelled,B,1,0,ESZ6,0,72,2026-11-18 11:01:00,0',
  'X,Filled,S,1,1,ESZ6,6852.25,73,2026-11-18 11:05:00,2.50',
  'X,Filled,S,1,1,ESZ6,6851.25,73,2026-11-18 11:05:01,2.50',
].join('\r\n');

const dxfeed = [
  'Execution ID,Time,Symbol,Side,Quantity,Price,Commission',
  'e1,2026-11-18T16:00:00Z,/MESZ26:XCME,Buy,5,6850.25,1.75',
  'e2,2026-11-18T16:05:00Z,/MESZ26:XCME,Sell,5,6848.25,1.75',
].join('\n');

let folder: string;
let site: Server;
let bridge: ChildProcess;
let server: TestApp;

function listen(started: Server): Promise<string> {
  return new Promise((ready) =>
    started.listen(0, '127.0.0.1', () => ready(`http://127.0.0.1:${(started.address() as AddressInfo).port}`)),
  );
}

function startBridge(target: string): Promise<string> {
  bridge = spawn(process.execPath, ['src/bridge/file-bridge.mjs'], {
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
      const [, port] = /bridge on port (\d+)/.exec(piece.toString()) ?? [];
      if (port) ready(`http://127.0.0.1:${port}`);
    });
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-bridge-'));
  let respond: ReturnType<typeof getRequestListener> | undefined;
  site = createServer((request, response) => void respond?.(request, response));
  const url = await startBridge(await listen(site));
  server = await startTestApp({
    startAt: Date.now(),
    environment: { PLATFORM_BRIDGE_URL: url, PLATFORM_BRIDGE_SECRET: secret },
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

const imported = (accountId: string, events: number) =>
  eventually(`${events} events`, async () => expect((await readAccount(accountId)).sequence).toBe(events));

async function openAt(openedAt: number): Promise<string> {
  const { personId } = await signInPerson(server);
  return buyAccount({ deps: { ...server.deps, clock: () => new Date(openedAt) } }, personId);
}

describe('the file bridge', () => {
  test('opens accounts and imports each statement once, however often it reappears', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number, simulated } = await readAccount(accountId);
    expect(number).toMatch(/^RTH-1\d{5}$/);
    expect(simulated).toBe(false);
    const statement = (name: string, text: string) => writeFileSync(join(folder, 'statements', name), text);

    statement(`${number}.csv`, rithmic);
    await imported(accountId, 4);
    // Bought 6,850.25 and 6,850.50; sold 6,852.25 and 6,851.25: 8 + 3 ticks of $12.50, less 4 × $2.50.
    const { balanceCents, days } = (await readAccount(accountId)).state;
    expect(balanceCents).toBe(5_000_000 + 13_750 - 1_000);
    expect(days.map(({ day, fills }) => [day, fills])).toEqual([['2026-11-18', 4]]);

    statement(`${number} again.csv`, `${rithmic}\r\nX,Filled,B,1,1,ESZ6,6850,74,2026-11-18 12:00:00,2.50`);
    await imported(accountId, 5);
    expect((await readAccount(accountId)).state.positions[0]?.quantity).toBe(1);
    await eventually('a heartbeat', async () => expect(await findHeartbeat(server.deps, 'rithmic')).not.toBeNull());
  });

  test('reads dxFeed executions, resets an account and suspends it', async () => {
    const accountId = await openAt(Date.now());
    const { platform_account_id: number } = await readAccount(accountId);
    writeFileSync(join(folder, 'statements', `${number}.csv`), dxfeed);
    await imported(accountId, 2);
    expect((await readAccount(accountId)).state.balanceCents).toBe(5_000_000 - 8 * 5 * 125 - 350);
    await resetAccount(server.deps, accountId, 'order-9');
    expect((await readAccount(accountId)).state.balanceCents).toBe(5_000_000);

    const { deps } = server;
    const hold = { accountId, source: 'subscription:one', reason: 'past-due' } as const;
    await deps.db.transaction().execute((trx) => suspendAccount(deps, trx, hold));
    await server.drain();
    const accounts = JSON.parse(readFileSync(join(folder, 'accounts.json'), 'utf8')) as Record<string, object>;
    expect(accounts[accountId]).toMatchObject({ access: { trading: false, marketData: [] } });
  });
});
