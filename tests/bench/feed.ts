import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSignedServer } from '../../src/bridge/core/signed-server.ts';
import { rulesOf } from '../../src/server/accounts/rules-of.ts';
import { sign, signatureHeaders } from '../../src/shared/accounts/bridge-signature.ts';
import { replay } from '../../src/shared/accounts/engine.ts';
import type { AccountEvent } from '../../src/shared/accounts/model.ts';
import { measureBigAccounts } from './big-accounts.ts';
import { onEnd } from './clean-up.ts';
import { bridgeSecret, type Database, openCopy, openDatabase, openTraders } from './fed-site.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const eventsPerSecond = 10;
/** As a bridge's outbox. */
const pauseMs = 50;
const maxEvents = 5_000;
/** Excludes the time a new process spends compiling. */
const warmUpSeconds = sized(3, 1);
const pauseAfterFailureMs = 100;
const accountsEach = 20;
const breachCount = sized(100, 2);
const maxLockMs = 30_000;

type DeliveredEvent = { readonly sourceId: string; readonly event: AccountEvent };
type FedAccount = { readonly id: string; readonly sent: DeliveredEvent[] };
type Delivery = { readonly account: FedAccount; readonly events: readonly DeliveredEvent[] };

/** The smallest value that at least this share of all values does not exceed. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

function post(origin: string, deliveries: readonly Delivery[]): Promise<number> {
  const message = deliveries.map(({ account, events }) => ({ account: { accountId: account.id }, events }));
  const body = JSON.stringify({ deliveries: message });
  const { timestamp, signature } = sign(bridgeSecret, body, new Date());
  const headers = { [signatureHeaders.timestamp]: timestamp, [signatureHeaders.signature]: signature };
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}/api/bridge/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Retries a delivery until it is accepted, and moves on to the next server if one doesn't respond. */
async function deliver(origins: readonly string[], deliveries: readonly Delivery[], turn: number): Promise<void> {
  for (let round = turn; ; round += 1) {
    const status = await post(origins[round % origins.length] ?? '', deliveries).catch(() => 0);
    if (status === 200) return;
    if (status >= 400 && status < 500) throw new Error(`a delivery was answered with ${status}`);
    await sleep(pauseAfterFailureMs);
  }
}

/** An account's next event: a fill in every second, and marks. */
function makeEvent({ sent }: FedAccount, at: number): DeliveredEvent {
  const number = sent.length + 1;
  const common = { at, instrument: 'MES', month: '2026-12' } as const;
  const priceTicks = 27_000 + (number % 7);
  const side = Math.floor(number / eventsPerSecond) % 2 ? 'buy' : 'sell';
  const event: AccountEvent =
    number % eventsPerSecond === 1
      ? { ...common, type: 'fill', side, quantity: 1, priceTicks, feeCents: 0 }
      : { ...common, type: 'mark', priceTicks };
  const entry = { sourceId: `b-${String(number).padStart(9, '0')}`, event };
  sent.push(entry);
  return entry;
}

/**
 * Feeds accounts like our bridges: one message at a time with what has happened since the one before, after a pause of
 * 50 ms if that is nothing. An account's events are 100 ms apart, and the accounts' spread over those. The lag runs from
 * an event to the response that it is stored.
 */
async function feed(origins: readonly string[], accounts: readonly FedAccount[], seconds: number): Promise<number[]> {
  const lags: number[] = [];
  const startedAt = Date.now();
  const total = accounts.length * eventsPerSecond * seconds;
  const atOf = (made: number) => startedAt + Math.floor((made * 1_000) / eventsPerSecond / accounts.length);
  for (let made = 0, turn = 0; made < total; turn += 1) {
    const first = made;
    const byAccount = new Map<FedAccount, DeliveredEvent[]>();
    for (; made < Math.min(total, first + maxEvents) && atOf(made) <= Date.now(); made += 1) {
      const account = accounts[made % accounts.length];
      if (account) byAccount.set(account, [...(byAccount.get(account) ?? []), makeEvent(account, atOf(made))]);
    }
    if (made === first) {
      await sleep(pauseMs);
      continue;
    }
    const deliveries = [...byAccount].map(([account, events]) => ({ account, events }));
    await deliver(origins, deliveries, turn);
    for (let stored = first; stored < made; stored += 1) lags.push(Date.now() - atOf(stored));
  }
  return lags;
}

/** Counts missing or extra events, and accounts whose state differs from a plain replay. */
async function compare({ deps }: Database, accounts: readonly FedAccount[]) {
  const { stored } = await deps.db
    .selectFrom('account_event')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
    .where(
      'account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow();
  const sent = accounts.reduce((sum, account) => sum + account.sent.length, 0);
  let wrong = 0;
  for (const account of accounts) {
    const row = await deps.db
      .selectFrom('trading_account')
      .selectAll()
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    const clean = replay(
      rulesOf(deps.catalog, row),
      account.sent.map(({ event }) => event),
    );
    if (clean.equityCents !== row.state.equityCents || clean.eventCount !== row.state.eventCount) wrong += 1;
  }
  return { lost: Math.abs(sent - stored), wrong };
}

/** A bridge that accepts whatever it is asked, and when it was asked to lock which account. */
async function startBridge() {
  const lockedAt = new Map<string, number>();
  const server = createSignedServer({
    ...{ secret: bridgeSecret, memory: { accepts: () => true }, open: {} },
    answer({ url, body }) {
      const [, id] = /^\/accounts\/([^/]+)\/access$/.exec(url) ?? [];
      if (id !== undefined && JSON.parse(body).trading === false) lockedAt.set(id, Date.now());
      return [200, { ok: true }];
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lockedAt };
}

/** While others are fed, fills beyond the floor. @returns how long until the platform is asked to lock each account */
async function breach(
  origin: string,
  ids: readonly string[],
  lockedAt: ReadonlyMap<string, number>,
  seconds: number,
): Promise<number[]> {
  const times: number[] = [];
  for (const id of ids) {
    await sleep((seconds * 1_000) / ids.length);
    const at = Date.now();
    const of = { at, type: 'fill', instrument: 'ES', month: '2026-12', feeCents: 0 } as const;
    const events = [
      { sourceId: 'lost-1', event: { ...of, side: 'buy', quantity: 2, priceTicks: 24_000 } as const },
      { sourceId: 'lost-2', event: { ...of, side: 'sell', quantity: 1, priceTicks: 23_600 } as const },
    ];
    await deliver([origin], [{ account: { id, sent: [] }, events }], 0);
    while (!lockedAt.has(id) && Date.now() < at + maxLockMs) await sleep(1);
    times.push((lockedAt.get(id) ?? Number.POSITIVE_INFINITY) - at);
  }
  return times;
}

export async function measureFeed(accountCount: number, seconds: number): Promise<Figure[]> {
  const url = await startPostgres();
  const bench = await openDatabase(url);
  try {
    const lockCount = Math.min(breachCount, accountCount);
    const traders = await openTraders(bench, Math.ceil((accountCount + lockCount) / accountsEach), accountsEach);
    const ids = traders.flatMap(({ accountIds }) => accountIds);
    const accounts = ids.slice(0, accountCount).map((id): FedAccount => ({ id, sent: [] }));
    const bridge = await startBridge();
    const first = await openCopy(url, bridge.url);
    await feed([first.origin], accounts, warmUpSeconds);
    const [lags, locks] = await Promise.all([
      feed([first.origin], accounts, seconds),
      breach(first.origin, ids.slice(accountCount, accountCount + lockCount), bridge.lockedAt, seconds),
    ]);
    const second = await openCopy(url);
    await feed([second.origin], accounts, warmUpSeconds);
    const killedAt = setTimeout(() => void first.kill(), (seconds * 1_000) / 4);
    const lagsWithKill = await feed([first.origin, second.origin], accounts, Math.ceil(seconds / 2));
    clearTimeout(killedAt);
    const { lost, wrong } = await compare(bench, accounts);
    await second.stop();
    const what = `feed: ${accountCount * eventsPerSecond} events/s on ${accountCount} accounts`;
    return [
      figure(`${what}, lag p50`, percentile(lags, 0.5), 'ms'),
      figure(`${what}, lag p99`, percentile(lags, 0.99), 'ms', { atMost: 250 }),
      figure(
        'feed: a fill beyond the floor until its account’s lock arrives at the bridge, p99',
        percentile(locks, 0.99),
        'ms',
        {
          atMost: 300,
        },
      ),
      figure(`${what}, two copies, one killed, lag p99`, percentile(lagsWithKill, 0.99), 'ms', { atMost: 250 }),
      figure('feed: events lost or duplicated after the kill', lost, '', { atMost: 0 }),
      figure('feed: accounts that differ from a clean replay by a cent or more', wrong, '', { atMost: 0 }),
      ...(await measureBigAccounts(bench)),
    ];
  } finally {
    await bench.close();
  }
}
