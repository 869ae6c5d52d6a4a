import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as calls from '../../src/contract/orders.ts';

/** Kills the server with SIGKILL while people pay, again and again, and counts what was lost, doubled or stuck. */
const rounds = 6;
const ordersARound = 5;
const longestMs = 300_000;
const deliveries = ['normal', 'twice', 'before', 'never'] as const;

type Order = { orderId: string; sessionId: string; paymentUrl: string; email: string };

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, ready));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  return address.port;
}

const port = await findFreePort();
const origin = `http://localhost:${port}`;
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
let server: ChildProcess | undefined;

async function start(): Promise<void> {
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  server = spawn(process.execPath, ['src/server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const isReady = async () => (await fetch(`${origin}/api/ready`).catch(() => null))?.ok === true;
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`);
    await wait(100);
  }
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => server?.once('exit', resolve));
  server?.kill('SIGKILL');
  await gone;
}

async function ask<Data>(path: string, init?: RequestInit): Promise<Data> {
  const response = await fetch(`${origin}/api/${path}`, init);
  const envelope = (await response.json()) as { data: Data };
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(envelope)}`);
  return envelope.data;
}

async function order(): Promise<Order> {
  const email = `buyer-${randomUUID()}@example.com`;
  const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' };
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() };
  const quote = { method: 'POST', headers, body: JSON.stringify({ selection }) };
  const { totalCents } = await ask<{ totalCents: number }>(calls.quoteOrder.path, quote);
  const buyer = { email, first_name: 'Ada', last_name: 'Buyer', country: 'FR', termsUse: 1, startNow: 1 };
  const body = JSON.stringify({ ...buyer, selection, expectedTotalCents: totalCents, browserSessionId: randomUUID() });
  return { ...(await ask<Omit<Order, 'email'>>(calls.createOrder.path, { method: 'POST', headers, body })), email };
}

/** A buyer whose connection breaks presses again later; whether this press arrived nobody knows. */
async function press({ paymentUrl }: Order, index: number): Promise<void> {
  const body = new URLSearchParams({ outcome: 'paid', delivery: deliveries[index % deliveries.length] ?? 'normal' });
  await fetch(paymentUrl, { method: 'POST', redirect: 'manual', body }).catch(() => null);
}

async function statusOf({ orderId, sessionId }: Order): Promise<string> {
  const query = new URLSearchParams({ orderId, sessionId });
  return (await ask<{ status: string }>(`${calls.orderResult.path}?${query}`)).status;
}

async function countStuck(orders: readonly Order[]): Promise<number> {
  const states = await Promise.all(orders.map(statusOf));
  return states.filter((state) => state !== 'fulfilled').length;
}

/** Receipt, account, password: each order has these three mails, and no other buyer has its address. */
async function countMails({ email }: Order): Promise<number> {
  const response = await fetch(`${origin}/api/dev/mailbox?to=${encodeURIComponent(email)}`);
  const answer = (await response.json()) as unknown[] | { data: unknown[] };
  return (Array.isArray(answer) ? answer : answer.data).length;
}

async function run(): Promise<void> {
  const orders: Order[] = [];
  await start();
  for (let round = 0; round < rounds; round += 1) {
    const fresh = await Promise.all(Array.from({ length: ordersARound }, order));
    orders.push(...fresh);
    const presses = fresh.map(press);
    await wait((round * 397) % 1_500);
    await kill();
    await Promise.all(presses);
    await start();
    await Promise.all(fresh.map(press));
  }
  const startedAt = Date.now();
  let stuck = await countStuck(orders);
  while (stuck > 0 && Date.now() - startedAt < longestMs) {
    await wait(2_000);
    stuck = await countStuck(orders);
  }
  const recoveredMs = Date.now() - startedAt;
  // Mails are sent by jobs of their own, shortly after.
  const deadline = Date.now() + longestMs / 2;
  let mails = await Promise.all(orders.map(countMails));
  while (mails.some((count) => count < 3) && Date.now() < deadline) {
    await wait(2_000);
    mails = await Promise.all(orders.map(countMails));
  }
  await kill();
  const lines: readonly (readonly [string, number, string])[] = [
    ['faults-kills', rounds, 'kills'],
    ['faults-orders', orders.length, 'orders'],
    ['faults-stuck', stuck, 'orders'],
    ['faults-mails-missing', mails.filter((count) => count < 3).length, 'orders'],
    ['faults-mails-doubled', mails.filter((count) => count > 3).length, 'orders'],
    ['faults-recovered-within', Math.round(recoveredMs / 1_000), 's'],
  ];
  for (const [name, value, unit] of lines) process.stdout.write(`${name} ${value} ${unit}\n`);
}

try {
  await run();
} finally {
  server?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
}
