import type { InsertObject, Selectable, UpdateObject } from 'kysely';
import type { Db, Trx } from '../deps.ts';
import type { Database } from './database.ts';

type Table = keyof Database & string;

type TableWithId = { [Name in Table]: 'id' extends keyof Selectable<Database[Name]> ? Name : never }[Table];

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

/** Inserts rows that aren't there yet: none with the same unique value. */
export async function insertOnce<Name extends Table>(
  executor: Db | Trx,
  table: Name,
  row: New<Name> | readonly New<Name>[],
): Promise<void> {
  await executor
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Changes the row with an id, if there is one. */
export async function updateRow<Name extends TableWithId>(
  executor: Db | Trx,
  table: Name,
  id: string,
  change: UpdateObject<Database, Name>,
): Promise<void> {
  await executor
    .updateTable(table as never)
    .set(change as never)
    .where('id' as never, '=', id as never)
    .execute();
}

/** The row with an id, locked until the transaction ends. */
export async function lockRow<Name extends TableWithId>(
  trx: Db | Trx,
  table: Name,
  id: string,
): Promise<Selectable<Database[Name]> | undefined> {
  const row = await trx
    .selectFrom(table as never)
    .selectAll()
    .where('id' as never, '=', id as never)
    .forUpdate()
    .executeTakeFirst();
  return row as Selectable<Database[Name]> | undefined;
}
