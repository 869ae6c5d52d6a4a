import { setTimeout as delay } from 'node:timers/promises';
import { flattenFollowers } from '../../src/server/copier/change-followers.ts';
import { runCopier } from '../../src/server/copier/run-copier.ts';
import { type Bench, openBench, openGroup } from './copier-group.ts';
import { measureOrderMode } from './copier-orders.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const followers = sized(20, 2);
const trades = sized(150, 2);
const pauseMs = 100;
const pollEveryMs = 20;
const maxWaitMs = 120_000;

/** The time from storing a leader's fill to storing its followers' fills, as the copy log records it. */
async function measureCopies(bench: Bench, count: number, atMost?: number): Promise<Figure> {
  const group = await openGroup(bench, count);
  let times: number[] = [];
  for (let number = 0; number < trades; number += 1) {
    await group.trade(number, number % 2 === 0 ? 'buy' : 'sell');
    times = await readLatencies(bench, group.personId, (number + 1) * count);
    await delay(pauseMs);
  }
  const p99 = times.sort((left, right) => left - right)[Math.ceil(times.length * 0.99) - 1] ?? 0;
  return figure(`Thor: p99 of ${times.length} copies to ${count} followers`, p99, 'ms', atMost ? { atMost } : {});
}

/** Waits for this many copies, because a trade reversed before it is copied leaves nothing to copy. */
async function readLatencies({ deps }: Bench, personId: string, count: number): Promise<number[]> {
  const from = performance.now();
  for (;;) {
    const rows = await deps.db
      .selectFrom('copy_log')
      .innerJoin('copy_group', 'copy_group.id', 'copy_log.group_id')
      .select('record')
      .where('copy_group.person_id', '=', personId)
      .execute();
    const times = rows.flatMap(({ record }) => (JSON.parse(record) as { latencyMs: number | null }).latencyMs ?? []);
    if (times.length >= count) return times;
    if (performance.now() - from > maxWaitMs) throw new Error(`${count - times.length} copies are missing`);
    await delay(pollEveryMs);
  }
}

async function measureFlatten(bench: Bench): Promise<Figure> {
  const group = await openGroup(bench, followers);
  await group.trade(0, 'buy');
  await delay(1_000);
  const from = performance.now();
  await flattenFollowers(bench.deps, group.personId);
  return figure(`Thor: flattening ${followers} followers`, performance.now() - from, 'ms', { atMost: 200 });
}

export async function measureCopier(): Promise<Figure[]> {
  const bench = await openBench();
  const stop = await runCopier(bench.deps);
  try {
    const figures = [
      await measureCopies(bench, sized(3, 1), 50),
      await measureCopies(bench, followers),
      await measureFlatten(bench),
    ];
    return [...figures, ...(await measureOrderMode(bench, followers, stop))];
  } finally {
    await stop();
    await bench.close();
  }
}
