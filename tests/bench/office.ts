import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { connectPostgres } from '../../src/server/core/database/connect.ts';
import type { Actor } from '../../src/server/core/deps.ts';
import { parseEnv } from '../../src/server/core/env.ts';
import { createServer } from '../../src/server/create-server.ts';
import { listSources } from '../../src/server/firm/office/lists.ts';
import { searchOffice } from '../../src/server/firm/office/search.ts';
import { readPage } from '../../src/server/office/lists/read-list.ts';
import { officeLists } from '../../src/shared/firm/lists.ts';
import { signInPerson } from '../server/support/people.ts';
import { startServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';
import { startPostgres } from './postgres.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const rounds = sized(40, 2);
const warmUps = sized(5, 1);
const probeMs = 100;
const settleMs = sized(3_000, 500);

export async function openOffice() {
  const url = await startPostgres();
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '0' });
  const connection = await connectPostgres(url);
  const log = pino({ level: 'silent' });
  const server = await createServer({ env, catalog: getCatalog(), connection, log, recurring: false });
  onEnd(() => server.close());
  return { ...server, url };
}

export type Bench = Awaited<ReturnType<typeof openOffice>>;

/** The 95th percentile of the time a piece of work takes, in milliseconds, after some warm-up rounds. */
export async function timeP95(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work(round + warmUps);
    if (round >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((left, right) => left - right);
  return times[Math.floor(times.length * 0.95)] ?? 0;
}

async function addPeople({ deps }: Bench, rows: number): Promise<void> {
  await sql`
    insert into person (id, email, first_name, last_name, country, locale, created_at)
    select 'bench-' || n, 'trader' || n || '@example.org', 'Ada', 'Lima', 'PT', 'en',
      timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${rows}::int) as given (n)
  `.execute(deps.db);
  await sql`analyze person`.execute(deps.db);
}

/** One export from a server of its own, so that the reads don't count: its duration and the memory it adds. */
async function measureExport({ url }: Bench, token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-office-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const probe = join(folder, 'probe.jsonl');
  const server = await startServer({
    dataDir: join(folder, 'data'),
    env: {
      ...{ DATABASE_URL: url, LOG_LEVEL: 'error', DEMO: '0' },
      NODE_OPTIONS: `--import ${resolve('tests/bench/viewers-probe.ts')}`,
      ...{ PROBE_FILE: probe, PROBE_MS: String(probeMs) },
    },
  });
  onEnd(() => server.stop());
  const readMemory = () => {
    const lines = readFileSync(probe, 'utf8').trim().split('\n');
    return lines.map((line) => (JSON.parse(line) as { readonly rss: number }).rss);
  };
  await delay(settleMs);
  const before = readMemory();
  const startedAt = performance.now();
  const answer = await fetch(`${server.origin}/api/${officeLists.people.file.path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!answer.ok || !answer.body) throw new Error(`the export got status ${answer.status}`);
  let bytes = 0;
  for await (const piece of answer.body) bytes += piece.length;
  const seconds = (performance.now() - startedAt) / 1_000;
  await delay(2 * probeMs);
  const during = readMemory().slice(before.length);
  await server.stop();
  return { seconds, bytes, addedBytes: Math.max(...during) - (before.at(-1) ?? 0) };
}

/** Lists, search and export over this many rows. */
export async function measureLists(bench: Bench, rows: number): Promise<Figure[]> {
  const { deps } = bench;
  await addPeople(bench, rows);
  const { personId, sessionId, token } = await signInPerson(bench, { roles: ['admin'] });
  const actor = { personId, sessionId, roles: ['admin'] } as unknown as Actor;
  const first = await timeP95(() => readPage(deps, listSources.people, {}, { locale: 'en', roles: ['admin'] }));
  const last = await timeP95(() =>
    readPage(deps, listSources.people, { direction: 'newer' }, { locale: 'en', roles: ['admin'] }),
  );
  const search = await timeP95((round) =>
    searchOffice(deps, actor, round % 2 === 0 ? `trader${1 + ((round * 7_919) % rows)}@` : `trader${round}`, 'en'),
  );
  const { seconds, bytes, addedBytes } = await measureExport(bench, token);
  const label = `${new Intl.NumberFormat('en').format(rows)} rows`;
  return [
    figure(`office: first page of ${label}, p95`, first, 'ms', { atMost: 50 }),
    figure(`office: last page of ${label}, p95`, last, 'ms', { atMost: 50 }),
    figure('office: last page relative to first page', last / first, '×', { atMost: 1.5 }),
    figure(`office: search in ${label}, p95`, search, 'ms', { atMost: 300 }),
    figure(`office: export of ${label}, ${Math.round(bytes / 1_048_576)} MB`, seconds, 's', { atMost: 60 }),
    figure('office: server memory added by the export', addedBytes / 1_048_576, 'MB', { atMost: 200 }),
  ];
}
