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

const comparison = Symbol('comparison');
type Comparison<Value> = { readonly [comparison]: string; readonly value: Value | readonly Value[] };

export const below = <Value>(value: Value): Comparison<Value> => ({ [comparison]: '<', value });
export const atMost = <Value>(value: Value): Comparison<Value> => ({ [comparison]: '<=', value });
export const above = <Value>(value: Value): Comparison<Value> => ({ [comparison]: '>', value });
export const atLeast = <Value>(value: Value): Comparison<Value> => ({ [comparison]: '>=', value });
/** Another value than this, or than each of these; as in SQL, a column without a value isn't another. */
export const not = <Value>(value: Value | readonly Value[]): Comparison<Value> => ({ [comparison]: '<>', value });

type ColumnKey<Value> = Value | readonly Value[] | Comparison<Value> | typeof isNull | typeof isNotNull;

/** An id, which no row has if it is null, or what columns of the row have: a value, one of several, any, or none. */
type Key<Name extends Table> =
  | { readonly [Column in keyof Row<Name>]?: ColumnKey<NonNullable<Row<Name>[Column]>> }
  | IdOf<Name>;

type IdOf<Name extends Table> = 'id' extends keyof Row<Name> ? string | null : never;

type OrderOf<Name extends Table> = ColumnOf<Name> | `${ColumnOf<Name>} desc`;

type Range<Name extends Table> = {
  readonly orderBy?: OrderOf<Name> | readonly OrderOf<Name>[];
  readonly limit?: number;
  /** Until the transaction ends. */
  readonly lock?: boolean;
};

type New<Name extends Table> = InsertObject<Database, Name>;

type Change<Name extends Table> =
  | UpdateObject<Database, Name>
  | ((eb: ExpressionBuilder<Database, Name>) => UpdateObject<Database, Name>);

export async function insertRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  row: New<Name> | readonly New<Name>[],
): Promise<void> {
  const insert = executor.insertInto(table).values(row as never);
  await insert.execute();
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

export async function updateRow<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  change: Change<Name>,
): Promise<void> {
  const update = executor.updateTable(table as never).set(change as never);
  await update.where(matching(key)).execute();
}

/** Which rows, and which of their columns; all columns if none are named. */
type Of<Name extends Table, Column extends ColumnOf<Name>> = readonly [
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
];

type Found<Name extends Table, Column extends ColumnOf<Name>> = Pick<Row<Name>, Column>;

/** Like `updateRow`. @returns the rows afterward: all of each, or the columns that are named */
export async function changeRows<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  change: Change<Name>,
  columns?: readonly Column[],
): Promise<Found<Name, Column>[]> {
  const update = executor.updateTable(table as never).set(change as never);
  const changed = update.where(matching(key));
  const returning = columns ? changed.returning(columns as never) : changed.returningAll();
  return (await returning.execute()) as Row<Name>[];
}

type Changed<Name extends Table, Column extends ColumnOf<Name>> = Parameters<typeof changeRows<Name, Column>>;

/** Changes the row that a key selects. @returns it afterward; nothing if no row is as the key says */
export async function changeRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...change: Changed<Name, Column>
): Promise<Found<Name, Column> | undefined> {
  return (await changeRows<Name, Column>(...change))[0];
}

/** Like `changeRow`. @throws {Error} if no row is as the key says */
export async function getChangedRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...change: Changed<Name, Column>
): Promise<Found<Name, Column>> {
  const row = await changeRow<Name, Column>(...change);
  if (!row) throw new Error(`no row of ${change[1]} is as its change expects`);
  return row;
}

/** Deletes the rows that a key selects. @returns of each the columns that are named */
export async function deleteRows<Name extends Table, Column extends ColumnOf<Name> = never>(
  ...[executor, table, key, columns]: Of<Name, Column>
): Promise<Found<Name, Column>[]> {
  const removal = executor.deleteFrom(table as never).where(matching(key));
  return (await (columns ? removal.returning(columns as never) : removal).execute()) as Row<Name>[];
}

export async function listRows<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  executor: Db | Trx,
  table: Name,
  key: Key<Name>,
  columns?: readonly Column[],
  { orderBy = [], limit, lock = false }: Range<Name> = {},
): Promise<Found<Name, Column>[]> {
  let query = selectRow(executor, table, key, columns, orderBy);
  if (limit !== undefined) query = query.limit(limit);
  if (lock) query = query.forUpdate();
  return (await query.execute()) as Row<Name>[];
}

/** The row that a key selects, the first of several. */
export async function findRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...[executor, table, key, columns, orderBy]: [...Of<Name, Column>, orderBy?: Range<Name>['orderBy']]
): Promise<Found<Name, Column> | undefined> {
  const query = selectRow(executor, table, key, columns, orderBy);
  return (await (orderBy ? query.limit(1) : query).executeTakeFirst()) as Row<Name> | undefined;
}

/** Like `findRow`. @throws NoResultError if there is no such row */
export async function getRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...row: Of<Name, Column>
): Promise<Found<Name, Column>> {
  return (await selectRow(...row).executeTakeFirstOrThrow()) as Row<Name>;
}

/** Like `getRow`, of what a request names. @throws {ServiceError} 404 if there is no such row */
export async function requireRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...row: Of<Name, Column>
): Promise<Found<Name, Column>> {
  return (await selectRow(...row).executeTakeFirstOrThrow(notFound)) as Row<Name>;
}

/** Like `requireRow`, locked until the transaction ends. */
export async function requireLockedRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...row: Of<Name, Column>
): Promise<Found<Name, Column>> {
  return (await selectLocked(...row).executeTakeFirstOrThrow(notFound)) as Row<Name>;
}

/** Like `findRow`, locked until the transaction ends. */
export async function lockRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...row: Of<Name, Column>
): Promise<Found<Name, Column> | undefined> {
  return (await selectLocked(...row).executeTakeFirst()) as Row<Name> | undefined;
}

/** Like `lockRow`. @throws NoResultError if there is no such row */
export async function getLockedRow<Name extends Table, Column extends ColumnOf<Name> = ColumnOf<Name>>(
  ...row: Of<Name, Column>
): Promise<Found<Name, Column>> {
  return (await selectLocked(...row).executeTakeFirstOrThrow()) as Row<Name>;
}

const selectLocked = <Name extends Table>(...row: Parameters<typeof selectRow<Name>>) => selectRow(...row).forUpdate();

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
      const { [comparison]: operator, value: given } = value?.[comparison] ? value : { [comparison]: '=', value };
      if (!Array.isArray(given)) return sql`${column} ${sql.raw(operator)} ${given}`;
      if (given.length === 0) return operator === '=' ? sql`false` : sql`true`;
      return sql`${column} ${sql.raw(operator === '=' ? 'in' : 'not in')} (${sql.join(given)})`;
    }),
    sql` and `,
  );
}
