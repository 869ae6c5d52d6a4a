import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';

type Column = {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly checks: readonly string[];
  /** The column it refers to, `table.column`. */
  readonly parent: string | null;
};

/** Columns that hold an email address. */
const isAddress = (name: string) => /^(?:email|recipient|target)$/.test(name);
const isActor = (name: string) => /^(?:actor|uploader|voter)$/.test(name);
/** Columns with a word of the program or of a catalog, and what identifies a row. */
const isWord = (name: string) =>
  /(?:^|_)(?:id|number|key|hash|sha256|reference|kind|status|state|type|cause|locale|language|platform|program|size|purpose|version|day|month|instrument|market|side|currency|interval|country|provider|method|package|bic|outcome|topic|rule|field|network|signature|browser|fingerprint)$/.test(
    name,
  );

async function listColumns({ db }: Pick<Deps, 'db'>): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey) order by k.conname) as checks,
      (select p.relname || '.' || (select attname from pg_attribute where attrelid = p.oid
          and attnum = k.confkey[array_position(k.conkey, a.attnum)])
        from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
        order by k.conname limit 1) as parent
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and c.relname not like 'kysely%' and c.relname <> 'rate_limit'
      and a.attidentity = '' and a.attgenerated = ''
    order by c.relname, a.attnum`.execute(db);
  return rows;
}

/** Tables whose rows belong to people: by a reference, directly or through others, or by an address. */
function ownTablesOf(columns: readonly Column[]): ReadonlySet<string> {
  const own = new Set<string>(['person']);
  for (let before = 0; before < own.size; ) {
    before = own.size;
    for (const { table, name, parent } of columns)
      if (isAddress(name) || isActor(name) || /(?:^|_)person_id$/.test(name) || own.has(parent?.split('.')[0] ?? ''))
        own.add(table);
  }
  // A person's addresses are kept by the database, and payments in a batch or a file are the firm's.
  for (const table of ['person', 'former_address', 'payout_batch', 'payout_import_entry']) own.delete(table);
  return own;
}

export const markOf = (table: string, column: string) => `zq ${table}.${column} qz`;

/** The first value that a column's checks allow: of a list, or else the one that a check names. */
const allowedBy = (checks: readonly string[], name: string) =>
  [`\\b${name} = ANY \\(\\(?ARRAY\\['([^']+)'`, `\\b${name} = '([^']+)'`]
    .flatMap((pattern) => checks.map((check) => new RegExp(pattern).exec(check)?.[1]))
    .find((value) => value !== undefined);

export type Filling = {
  readonly personId: string;
  readonly address: string;
  readonly formerAddresses: readonly string[];
  /** Values by `table.column`, where a check compares columns or a person couldn't be deleted. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly now: Date;
};

/**
 * A row of a person in every table, as its columns allow, with a mark in each text; another one under each
 * former address that refers to nobody, where a table has addresses.
 * @returns the tables whose checks refused the row
 */
export async function fillTables(deps: Deps, filling: Filling): Promise<readonly string[]> {
  const columns = await listColumns(deps);
  const { personId, address, formerAddresses, values, now } = filling;
  const refused: string[] = [];
  const fill = (column: Column, former: string | null): unknown => {
    const { table, name, type, nullable, checks, parent } = column;
    const own = values[`${table}.${name}`];
    if (own !== undefined) return own;
    if (parent === 'person.id' || /(?:^|_)person_id$/.test(name)) return former !== null && nullable ? null : personId;
    if (parent !== null) {
      if (former !== null && nullable) return null;
      const target = columns.find((each) => `${each.table}.${each.name}` === parent);
      return target && target !== column ? fill(target, null) : null;
    }
    if (isAddress(name)) return former ?? address;
    if (isActor(name)) return `person:${personId}`;
    if (type === 'text' || type === 'varchar' || type === 'bpchar') {
      const allowed = allowedBy(checks, name);
      if (allowed !== undefined) return allowed;
      return isWord(name) && !isAddress(name)
        ? `${table}-${name}-${formerAddresses.indexOf(former ?? '')}`
        : markOf(table, name);
    }
    if (type === 'jsonb' || type === 'json') return JSON.stringify({ mark: markOf(table, name) });
    if (type === 'timestamptz') return nullable ? null : now;
    if (type === 'date') return '2026-03-11';
    if (type.startsWith('_')) return [];
    if (type === 'bool') return false;
    if (type === 'bytea') return Buffer.from('mark');
    if (type === 'uuid') return '00000000-0000-4000-8000-000000000000';
    return nullable ? null : 1;
  };
  const tables = Map.groupBy(columns, ({ table }) => table);
  for (const table of ownTablesOf(columns)) {
    const own = tables.get(table) ?? [];
    for (const former of own.some(({ name }) => isAddress(name)) ? [null, ...formerAddresses] : [null]) {
      const row = own.map((column) => sql`${fill(column, former)}`);
      try {
        await deps.db.transaction().execute(async (trx) => {
          // Without triggers and references: a row may stand alone.
          await sql`set local session_replication_role = replica`.execute(trx);
          await sql`insert into ${sql.table(table)} (${sql.join(own.map(({ name }) => sql.ref(name)))})
            values (${sql.join(row)})`.execute(trx);
        });
      } catch (error) {
        refused.push(`${table}: ${(error as Error).message}`);
      }
    }
  }
  return refused;
}

/** Where a text stands in the database, as `table.column`. */
export async function findText(deps: Deps, pattern: RegExp): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const table of new Set((await listColumns(deps)).map((column) => column.table))) {
    const { rows } = await sql<{
      row: Record<string, unknown>;
    }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(deps.db);
    for (const { row } of rows)
      for (const [name, value] of Object.entries(row))
        if (pattern.test(JSON.stringify(value))) found.add(`${table}.${name}`);
  }
  return [...found].toSorted();
}
