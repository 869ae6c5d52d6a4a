import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sha256 } from '../../src/server/core/encryption.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { onEnd, onExit } from './clean-up.ts';
import { isShort } from './sized.ts';

/** A private PostgreSQL with default settings. */
async function startOwn(end: typeof onEnd) {
  const cluster = await startCluster(mkdtempSync(join(tmpdir(), 'tidemark-postgres-')), [], { isTcp: true });
  end(() => cluster.stop());
  return cluster;
}

let shared: ReturnType<typeof startOwn> | undefined;
let databases = 0;

/**
 * A PostgreSQL of the part's own; short parts share one, which starts once. @returns the URL of an empty database
 */
export async function startPostgres(): Promise<string> {
  if (isShort) shared ??= startOwn(onExit);
  const cluster = await (shared ?? startOwn(onEnd));
  databases += 1;
  const name = `bench${databases}`;
  await cluster.createDatabase(name);
  return cluster.urlOf(name);
}

const pointsPerAccount = 200;
const readers = 500;

/** The demo trader's busiest account, the template of all copies. */
const pattern = `(select account_id from account_event where type = 'fill' group by 1 order by count(*) desc limit 1)`;

const copy = (table: string, alias: string, changes: Record<string, string>) => (columns: readonly string[]) =>
  `insert into ${table} (${columns.join(', ')})
   select ${columns.map((column) => changes[column] ?? `${alias}.${column}`).join(', ')}`;

/**
 * Fills the demo's database with copies of its trader's account, with `fills` spread over `traders`.
 * @returns tokens of some of the traders
 */
export async function fillDatabase(url: string, traders: number, fills: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const columnsOf = async (table: string) => {
    const sql = `select column_name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and identity_generation is null`;
    const { rows } = await client.query<{ column_name: string }>(sql, [table]);
    return rows.map((row) => row.column_name);
  };
  try {
    // The copies satisfy the constraints like their template, and checking millions of rows again would take an hour.
    await client.query('set session_replication_role = replica');
    await client.query(`create temp table pattern as select * from trading_account where id = ${pattern}`);
    const number = `from generate_series(1, ${traders}) as n, pattern p`;
    const idFrom = (prefix: string) => `'${prefix}' || n`;
    const insert = async (table: string, alias: string, changes: Record<string, string>, from: string): Promise<void> =>
      void (await client.query(`${copy(table, alias, changes)(await columnsOf(table))} ${from}`));

    await insert(
      'person',
      's',
      { id: idFrom('bench-'), email: `'bench-' || n || '@example.com'` },
      `${number} join person s on s.id = p.person_id`,
    );
    await insert(
      'orders',
      's',
      {
        id: idFrom('bench-'),
        person_id: idFrom('bench-'),
        number: idFrom('B-'),
        purchase_id: idFrom('bench-'),
        email: `'bench-' || n || '@example.com'`,
        idempotency_key: idFrom('bench-'),
        payment_session_id: idFrom('bench-'),
      },
      `${number} join orders s on s.id = p.order_id`,
    );
    await insert(
      'trading_account',
      'p',
      {
        id: idFrom('bench-'),
        person_id: idFrom('bench-'),
        order_id: idFrom('bench-'),
        platform_account_id: idFrom('bench-'),
        open_day: 'null',
      },
      number,
    );
    const each = Math.max(1, Math.round(fills / traders));
    await insert(
      'account_event',
      's',
      { account_id: idFrom('bench-'), sequence: 'copy * 100000 + s.sequence', source_id: `copy || '-' || s.source_id` },
      `${number} cross join lateral (
        select e.*, row_number() over (order by copy, sequence) as place, copy
        from account_event e, generate_series(1, ${each}) as copy where account_id = p.id and type = 'fill'
        order by copy, sequence limit ${each}) s`,
    );
    await insert(
      'equity_point',
      's',
      { account_id: idFrom('bench-') },
      `${number} cross join lateral (select * from equity_point where account_id = p.id order by at desc limit ${pointsPerAccount}) s`,
    );
    const tokens = Array.from({ length: Math.min(readers, traders) }, (_, index) => `bench-token-${index + 1}`);
    await client.query(
      `insert into session (id, person_id, token_hash, created_at, expires_at, user_agent, ip)
       select 'bench-' || n, 'bench-' || (n * $2::int), hash, now(), now() + interval '1 day', 'bench', '127.0.0.1'
       from unnest($1::text[]) with ordinality as given (hash, n)`,
      [tokens.map((token) => sha256(token)), Math.max(1, Math.floor(traders / tokens.length))],
    );
    // Otherwise autovacuum and the next checkpoint would run during the measurement.
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return tokens;
  } finally {
    await client.end();
  }
}
