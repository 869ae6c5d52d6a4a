import { performance } from 'node:perf_hooks';
import { nextRandom, seedOf } from '../../src/lib/random.ts';
import { idempotencyHeader } from '../../src/shared/core/constants.ts';
import { registry } from '../../src/shared/firm/registry.ts';
import { fill } from '../server/support/fill.ts';
import { shapeOf } from '../server/support/hostile-text.ts';
import { curveOf, readSamples, toMb } from './load-samples.ts';
import { type Figure, figure } from './table.ts';

/** Streams don't end; the others end the sessions of the load. */
const calls = registry.filter(
  ({ name }) =>
    !name.endsWith('Stream') &&
    !['logout', 'endOtherSessions', 'endSessionById', 'endPersonSessions', 'deleteProfile'].includes(name),
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

export type Load = {
  /** Copies of the server, which take turns. */
  readonly origins: readonly string[];
  readonly tokens: readonly string[];
  readonly perSecond: number;
  readonly minutes: number;
};

/** Values that answers contained, so that requests name records that exist. */
const maxSeen = 500;

/** How many requests were answered, and those with a status of 5xx. */
export type Answered = { answers: number; readonly faults: string[] };

export function addAnswer(answered: Answered, request: string, status: number): void {
  answered.answers += 1;
  if (status >= 500) answered.faults.push(`${status} ${request}`);
}

type Fuzz = { readonly random: () => number; readonly answered: Answered; readonly seen: string[] };

function remember({ random, seen }: Fuzz, text: string): void {
  for (const [, value = ''] of text.matchAll(/"(?:id|\w+Id|number)":"([^"]{1,60})"/g)) {
    if (seen.length < maxSeen) seen.push(value);
    else seen[Math.floor(random() * maxSeen)] = value;
  }
}

/** Half of the requests fuzz a call, the others read pages and accounts, each from another IP address. */
async function sendOne({ origins, tokens }: Load, fuzz: Fuzz): Promise<void> {
  const { random, answered, seen } = fuzz;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const octet = () => Math.floor(random() * 256);
  const headers: Record<string, string> = {
    'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}`,
    [idempotencyHeader]: `soak-${Math.floor(random() * 1e12)}`,
  };
  const isFuzz = random() < 0.5;
  const isRead = !isFuzz && random() < 0.5;
  if (random() < 0.7) headers['Authorization'] = `Bearer ${pick(tokens)}`;
  const call = pick(calls);
  const value = pick(seen.length > 0 && random() < 0.5 ? seen : hostileValues);
  const path = isFuzz
    ? `/api/${call.path.replace(/\{\w+\}/g, encodeURIComponent(value))}`
    : isRead
      ? '/api/account/data'
      : pick(paths);
  const hasBody = isFuzz && call.method === 'POST';
  if (hasBody) headers['Content-Type'] = 'application/json';
  const filled = isFuzz ? (fill(shapeOf(hasBody ? call.body : call.query), value) ?? {}) : {};
  const query = isFuzz && !hasBody ? `?${new URLSearchParams(filled as Record<string, string>)}` : '';
  const answer = await fetch(pick(origins) + path + query, {
    method: hasBody ? 'POST' : 'GET',
    headers,
    redirect: 'manual',
    ...(hasBody ? { body: JSON.stringify(filled) } : {}),
  });
  const text = await answer.text();
  if (isFuzz && answer.ok) remember(fuzz, text);
  addAnswer(answered, `${hasBody ? 'POST' : 'GET'} ${path}`, answer.status);
}

/** Sends requests at a constant rate. */
export async function sendLoad(load: Load, everyMinute: (minute: number) => void): Promise<Answered> {
  const holder = { random: seedOf('soak') };
  const fuzz: Fuzz = { random: () => nextRandom(holder), answered: { answers: 0, faults: [] }, seen: [] };
  const startedAt = performance.now();
  const open = new Set<Promise<void>>();
  let reported = 0;
  for (let sent = 0; performance.now() - startedAt < load.minutes * 60_000; sent += 1) {
    const dueMs = (sent * 1_000) / load.perSecond;
    const waitMs = startedAt + dueMs - performance.now();
    if (waitMs > 0) await new Promise((next) => setTimeout(next, waitMs));
    if (open.size > 50) await Promise.race(open);
    const one: Promise<void> = sendOne(load, fuzz).finally(() => open.delete(one));
    open.add(one);
    const minute = Math.floor((performance.now() - startedAt) / 60_000);
    if (minute === reported) continue;
    reported = minute;
    everyMinute(minute);
  }
  await Promise.all(open);
  return fuzz.answered;
}

export function faultFigure(what: string, faults: readonly string[]): Figure {
  const kinds = Map.groupBy(faults, (fault) => fault);
  const counts = [...kinds].map(([kind, { length }]) => `${length} × ${kind}`);
  const listed = faults.length === 0 ? '' : `: ${counts.slice(0, 10).join(', ')}`;
  return figure(`${what}: responses with status 5xx${listed}`, faults.length, 'responses', { atMost: 0 });
}

/** Fuzzes and reads for some minutes, then compares the server's memory after garbage collection, by quarters. */
export async function measureSoak(options: Load, file: string, report: (line: string) => void): Promise<Figure[]> {
  const { answers, faults } = await sendLoad(options, (minute) => {
    const last = readSamples(file).at(-1);
    if (!last) return;
    const [rss, heap, external] = [last.rss, last.heapUsed, last.external].map(toMb);
    report(`${minute} min: RSS ${rss} MB, heap ${heap} MB, external ${external} MB`);
  });
  const samples = readSamples(file);
  const growth = (key: 'rss' | 'heapUsed') => {
    const [, , third = 0, fourth = 0] = curveOf(samples, key);
    return fourth - third;
  };
  return [
    { what: `Soak, ${options.minutes} min: RSS by quarter`, measured: `${curveOf(samples, 'rss').join(' → ')} MB` },
    { what: 'Soak: heap by quarter', measured: `${curveOf(samples, 'heapUsed').join(' → ')} MB` },
    figure('Soak: growth of RSS in the last quarter', growth('rss'), 'MB', { atMost: 15 }),
    figure('Soak: growth of the heap in the last quarter', growth('heapUsed'), 'MB', { atMost: 5 }),
    figure('Soak: requests answered', answers, 'requests'),
    faultFigure('Soak', faults),
  ];
}
