import { sql } from 'kysely';
import type { Trx } from '../../deps.ts';
import { BackupError, measureTable, type Table, type TableRecord } from './format.ts';

/**
 * Drops foreign keys and disables triggers, so that tables load in any order. Restoring the keys checks every row.
 * @returns a function that restores them
 */
export async function dropConstraints(trx: Trx, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
  `.execute(trx);
  for (const { name } of tables) await sql`alter table ${sql.id('public', name)} disable trigger user`.execute(trx);
  for (const { table, name } of keys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(trx);
  return async () => {
    for (const { table, name, definition } of keys)
      await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(trx);
    for (const { name } of tables) await sql`alter table ${sql.id('public', name)} enable trigger user`.execute(trx);
  };
}

/** Removes rows that migrations inserted, to be replaced by those of the backup. */
export async function emptyTables(trx: Trx, tables: readonly Table[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id('public', name)))}`.execute(trx);
}

/** Finds the table of a backup record. @throws {BackupError} if their columns differ */
export function matchTable(tables: readonly Table[], record: TableRecord): Table {
  const table = tables.find(({ name }) => name === record.name);
  if (!table) throw new BackupError(`the backup has a table ${record.name}, which its migrations don’t create.`);
  const columns = record.columns.map((name) => table.columns.find((column) => column.name === name));
  const known = columns.filter((column) => column !== undefined);
  if (known.length !== columns.length || known.length !== table.columns.length)
    throw new BackupError(`the columns of ${record.name} in the backup are not those its migrations create.`);
  return { name: table.name, columns: known };
}

/** @param rows JSON arrays of texts, in the order of the table's columns */
export async function insertRows(trx: Trx, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  const names = columns.map((column) => sql.id(column.name));
  const values = columns.map((column, index) => sql`(r->>${sql.lit(index)})::${sql.raw(column.type)}`);
  await sql`
    insert into ${sql.id('public', name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from json_array_elements(${`[${rows.join(',')}]`}::json) as given (r)
  `.execute(trx);
}

/** @throws {BackupError} if a transaction doesn't sum to zero, or an account has a forbidden negative balance */
export async function verifyLedger(trx: Trx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select transaction_id as id from ledger_entry group by transaction_id having sum(amount_cents) <> 0
    union all
    select a.id from ledger_account a join ledger_entry e on e.account_id = a.id
    where not a.may_be_negative group by a.id having sum(e.amount_cents) < 0
    limit 1
  `.execute(trx);
  if (rows[0]) throw new BackupError(`the ledger is not balanced (${rows[0].id}).`);
}

/** @throws {BackupError} if a table's rows or totals differ from the backup record */
export async function verifyTable(trx: Trx, table: Table, record: TableRecord): Promise<void> {
  const { count, sums } = await measureTable(trx, table);
  if (count !== record.count)
    throw new BackupError(`${record.name} has ${count} rows, but the backup recorded ${record.count}.`);
  for (const [column, sum] of Object.entries(record.sums)) {
    if ((sums[column] ?? null) !== sum)
      throw new BackupError(`${record.name}.${column} totals ${sums[column]}, but the backup recorded ${sum}.`);
  }
}
