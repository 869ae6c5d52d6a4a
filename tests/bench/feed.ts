import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import type { AccountEvent } from '../../src/domain/account/events.ts';
import { nextEvents, startTape } from '../../src/domain/tape/tape.ts';
import type { TapeState } from '../../src/domain/tape/tape-state.ts';
import { createApp } from '../../src/server/app.ts';
import { connectPostgres } from '../../src/server/db/connect.ts';
import { parseEnv } from '../../src/server/env.ts';
import { ingestEvents } from '../../src/server/services/account/ingest.ts';
import { rulesOf } from '../../src/server/services/account/rules-of.ts';
import { wireServer } from '../../src/server/wire.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { startPostgres } from './postgres.ts';
import { type Figure, figure } from './table.ts';

const eventsPerSecond = 10;
const lanes = 16;
const bigAccountFills = 100_000;
const statisticsFills = 50_000;

type Fed = { readonly id: string; sent: number };

/** The share of values that are at most this far up. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function openServer() {
  const env = parseEnv({ DATABASE_URL: await startPostgres(), LOG_LEVEL: 'silent', DEMO: '1' });
  const connection = await connectPostgres(env.databaseUrl ?? '', { maxConnections: lanes });
  const log = pino({ level: 'silent' });
  return wireServer({ env, catalog: getCatalog(), connection, log, recurring: false });
}

type Server = Awaited<ReturnType<typeof openServer>>;

/**
 * Feeds accounts as platforms do: each has its events of the last second delivered together, and the next accounts are
 * not waited for. Lag is from the moment of the oldest event to the commit of its delivery.
 */
async function feed({ deps }: Server, accounts: readonly Fed[], seconds: number): Promise<number[]> {
  const lags: number[] = [];
  const startedAt = Date.now();
  const due = accounts.flatMap((account, index) =>
    Array.from({ length: seconds }, (_, second) => ({
      account,
      at: startedAt + second * 1_000 + (index * 1_000) / accounts.length,
    })),
  );
  due.sort((left, right) => left.at - right.at);
  let next = 0;
  const lane = async () => {
    for (;;) {
      const delivery = due[next];
      next += 1;
      if (!delivery) return;
      const { account, at } = delivery;
      const oldestAt = Math.floor(at);
      const waitMs = oldestAt + 1_000 - Date.now();
      if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
      const events = Array.from({ length: eventsPerSecond }, (_, index) => {
        account.sent += 1;
        const priceTicks = 27_000 + (account.sent % 7);
        const common = { at: oldestAt + index * (1_000 / eventsPerSecond), instrument: 'MES' } as const;
        const event: AccountEvent =
          index === 0
            ? { ...common, type: 'fill', side: account.sent % 2 ? 'buy' : 'sell', quantity: 1, priceTicks, feeCents: 0 }
            : { ...common, type: 'mark', priceTicks };
        return { sourceId: `b-${String(account.sent).padStart(9, '0')}`, event };
      });
      await ingestEvents(deps, account.id, events);
      lags.push(Date.now() - oldestAt);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return lags;
}

/** An account that has traded a lot, filled the way the feed fills it. */
async function fillAccount({ deps }: Server, accountId: string, wanted: number): Promise<void> {
  const row = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const rules = { ...rulesOf(deps.catalog, row), drawdown: { mode: 'none' } as const, targetCents: null };
  const startAt = Date.now() - 120 * 86_400_000;
  let tape: TapeState = startTape({ seed: accountId, rules, startAt, scenario: 'wanders', markEveryMs: 3_600_000 });
  let fills = 0;
  let issued = 0;
  while (fills < wanted) {
    const played = nextEvents(tape, tape.nextAt + 6 * 3_600_000);
    tape = played.tapeState;
    const events = played.events.filter(({ type }) => type === 'fill');
    fills += events.length;
    const delivered = events.map((event) => ({ sourceId: `f-${String(issued++).padStart(9, '0')}`, event }));
    if (delivered.length > 0) await ingestEvents(deps, accountId, delivered);
  }
}

/** The median of a few readings, by way of the whole app. */
async function timeGet(server: Server, token: string, path: string): Promise<number> {
  const app = createApp(server.deps);
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const startedAt = performance.now();
    const response = await app.request(`/api/${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return percentile(times, 0.5);
}

export async function measureFeed(accountCount: number, seconds: number): Promise<Figure[]> {
  const server = await openServer();
  try {
    const { personId } = await signInPerson(server);
    const accounts: Fed[] = [];
    // The bench's accounts have no tape playing: only what is fed counts.
    for (let index = 0; index < accountCount; index += 1)
      accounts.push({ id: await buyAccount(server, personId), sent: 0 });
    const lags = await feed(server, accounts, seconds);
    const { stored } = await server.deps.db
      .selectFrom('account_event')
      .select((eb) => eb.fn.countAll<number>().as('stored'))
      .executeTakeFirstOrThrow();
    const sent = accounts.reduce((sum, account) => sum + account.sent, 0);

    const trader = await signInPerson(server);
    await fillAccount(server, await buyAccount(server, trader.personId), bigAccountFills);
    const analyst = await signInPerson(server);
    await fillAccount(server, await buyAccount(server, analyst.personId), statisticsFills);
    const rate = accountCount * eventsPerSecond;
    return [
      figure(`feed: ${rate} events/s on ${accountCount} accounts, lag p99`, percentile(lags, 0.99), 'ms', {
        atMost: 2_000,
      }),
      figure('feed: events that were sent and are not stored', sent - stored, '', { atMost: 0 }),
      figure(`account of ${bigAccountFills} fills, opened`, await timeGet(server, trader.token, 'account/data'), 'ms', {
        atMost: 300,
      }),
      figure(
        `statistics of ${statisticsFills} fills`,
        await timeGet(server, analyst.token, 'account/statistics'),
        'ms',
      ),
    ];
  } finally {
    await server.close();
  }
}
