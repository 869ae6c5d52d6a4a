/** Runs a statement on the database that is reset. */
export type Ask = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

type Rows = { readonly table: string; readonly columns: string; readonly rows: string };

/** The prepared state of a database: its structure, its initial rows and the positions of its sequences. */
export type Snapshot = {
  readonly structure: string;
  readonly tables: readonly string[];
  readonly rows: readonly Rows[];
  readonly sequences: ReadonlyMap<string, Sequence>;
};

/** The next number, or the last one if `isCalled`. */
type Sequence = { readonly value: number; readonly isCalled: boolean };

/** Emptying a small table row by row is faster than recreating its files and indexes. */
const truncateFromBytes = 1_000_000;

const ownSchemas = `nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg\\_t%'`;

/** Every table, column, constraint, index, trigger and function, in one hash. */
const structureText = `
  with space as (select oid from pg_namespace where ${ownSchemas}),
    parts as (
      select concat_ws(' ', 'class', relname, relkind, reloptions) as part from pg_class
        where relnamespace in (select oid from space)
      union all select concat_ws(' ', 'column', attrelid, attname, atttypid, attnotnull, attisdropped) from pg_attribute
        where attrelid in (select oid from pg_class where relnamespace in (select oid from space))
      union all select concat_ws(' ', 'constraint', conrelid, conname, convalidated, pg_get_constraintdef(oid))
        from pg_constraint where connamespace in (select oid from space)
      union all select concat_ws(' ', 'trigger', tgrelid, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select concat_ws(' ', 'function', proname, md5(prosrc)) from pg_proc
        where pronamespace in (select oid from space))
  select md5(string_agg(part, ',' order by part)) as structure from parts`;

const tablesText = `
  select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and ${ownSchemas} order by 1`;

const sequencesText = `
  select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, start_value)::text as value,
    last_value is not null as "isCalled"
  from pg_sequences`;

/** Like DISCARD ALL, but keeps the plans of statements, which the next test runs again. */
const forgetSession = ['close all', 'unlisten *', 'reset all', 'select pg_advisory_unlock_all()'];

async function findFilled(ask: Ask, tables: readonly string[]): Promise<string[]> {
  const checks = tables.map((name) => `select '${name}' as name where exists (select from ${name})`);
  return (await ask<{ name: string }>(checks.join(' union all '))).map(({ name }) => name);
}

async function readSequences(ask: Ask): Promise<ReadonlyMap<string, Sequence>> {
  const rows = await ask<{ name: string; value: string; isCalled: boolean }>(sequencesText);
  return new Map(rows.map(({ name, value, isCalled }) => [name, { value: Number(value), isCalled }]));
}

async function readStructure(ask: Ask): Promise<string> {
  const [row] = await ask<{ structure: string }>(structureText);
  return row?.structure ?? '';
}

async function readRows(ask: Ask, table: string): Promise<Rows> {
  const [row] = await ask<{ columns: string; rows: string }>(`
    select
      (select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select jsonb_agg(to_jsonb(kept))::text from ${table} kept) as rows`);
  if (!row) throw new Error(`No rows in ${table}`);
  return { table, ...row };
}

/** Records the prepared state of a database, so that it can be restored. */
export async function takeSnapshot(ask: Ask): Promise<Snapshot> {
  const tables = (await ask<{ name: string }>(tablesText)).map(({ name }) => name);
  const rows: Rows[] = [];
  for (const table of await findFilled(ask, tables)) rows.push(await readRows(ask, table));
  return { structure: await readStructure(ask), tables, rows, sequences: await readSequences(ask) };
}

async function emptyTables(ask: Ask, filled: readonly string[], truncateFrom: number): Promise<void> {
  if (filled.length === 0) return;
  const sizes = filled.map((name) => `select '${name}' as name, pg_table_size('${name}')::text as bytes`);
  const rows = await ask<{ name: string; bytes: string }>(sizes.join(' union all '));
  const large = rows.filter(({ bytes }) => Number(bytes) > truncateFrom).map(({ name }) => name);
  for (const name of filled) if (!large.includes(name)) await ask(`delete from ${name}`);
  if (large.length > 0) await ask(`truncate ${large.join(', ')} cascade`);
}

/**
 * Restores a used database to its prepared state: its initial rows only, and sequences at their initial positions.
 * @param truncateFrom tables of more bytes are truncated; 0 leaves no trace of earlier rows, whose places new ones take
 * @returns false if a test changed its structure: it must not be used again
 */
export async function resetDatabase(ask: Ask, snapshot: Snapshot, truncateFrom = truncateFromBytes): Promise<boolean> {
  for (const text of forgetSession) await ask(text);
  if ((await readStructure(ask)) !== snapshot.structure) return false;
  // Disables foreign keys and the triggers that protect the ledger and the audit log.
  await ask('set session_replication_role = replica');
  await emptyTables(ask, await findFilled(ask, snapshot.tables), truncateFrom);
  for (const { table, columns, rows } of snapshot.rows) {
    await ask(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [rows],
    );
  }
  const current = await readSequences(ask);
  for (const [name, { value, isCalled }] of snapshot.sequences) {
    const now = current.get(name);
    if (now?.value === value && now.isCalled === isCalled) continue;
    await ask('select setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);
  }
  await ask('reset session_replication_role');
  return true;
}
