import { sql } from 'kysely';
import { pino } from 'pino';
import { getCatalog } from '../../src/content/catalog.ts';
import { officeLists } from '../../src/contract/office/lists.ts';
import { createServer } from '../../src/server/create-server.ts';
import { connectPostgres } from '../../src/server/db/connect.ts';
import type { Actor } from '../../src/server/deps.ts';
import { parseEnv } from '../../src/server/env.ts';
import { exportList } from '../../src/server/services/office/export-list.ts';
import { readPage } from '../../src/server/services/office/read-list.ts';
import { searchOffice } from '../../src/server/services/office/search.ts';
import { listSources } from '../../src/server/services/office/sources.ts';
import { readRiskRows } from '../../src/server/services/risk/read-rows.ts';
import { buyAccount, signInPerson } from '../server/support/people.ts';
import { onEnd } from './clean-up.ts';
import { startPostgres } from './postgres.ts';
import { type Figure, figure } from './table.ts';

const rounds = 40;

async function openBench() {
  const url = await startPostgres();
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '0' });
  const connection = await connectPostgres(url);
  const log = pino({ level: 'silent' });
  const server = await createServer({ env, catalog: getCatalog(), connection, log, recurring: false });
  onEnd(() => server.close());
  return server;
}

type Bench = Awaited<ReturnType<typeof openBench>>;

/** The 95th percentile of the milliseconds that a piece of work takes, after some rounds of warm-up. */
async function timeP95(work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work(round + 5);
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

/** Lists, search and export over as many rows. */
async function measureLists(bench: Bench, rows: number): Promise<Figure[]> {
  const { deps } = bench;
  await addPeople(bench, rows);
  const { personId, sessionId } = await signInPerson(bench);
  const actor = { personId, sessionId, roles: ['admin'] } as unknown as Actor;
  const first = await timeP95(() => readPage(deps, listSources.people, {}));
  const last = await timeP95(() => readPage(deps, listSources.people, { direction: 'newer' }));
  const search = await timeP95((round) =>
    searchOffice(deps, actor, round % 2 === 0 ? `trader${1 + ((round * 7_919) % rows)}@` : `trader${round}`),
  );
  const startedAt = performance.now();
  const before = process.memoryUsage().rss;
  let [highest, bytes] = [before, 0];
  const exported = exportList(deps, actor, listSources.people, {
    name: 'people',
    columns: officeLists.people.columns,
    filter: {},
  });
  for await (const piece of exported) {
    bytes += piece.length;
    highest = Math.max(highest, process.memoryUsage().rss);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const label = `${new Intl.NumberFormat('en').format(rows)} rows`;
  return [
    figure(`office: first page of ${label}, p95`, first, 'ms', { atMost: 50 }),
    figure(`office: last page of ${label}, p95`, last, 'ms', { atMost: 50 }),
    figure('office: last page to first page', last / first, '×', { atMost: 1.5 }),
    figure(`office: search in ${label}, p95`, search, 'ms', { atMost: 300 }),
    figure(`office: export of ${label}, ${Math.round(bytes / 1_048_576)} MB`, seconds, 's', { atMost: 60 }),
    figure('office: memory the export adds', (highest - before) / 1_048_576, 'MB', { atMost: 200 }),
  ];
}

/** What the risk desk's server side does for as many live accounts: the first list, and a round of changes. */
async function measureDesk(bench: Bench, accounts: number): Promise<Figure[]> {
  const { deps } = bench;
  const { personId } = await signInPerson(bench);
  const template = await buyAccount(bench, personId);
  const columns = ['person_id', 'platform', 'platform_user', 'platform_secret', 'simulated', 'programme', 'size'];
  const rest = ['rules_version', 'state', 'opened_at', 'phase', 'sequence'].map((name) => sql.ref(name));
  const copied = sql.join([...columns.map((name) => sql.ref(name)), ...rest]);
  await sql`
    insert into trading_account (id, order_id, platform_account_id, ${copied})
    select 'bench-' || n, 'bench-order-' || n, 'BENCH-' || n, ${copied}
    from trading_account cross join generate_series(1, ${accounts}::int) as given (n) where id = ${template}
  `.execute(deps.db);
  await sql`analyze trading_account`.execute(deps.db);
  const whole = await timeP95(() => readRiskRows(deps));
  const perRound = 500;
  const ids = Array.from({ length: perRound }, (_, index) => `bench-${1 + ((index * 37) % accounts)}`);
  const round = await timeP95(() => readRiskRows(deps, ids));
  const bytes = JSON.stringify(await readRiskRows(deps)).length;
  const label = new Intl.NumberFormat('en').format(accounts);
  return [
    figure(`risk: first list of ${label} accounts on the server, p95`, whole, 'ms', { atMost: 1_500 }),
    figure(`risk: a round of ${perRound} changed accounts (2,000 a second), p95`, round, 'ms', { atMost: 250 }),
    figure('risk: the first list uncompressed', bytes / 1_048_576, 'MB'),
  ];
}

/** Figures of the back office and the risk desk on a PostgreSQL of their own. */
export async function measureOffice(
  parts: ReadonlySet<string>,
  { rows, accounts }: { readonly rows: number; readonly accounts: number },
): Promise<Figure[]> {
  const bench = await openBench();
  return [
    ...(parts.has('office') ? await measureLists(bench, rows) : []),
    ...(parts.has('risk') ? await measureDesk(bench, accounts) : []),
  ];
}
