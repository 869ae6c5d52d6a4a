import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Db, Trx } from '../deps.ts';
import type { Database } from './database.ts';

type Table = keyof Database & string;

type Row<Name extends Table> = Selectable<Database[Name]>;

type ColumnOf<Name extends Table> = keyof Row<Name> & string;

/** An id, which no row has if it is null, or the values that columns of the row have. */
type Key<Name extends Table> = { readonly [Column in keyof Row<Name>]?: NonNullable<Row<Name>[Column]> } | IdOf<Name>;

type IdOf<Name extends Table> = 'id' extends keyof Row<Name> ? string | null : never;

type New<Name extends Table> = InsertObject<Database, Name>;

/** Inserts a row, or several at once. */
export async function insertRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  row: New<Name> | readonly New<Name>[],
): Promise<void> {
  await executor
    .insertInto(table)
    .values(row as never)
    .execute();
}

/** Inserts rows that aren't there yet: none with the same unique value. @returns whether it inserted one */
export async function insertOnce<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  row: New<Name> | readonly New<Name>[],
): Promise<boolean> {
  const inserted = await executor
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning(sql<1>`1`.as('inserted'))
    .execute();
  return inserted.length > 0;
}

/** Changes the rows that a key selects. */
export async function updateRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  change: UpdateObject<Database, Name>,
): Promise<void> {
  const update = executor.updateTable(table as never).set(change as never);
  await conditionsOf(key)
    .reduce((query, [column, value]) => query.where(column as never, '=', value as never), update)
    .execute();
}

/** The row that a key selects: all of it, or the columns that are named. */
export async function findRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  return (await selectRow(executor, table, key, columns).executeTakeFirst()) as Row<Name> | undefined;
}

/** Like `findRow`. @throws NoResultError if there is no such row */
export async function getRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
): Promise<Pick<Row<Name>, Column>> {
  return (await selectRow(executor, table, key, columns).executeTakeFirstOrThrow()) as Row<Name>;
}

/** Like `findRow`, locked until the transaction ends. */
export async function lockRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  trx: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  return (await selectRow(trx, table, key, columns).forUpdate().executeTakeFirst()) as Row<Name> | undefined;
}

/** Like `lockRow`. @throws NoResultError if there is no such row */
export async function getLockedRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  trx: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
): Promise<Pick<Row<Name>, Column>> {
  return (await selectRow(trx, table, key, columns).forUpdate().executeTakeFirstOrThrow()) as Row<Name>;
}

function selectRow<Name extends Table>(executor: Db | Trx, table: Name, key: Key<Name>, columns?: readonly string[]) {
  const from = executor.selectFrom(table as never);
  const select = columns ? from.select(columns as never) : from.selectAll();
  return conditionsOf(key).reduce(
    (query, [column, value]) => query.where(column as never, '=', value as never),
    select,
  );
}

/** @throws for a key without values, which would select every row */
function conditionsOf(key: string | object | null): [column: string, value: unknown][] {
  if (key === null || typeof key === 'string') return [['id', key]];
  const conditions = Object.entries(key);
  if (conditions.length === 0) throw new Error('a key needs a value');
  return conditions;
}
