import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { shortArgument } from './sized.ts';
import { type Figure, figure } from './table.ts';

/** Runs in its own process, so that nothing else in the benchmark shares its heap. */
export async function measureEngine(): Promise<Figure[]> {
  const { stdout } = await promisify(execFile)('node', ['tests/bench/engine.ts', ...shortArgument]);
  const rate = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(stdout)?.[1]);
  return [
    figure('rules engine, replay of a year', rate('engine-replay'), 'events/s', { atLeast: 20_000_000 }),
    figure('rules engine, one event at a time', rate('engine-apply-one-by-one'), 'events/s', { atLeast: 1_500_000 }),
  ];
}
