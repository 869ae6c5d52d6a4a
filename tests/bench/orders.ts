import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { createApp } from '../../src/server/app.ts';
import { type Connection, connectEmbedded, connectPostgres } from '../../src/server/core/database/connect.ts';
import { parseEnv } from '../../src/server/core/env.ts';
import { createServer } from '../../src/server/create-server.ts';
import { runMatcher } from '../../src/server/trading/run-matcher.ts';
import type { Call } from '../../src/shared/core/call.ts';
import { frontMonthOf } from '../../src/shared/exchange/contract-month.ts';
import * as calls from '../../src/shared/trading/contract.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { unlimited } from '../support/unlimited.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const accounts = sized(50, 2);
/** Each account sends an order about every three seconds, faster than a person trades for long. */
const everyMs = sized(3_000, 100);
const rounds = sized(8, 4);

async function openBench(connection: Connection, databaseUrl?: string) {
  const env = parseEnv({ LOG_LEVEL: 'silent', DEMO: '1', ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
  const log = pino({ level: 'silent' });
  const replace = { limits: unlimited };
  return createServer({ env, catalog: getCatalog(), connection, log, recurring: false, replace });
}

/** The time from a request to the response with the updated account, while the matcher marks open positions. */
async function measure(name: string, connection: Connection, databaseUrl?: string): Promise<Figure[]> {
  const bench = await openBench(connection, databaseUrl);
  const app = createApp(bench.deps);
  const seats = [];
  for (let index = 0; index < accounts; index += 1) {
    const { personId, token } = await signInPerson(bench);
    seats.push({ token, account: await buyAccount(bench, personId) });
  }
  // Each account's first order meets cold code and connections.
  const warmUp: number[] = [];
  const placing: number[] = [];
  const flattening: number[] = [];
  let request = 0;
  let late = 0;
  const send = async (call: Call, token: string, body: object, times: number[]) => {
    const from = performance.now();
    request += 1;
    const response = await app.request(`/api/${call.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ requestId: `bench-${String(request).padStart(6, '0')}`, dataAt: Date.now(), ...body }),
    });
    const text = await response.text();
    times.push(performance.now() - from);
    // An order that waits until its prices are stale is refused: that is a response, and its time counts.
    if (text.includes('"trading_stale_data"')) late += 1;
    else if (response.status !== 200) throw new Error(`${call.path}: ${text.slice(0, 300)}`);
  };
  const trade = async ({ token, account }: { token: string; account: string }, index: number) => {
    await delay((index * everyMs) / accounts);
    const contract = { instrument: 'MES', month: frontMonthOf('MES', Date.now()) };
    for (let round = 0; round < rounds; round += 1) {
      const from = performance.now();
      const bracket = { targetTicks: 200, stopTicks: 200 };
      const order = { account, ...contract, side: 'buy', quantity: 1, type: 'market', bracket };
      const times = round === 0 ? warmUp : placing;
      if (round % 4 === 3) await send(calls.flattenPositions, token, { account }, flattening);
      else await send(calls.placeTradingOrder, token, order, times);
      await delay(Math.max(0, everyMs - (performance.now() - from)));
    }
  };
  const stop = runMatcher(bench.deps);
  try {
    await Promise.all(seats.map(trade));
  } finally {
    await stop();
    await bench.close();
  }
  return [
    figure(`Orders, ${name}: p95 of ${placing.length} orders from ${accounts} accounts`, p95(placing), 'ms', {
      atMost: 100,
    }),
    figure(`Orders, ${name}: p95 of ${flattening.length} flatten calls`, p95(flattening), 'ms', { atMost: 100 }),
    figure(`Orders, ${name}: refused after waiting more than two seconds`, late, 'orders', { atMost: 0 }),
  ];
}

function p95(times: number[]): number {
  return times.sort((left, right) => left - right)[Math.ceil(times.length * 0.95) - 1] ?? 0;
}

export async function measureOrders(): Promise<Figure[]> {
  const url = await startPostgres();
  const onPostgres = await measure('PostgreSQL', await connectPostgres(url), url);
  return [...onPostgres, ...(await measure('embedded', await connectEmbedded({})))];
}
