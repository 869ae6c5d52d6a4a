import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { nextRandom, seedOf } from '../../src/lib/random.ts';
import { toJsonSchema } from '../../src/server/core/http/openapi.ts';
import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { registry } from '../../src/shared/core/registry.ts';
import { fill } from '../server/support/fill.ts';
import { type Figure, figure } from './table.ts';

type Sample = {
  readonly seconds: number;
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
};

const megabyte = 1024 * 1024;
const sampleMs = 10_000;
const calls = registry.filter(
  ({ name }) => !['accountStream', 'marketStream', 'logout', 'endOtherSessions', 'deleteProfile'].includes(name),
);
const paths = [
  '/',
  '/faq',
  '/fr/evaluations',
  '/check-out/classic-50k',
  '/my-account',
  '/rules',
  '/no-such-page',
  '/api/ready',
];
const hostileValues = [
  '',
  'x'.repeat(300),
  '💥\u202e',
  "' or 1=1--",
  '<script>',
  '../../etc/passwd',
  '-1',
  'null',
  '\n\r',
  '%00',
];

/** The environment that makes the server preload the memory probe and write to `folder`. */
export function soakEnvironment(folder: string): Record<string, string> {
  const probe = resolve('tests/bench/soak-probe.ts');
  return {
    NODE_OPTIONS: `--import ${probe}`,
    SOAK_FILE: join(folder, 'memory.jsonl'),
    SOAK_EVERY_MS: String(sampleMs),
  };
}

function readSamples(folder: string): Sample[] {
  const lines = readFileSync(join(folder, 'memory.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Sample);
}

type Load = { readonly origin: string; readonly token: string; readonly perSecond: number; readonly minutes: number };

/** Half of the requests fuzz a call, the others read pages and the demo account, each from another IP address. */
async function sendOne({ origin, token }: Load, random: () => number, counts: Map<number, number>): Promise<void> {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const octet = () => Math.floor(random() * 256);
  const headers: Record<string, string> = {
    'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}`,
    [idempotencyHeader]: `soak-${Math.floor(random() * 1e12)}`,
  };
  const isFuzz = random() < 0.5;
  const isRead = !isFuzz && random() < 0.5;
  if (random() < 0.7) headers['Authorization'] = `Bearer ${token}`;
  const call = pick(calls);
  const path = isFuzz
    ? `/api/${call.path.replace(/\{\w+\}/g, encodeURIComponent(pick(hostileValues)))}`
    : isRead
      ? '/api/account/data'
      : pick(paths);
  const hasBody = isFuzz && call.method === 'POST';
  if (hasBody) headers['Content-Type'] = 'application/json';
  const body =
    hasBody && call.body ? JSON.stringify(fill(toJsonSchema(call.body, 'input'), pick(hostileValues))) : '{}';
  const answer = await fetch(origin + path, {
    method: hasBody ? 'POST' : 'GET',
    headers,
    redirect: 'manual',
    ...(hasBody ? { body } : {}),
  });
  await answer.arrayBuffer();
  counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
}

async function load(options: Load, report: (line: string) => void, folder: string): Promise<Map<number, number>> {
  const holder = { random: seedOf('soak') };
  const counts = new Map<number, number>();
  const startedAt = performance.now();
  const open = new Set<Promise<void>>();
  let reported = 0;
  for (let sent = 0; performance.now() - startedAt < options.minutes * 60_000; sent += 1) {
    const dueMs = (sent * 1_000) / options.perSecond;
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
    if (open.size > 50) await Promise.race(open);
    const one: Promise<void> = sendOne(options, () => nextRandom(holder), counts).finally(() => open.delete(one));
    open.add(one);
    const minute = Math.floor((performance.now() - startedAt) / 60_000);
    if (minute === reported) continue;
    reported = minute;
    const last = readSamples(folder).at(-1);
    if (last)
      report(
        `${minute} min: RSS ${toMb(last.rss)} MB, heap ${toMb(last.heapUsed)} MB, external ${toMb(last.external)} MB`,
      );
  }
  await Promise.all(open);
  return counts;
}

const toMb = (bytes: number) => Math.round(bytes / megabyte);

/** The mean of a part of the run, in megabytes. */
function meanOf(samples: readonly Sample[], key: 'rss' | 'heapUsed', from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to));
  return Math.round(part.reduce((sum, sample) => sum + sample[key], 0) / part.length / megabyte);
}

/** Fuzzes and reads for some minutes, then compares the server's memory after garbage collection, by quarters. */
export async function measureSoak(options: Load, folder: string, report: (line: string) => void): Promise<Figure[]> {
  const counts = await load(options, report, folder);
  const samples = readSamples(folder);
  const quarters = [0, 1, 2, 3].map((at) => [at / 4, (at + 1) / 4] as const);
  const curve = (key: 'rss' | 'heapUsed') => quarters.map(([from, to]) => meanOf(samples, key, from, to)).join(' → ');
  const growth = (key: 'rss' | 'heapUsed') => meanOf(samples, key, 0.75, 1) - meanOf(samples, key, 0.5, 0.75);
  const faults = [...counts].filter(([status]) => status === 500).reduce((sum, [, count]) => sum + count, 0);
  return [
    { what: `Soak, ${options.minutes} min: RSS by quarter`, measured: `${curve('rss')} MB` },
    { what: 'Soak: heap by quarter', measured: `${curve('heapUsed')} MB` },
    figure('Soak: growth of RSS in the last quarter', growth('rss'), 'MB', { atMost: 15 }),
    figure('Soak: growth of the heap in the last quarter', growth('heapUsed'), 'MB', { atMost: 5 }),
    figure(
      'Soak: requests answered',
      [...counts.values()].reduce((sum, count) => sum + count, 0),
      'requests',
    ),
    figure('Soak: responses with status 500', faults, 'responses', { atMost: 0 }),
  ];
}
