import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import type { Fill } from '../../src/domain/account/events.ts';
import { createServer } from '../../src/server/create-server.ts';
import { connectPostgres } from '../../src/server/db/connect.ts';
import { parseEnv } from '../../src/server/env.ts';
import { armFollowers, flattenFollowers } from '../../src/server/services/copier/change-followers.ts';
import { runCopier } from '../../src/server/services/copier/run-copier.ts';
import { saveCopyGroup } from '../../src/server/services/copier/save-group.ts';
import { ingestEvents } from '../../src/server/services/feed/ingest.ts';
import { startSubscription } from '../../src/server/services/subscription/start.ts';
import { buyAccount, payOrder, signInPerson } from '../server/support/people.ts';
import { startPostgres } from './postgres.ts';
import { type Figure, figure } from './table.ts';

const followers = 20;
const trades = 150;
const pauseMs = 100;

async function openBench() {
  const url = await startPostgres();
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '1' });
  const connection = await connectPostgres(url);
  return createServer({ env, catalog: getCatalog(), connection, log: pino({ level: 'silent' }), recurring: false });
}

type Bench = Awaited<ReturnType<typeof openBench>>;

async function openGroup(bench: Bench, count: number) {
  const { deps } = bench;
  const { personId } = await signInPerson(bench);
  const paid = await payOrder(bench, personId);
  await deps.db.transaction().execute(async (trx) => {
    const order = await trx
      .updateTable('orders')
      .set({ kind: 'thor', package_id: 'thor-yearly' })
      .where('id', '=', paid.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await startSubscription(deps, trx, order, { kind: 'thor', every: 'yearly', days: null });
  });
  const ids: string[] = [];
  for (let index = 0; index <= count; index += 1) ids.push(await buyAccount(bench, personId));
  const [leaderId = '', ...accountIds] = ids;
  const sizing = { mode: 'ratio', hundredths: 100, size: 'micro' } as const;
  const group = accountIds.map((accountId) => ({
    accountId,
    copyMode: 'execution' as const,
    sizing,
    dailyStopCents: null,
  }));
  await saveCopyGroup(deps, personId, { leaderId, followers: group });
  await armFollowers(deps, personId, accountIds);
  const trade = (number: number, side: Fill['side']) => {
    const at = deps.clock().getTime();
    const contract = { instrument: 'MES', month: '2026-12', priceTicks: 24_000 } as const;
    const event = { type: 'fill', at, side, quantity: 1, feeCents: 52, ...contract } as const;
    return ingestEvents(deps, leaderId, [{ sourceId: `bench-${number}`, event }]);
  };
  return { personId, trade };
}

/** From a leader's fill stored to its followers' fills stored, as the log records it. */
async function measureCopies(bench: Bench, count: number, atMost?: number): Promise<Figure> {
  const { deps } = bench;
  const group = await openGroup(bench, count);
  for (let number = 0; number < trades; number += 1) {
    await group.trade(number, number % 2 === 0 ? 'buy' : 'sell');
    await delay(pauseMs);
  }
  await delay(2_000);
  const rows = await deps.db
    .selectFrom('copy_log')
    .innerJoin('copy_group', 'copy_group.id', 'copy_log.group_id')
    .select('record')
    .where('copy_group.person_id', '=', group.personId)
    .execute();
  const times = rows
    .flatMap(({ record }) => (JSON.parse(record) as { latencyMs: number | null }).latencyMs ?? [])
    .sort((left, right) => left - right);
  if (times.length < trades * count) throw new Error(`${trades * count - times.length} copies are missing`);
  const p99 = times[Math.ceil(times.length * 0.99) - 1] ?? 0;
  return figure(`Thor: p99 of ${times.length} copies to ${count} followers`, p99, 'ms', atMost ? { atMost } : {});
}

async function measureFlatten(bench: Bench): Promise<Figure> {
  const group = await openGroup(bench, followers);
  await group.trade(0, 'buy');
  await delay(1_000);
  const from = performance.now();
  await flattenFollowers(bench.deps, group.personId);
  return figure(`Thor: ${followers} followers flattened`, performance.now() - from, 'ms', { atMost: 200 });
}

export async function measureCopier(): Promise<Figure[]> {
  const bench = await openBench();
  const stop = await runCopier(bench.deps);
  try {
    return [await measureCopies(bench, 3, 50), await measureCopies(bench, followers), await measureFlatten(bench)];
  } finally {
    await stop();
    await bench.close();
  }
}
