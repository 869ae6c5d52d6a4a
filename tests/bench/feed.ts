import { Agent, request } from 'node:http';
import { rulesOf } from '../../src/server/accounts/rules-of.ts';
import { sign, signatureHeaders } from '../../src/server/core/ports/platform/signature.ts';
import { replay } from '../../src/shared/accounts/engine.ts';
import type { AccountEvent } from '../../src/shared/accounts/events.ts';
import { measureBigAccounts } from './big-accounts.ts';
import { bridgeSecret, type Database, openCopy, openDatabase, openTraders } from './fed-site.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const eventsPerSecond = 10;
const turnsPerSecond = 10;
/** Excludes the time a new process spends compiling. */
const warmUpSeconds = sized(3, 1);
const pauseAfterFailureMs = 100;

type DeliveredEvent = { readonly sourceId: string; readonly event: AccountEvent };
type FedAccount = { readonly id: string; readonly sent: DeliveredEvent[] };
type Delivery = { readonly account: FedAccount; readonly oldestAt: number; readonly events: readonly DeliveredEvent[] };

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
    await new Promise((done) => setTimeout(done, pauseAfterFailureMs));
  }
}

/** One second of an account's events: a fill, then marks. */
function makeEvents(account: FedAccount, oldestAt: number): readonly DeliveredEvent[] {
  return Array.from({ length: eventsPerSecond }, (_, index) => {
    const number = account.sent.length + 1;
    const common = { at: oldestAt + index * (1_000 / eventsPerSecond), instrument: 'MES', month: '2026-12' } as const;
    const priceTicks = 27_000 + (number % 7);
    const side = Math.floor(number / eventsPerSecond) % 2 ? 'buy' : 'sell';
    const event: AccountEvent =
      index === 0
        ? { ...common, type: 'fill', side, quantity: 1, priceTicks, feeCents: 0 }
        : { ...common, type: 'mark', priceTicks };
    const entry = { sourceId: `b-${String(number).padStart(9, '0')}`, event };
    account.sent.push(entry);
    return entry;
  });
}

/**
 * Feeds accounts like a bridge: ten times a second, a tenth of them deliver their last second's events, without
 * waiting for earlier responses. The lag runs from an account's oldest event to the response that it is stored.
 */
async function feed(origins: readonly string[], accounts: readonly FedAccount[], seconds: number): Promise<number[]> {
  const lags: number[] = [];
  const startedAt = Date.now();
  const share = Math.ceil(accounts.length / turnsPerSecond);
  const pending: Promise<void>[] = [];
  for (let turn = 0; turn < seconds * turnsPerSecond; turn += 1) {
    const endsAt = startedAt + ((turn + 1) * 1_000) / turnsPerSecond + 1_000;
    await new Promise((done) => setTimeout(done, Math.max(0, endsAt - Date.now())));
    const from = (turn % turnsPerSecond) * share;
    const deliveries = accounts.slice(from, from + share).map((account, index) => {
      const oldestAt = endsAt - 1_000 - Math.floor(((share - index) * 1_000) / turnsPerSecond / share);
      return { account, oldestAt, events: makeEvents(account, oldestAt) };
    });
    const stored = deliver(origins, deliveries, turn).then(() => {
      for (const { oldestAt } of deliveries) lags.push(Date.now() - oldestAt);
    });
    pending.push(stored);
  }
  await Promise.all(pending);
  return lags;
}

/** Counts missing or extra events, and accounts whose state differs from a plain replay. */
async function compare({ deps }: Database, accounts: readonly FedAccount[]) {
  const { stored } = await deps.db
    .selectFrom('account_event')
    .select((eb) => eb.fn.countAll<number>().as('stored'))
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

export async function measureFeed(accountCount: number, seconds: number): Promise<Figure[]> {
  const url = await startPostgres();
  const bench = await openDatabase(url);
  try {
    const traders = await openTraders(bench, 1, accountCount);
    const accounts = traders.flatMap(({ accountIds }) => accountIds.map((id): FedAccount => ({ id, sent: [] })));
    const first = await openCopy(url);
    await feed([first.origin], accounts, warmUpSeconds);
    const lags = await feed([first.origin], accounts, seconds);
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
      figure(`${what}, two copies, one killed, lag p99`, percentile(lagsWithKill, 0.99), 'ms', { atMost: 250 }),
      figure('feed: events lost or duplicated after the kill', lost, '', { atMost: 0 }),
      figure('feed: accounts that differ from a clean replay by a cent or more', wrong, '', { atMost: 0 }),
      ...(await measureBigAccounts(bench)),
    ];
  } finally {
    await bench.close();
  }
}
