import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { shortArgument } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** Reads and replays 100,000 rows in a process of its own: a visitor waits for the first run. */
export async function measureReplay(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)('node', ['tests/bench/replay.ts', ...shortArgument]);
  const ms = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(stdout)?.[1]);
  const limits = { atMost: 2_000 };
  return [
    figure('replay of 100,000 rows under every account, first run', ms('replay-first'), 'ms', limits),
    figure('replay of 100,000 rows under every account, best run', ms('replay-best'), 'ms', limits),
  ];
}
