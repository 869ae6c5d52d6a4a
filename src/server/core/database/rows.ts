import {
  type ExpressionBuilder,
  type InsertObject,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
  type UpdateObject,
} from 'kysely';
import { type Db, notFound, type Trx } from '../deps.ts';
import type { Database } from './database.ts';

type Table = keyof Database & string;

type Row<Name extends Table> = Selectable<Database[Name]>;

type ColumnOf<Name extends Table> = keyof Row<Name> & string;

/** In a key: the column has no value. Apart from null, so that no key selects such rows by accident. */
export const isNull = Symbol('is null');
export const isNotNull = Symbol('is not null');

type ColumnKey<Value> = Value | readonly Value[] | typeof isNull | typeof isNotNull;

/** An id, which no row has if it is null, or what columns of the row have: a value, one of several, any, or none. */
type Key<Name extends Table> =
  | { readonly [Column in keyof Row<Name>]?: ColumnKey<NonNullable<Row<Name>[Column]>> }
  | IdOf<Name>;

type OrderOf<Name extends Table> = ColumnOf<Name> | `${ColumnOf<Name>} desc`;

type Range<Name extends Table> = {
  readonly orderBy?: OrderOf<Name> | readonly OrderOf<Name>[];
  readonly limit?: number;
  /** Until the transaction ends. */
  readonly lock?: boolean;
};

type IdOf<Name extends Table> = 'id' extends keyof Row<Name> ? string | null : never;

type New<Name extends Table> = InsertObject<Database, Name>;

type Change<Name extends Table> =
  | UpdateObject<Database, Name>
  | ((eb: ExpressionBuilder<Database, Name>) => UpdateObject<Database, Name>);

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

/** Inserts a row, or several; changes those with the same values in unique columns instead: as said, or to the row. */
export async function upsertRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  row: New<Name> | readonly New<Name>[],
  unique: ColumnOf<Name> | readonly ColumnOf<Name>[],
  change: Change<Name> = row as never,
): Promise<void> {
  const insert = executor.insertInto(table).values(row as never);
  await insert
    .onConflict((conflict) => conflict.columns([unique].flat() as never).doUpdateSet(change as never))
    .execute();
}

/** Changes the rows that a key selects. */
export async function updateRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  change: Change<Name>,
): Promise<void> {
  const update = executor.updateTable(table as never).set(change as never);
  await update.where(matching(key)).execute();
}

/** Changes the row that a key selects. @returns it afterward; nothing if no row is as the key says */
export async function changeRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  change: Change<Name>,
  columns?: readonly Column[],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const update = executor
    .updateTable(table as never)
    .set(change as never)
    .where(matching(key));
  const returning = columns ? update.returning(columns as never) : update.returningAll();
  return (await returning.executeTakeFirst()) as Row<Name> | undefined;
}

/** Deletes the rows that a key selects. */
export async function deleteRows<Name extends Table>(executor: Db | Trx, table: Name, key: Key<Name>): Promise<void> {
  await executor
    .deleteFrom(table as never)
    .where(matching(key))
    .execute();
}

/** The rows that a key selects: all of each, or the columns that are named. */
export async function listRows<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
  { orderBy = [], limit, lock = false }: Range<Name> = {},
): Promise<Pick<Row<Name>, Column>[]> {
  let query = selectRow(executor, table, key, columns, orderBy);
  if (limit !== undefined) query = query.limit(limit);
  if (lock) query = query.forUpdate();
  return (await query.execute()) as Row<Name>[];
}

/** The row that a key selects, the first of several: all of it, or the columns that are named. */
export async function findRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
  orderBy?: Range<Name>['orderBy'],
): Promise<Pick<Row<Name>, Column> | undefined> {
  const query = selectRow(executor, table, key, columns, orderBy);
  return (await (orderBy ? query.limit(1) : query).executeTakeFirst()) as Row<Name> | undefined;
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

/** Like `getRow`, of what a request names. @throws {ServiceError} 404 if there is no such row */
export async function requireRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...[executor, table, key, columns]: Parameters<typeof getRow<Name, Column>>
): Promise<Pick<Row<Name>, Column>> {
  return (await selectRow(executor, table, key, columns).executeTakeFirstOrThrow(notFound)) as Row<Name>;
}

/** Like `requireRow`, locked until the transaction ends. */
export async function requireLockedRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...[trx, table, key, columns]: Parameters<typeof getRow<Name, Column>>
): Promise<Pick<Row<Name>, Column>> {
  return (await selectRow(trx, table, key, columns).forUpdate().executeTakeFirstOrThrow(notFound)) as Row<Name>;
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

function selectRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly string[],
  orderBy: string | readonly string[] = [],
) {
  const from = executor.selectFrom(table as never);
  const select = columns ? from.select(columns as never) : from.selectAll();
  let query = select.where(matching(key));
  for (const order of [orderBy].flat()) {
    const [column, direction] = order.split(' ');
    query = query.orderBy(column as never, direction as 'desc' | undefined);
  }
  return query;
}

/** @throws for a key without values, which would select every row */
function matching(key: string | object | null): RawBuilder<SqlBool> {
  const conditions = Object.entries(key === null || typeof key === 'string' ? { id: key } : key);
  if (conditions.length === 0) throw new Error('a key needs a value');
  return sql.join(
    conditions.map(([name, value]) => {
      const column = sql.ref(name);
      if (value === isNull) return sql`${column} is null`;
      if (value === isNotNull) return sql`${column} is not null`;
      if (!Array.isArray(value)) return sql`${column} = ${value}`;
      return value.length === 0 ? sql`false` : sql`${column} in (${sql.join(value)})`;
    }),
    sql` and `,
  );
}
