import { sql } from 'kysely';
import type { Deps } from '#server/core/deps.ts';

type Row = Readonly<Record<string, unknown>>;
type Reference = { readonly child: string; readonly column: string; readonly parent: string; readonly key: string };

/** Every reference between tables: the declared ones, and columns named after a person. */
async function listReferences({ db }: Pick<Deps, 'db'>): Promise<readonly Reference[]> {
  const declared = await sql<Reference>`
    select child.relname as child, from_column.attname as column, parent.relname as parent, to_column.attname as key
    from pg_constraint c
      join pg_class child on child.oid = c.conrelid
      join pg_class parent on parent.oid = c.confrelid
      join pg_attribute from_column on from_column.attrelid = c.conrelid and from_column.attnum = c.conkey[1]
      join pg_attribute to_column on to_column.attrelid = c.confrelid and to_column.attnum = c.confkey[1]
      join pg_namespace n on n.oid = child.relnamespace and n.nspname = 'public'
    where c.contype = 'f'`.execute(db);
  const named = await sql<Reference>`
    select table_name as child, column_name as column, 'person' as parent, 'id' as key
    from information_schema.columns where table_schema = 'public' and column_name = 'person_id'`.execute(db);
  return [...declared.rows, ...named.rows];
}

/** All rows that belong to a person, by table, the oldest first: those that refer to the person or to one of them. */
export async function readOwnedRows(deps: Deps, personId: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const references = await listReferences(deps);
  const owned = new Map<string, Map<string, Row>>();
  const keep = (table: string, rows: readonly Row[]): boolean => {
    const kept = owned.get(table) ?? new Map<string, Row>();
    const before = kept.size;
    for (const row of rows) kept.set(JSON.stringify(row), row);
    owned.set(table, kept);
    return kept.size > before;
  };
  const select = async (table: string, column: string, values: readonly unknown[]) =>
    (
      await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t
        where ${sql.ref(`t.${column}`)}::text = any(${values.map(String)})
        order by to_jsonb(t) ->> 'created_at', t.ctid`.execute(deps.db)
    ).rows.map(({ row }) => row);
  keep('person', await select('person', 'id', [personId]));
  const open = ['person'];
  for (let table = open.shift(); table !== undefined; table = open.shift()) {
    for (const { child, column, parent, key } of references) {
      if (parent !== table) continue;
      const values = [...(owned.get(table)?.values() ?? [])].map((row) => row[key]).filter((value) => value !== null);
      if (keep(child, await select(child, column, values)) && !open.includes(child)) open.push(child);
    }
  }
  return new Map([...owned].map(([table, rows]) => [table, [...rows.values()]]));
}
