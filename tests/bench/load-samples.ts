import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Sample = {
  readonly atMs: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  /** The longest block of the event loop since the last sample, and the request that arrived before it. */
  readonly blockMs: number;
  readonly after: string;
};

type Options = { readonly everyMs: number; readonly collects?: true };

/** The environment that makes a server record its memory and the blocks of its event loop in `file`. */
export function loadEnvironment(file: string, { everyMs, collects }: Options): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${resolve('tests/bench/load-probe.ts')}`,
    LOAD_FILE: file,
    LOAD_EVERY_MS: String(everyMs),
    ...(collects ? { LOAD_COLLECT: '1' } : {}),
  };
}

export function readSamples(file: string): Sample[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Sample);
}

export const toMb = (bytes: number) => Math.round(bytes / (1024 * 1024));

/** The mean of a part of the run, in megabytes. */
export function meanOf(samples: readonly Sample[], key: 'rss' | 'heapUsed', from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
  return toMb(part.reduce((sum, sample) => sum + sample[key], 0) / part.length);
}

/** Means of the quarters of a run. */
export function curveOf(samples: readonly Sample[], key: 'rss' | 'heapUsed'): number[] {
  return [0, 1, 2, 3].map((at) => meanOf(samples, key, at / 4, (at + 1) / 4));
}
