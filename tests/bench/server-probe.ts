import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export type Sample = { readonly atMs: number; readonly cpuMs: number; readonly rss: number };

/** The environment that makes a server record its CPU time and memory every second, and a way to read the records. */
export function openProbe(folder: string) {
  const file = join(folder, 'probe.jsonl');
  return {
    env: { NODE_OPTIONS: `--import ${resolve('tests/bench/viewers-probe.ts')}`, PROBE_FILE: file },
    readSamples: () =>
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Sample),
  };
}
