import { setTimeout as delay } from 'node:timers/promises';
import { flattenFollowers } from '../../src/server/services/copier/change-followers.ts';
import { runCopier } from '../../src/server/services/copier/run-copier.ts';
import { type Bench, openBench, openGroup } from './copier-group.ts';
import { measureOrderMode } from './copier-orders.ts';
import { type Figure, figure } from './table.ts';

const followers = 20;
const trades = 150;
const pauseMs = 100;

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
    const figures = [
      await measureCopies(bench, 3, 50),
      await measureCopies(bench, followers),
      await measureFlatten(bench),
    ];
    return [...figures, ...(await measureOrderMode(bench, followers, stop))];
  } finally {
    await stop();
    await bench.close();
  }
}
