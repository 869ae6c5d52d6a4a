import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { sha256 } from '../../src/server/core/encryption.ts';
import { startServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';
import { startPostgres } from './postgres.ts';
import { openProbe, type Sample } from './server-probe.ts';
import { sized } from './sized.ts';
import { type Figure, figure } from './table.ts';

const people = 1_000;
const settleMs = sized(4_000, 1_200);
const measureMs = sized(12_000, 1_200);
const megabyte = 1024 * 1024;

type Reading = { readonly perSecond: number; readonly p99Ms: number; readonly refused: number };

/** The cost of the market stream's viewers in the server's process; readers and database run in separate ones. */
export async function measureViewers(counts: readonly number[]): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-viewers-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const url = await startPostgres();
  const probe = openProbe(folder);
  const env = { DEMO: '1', DATABASE_URL: url, LOG_LEVEL: 'error', ...probe.env };
  const server = await startServer({ dataDir: join(folder, 'data'), env });
  onEnd(() => server.stop());
  await signInPeople(url);
  await delay(settleMs);
  const idle = await measureCores(probe.readSamples);
  const figures: Figure[] = [
    figure('Server without viewers: CPU', idle.cores, 'cores'),
    figure('Server without viewers: memory', idle.rss / megabyte, 'MB'),
  ];
  for (const count of counts) {
    const { port } = new URL(server.origin);
    const viewers = await openViewers(port, count);
    await delay(settleMs);
    await viewers.read();
    const busy = await measureCores(probe.readSamples);
    const { perSecond, p99Ms, refused } = await viewers.read();
    await viewers.close();
    const label = `${count.toLocaleString('en')} viewers`;
    const wide = count > 1_000;
    // The table rounds to one decimal, so hundredths of a core are more precise.
    const shares = (busy.cores - idle.cores) * 100;
    figures.push(
      figure(`${label}: CPU`, shares, '% of a core', { atMost: wide ? 50 : 10 }),
      figure(`${label}: memory`, (busy.rss - idle.rss) / megabyte, 'MB', wide ? { atMost: 200 } : {}),
      figure(`${label}: frames per second for each`, perSecond, 'frames', { atLeast: 3.9 }),
      figure(`${label}: p99 from a frame's time to its reader`, p99Ms, 'ms'),
      figure(`${label}: refused`, refused, 'viewers', { atMost: 0 }),
    );
    await delay(settleMs);
  }
  await server.stop();
  return figures;
}

/** A thousand people with one session each; a person may have six streams. */
async function signInPeople(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = 'person' and is_generated = 'NEVER' and identity_generation is null`,
  );
  const overrides: Record<string, string> = { id: `'viewer-' || n`, email: `'viewer-' || n || '@example.com'` };
  const columns = rows.map(({ column_name: name }) => name);
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into person (${columns.join(', ')}) select ${columns.map((name) => overrides[name] ?? `p.${name}`).join(', ')}
     from generate_series(1, ${people}) as n, (select * from person where email = 'trader@example.com') as p`,
  );
  await client.query(
    `insert into session (id, person_id, token_hash, created_at, expires_at, user_agent, ip)
     select 'viewer-' || n, 'viewer-' || n, hash, now(), now() + interval '1 day', 'bench', '127.0.0.1'
     from unnest($1::text[]) with ordinality as given (hash, n)`,
    [Array.from({ length: people }, (_, index) => sha256(`viewer-${index + 1}`))],
  );
  await client.end();
}

/** The server's CPU time per second, and its memory at the end. */
async function measureCores(readSamples: () => Sample[]): Promise<{ readonly cores: number; readonly rss: number }> {
  const from = readSamples().at(-1);
  await delay(measureMs);
  const to = readSamples().at(-1);
  if (!from || !to) throw new Error('the server recorded nothing');
  return { cores: (to.cpuMs - from.cpuMs) / (to.atMs - from.atMs), rss: to.rss };
}

async function openViewers(port: string, count: number) {
  const each = Math.ceil(count / people);
  const owners = Math.floor(count / each);
  const child: ChildProcess = spawn('node', ['tests/bench/viewers-client.ts', port, String(owners), String(each)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onEnd(async () => void child.kill());
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('the viewers have no pipes');
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async read(): Promise<Reading> {
      stdin.write('\n');
      const { value } = await lines.next();
      return JSON.parse(value ?? '{}') as Reading;
    },
    close: () =>
      new Promise<void>((done) => {
        child.once('exit', () => done());
        child.kill();
      }),
  };
}
