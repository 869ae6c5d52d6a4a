import { type RawBuilder, sql } from 'kysely';
import { defaultLocale, type Locale } from '#i18n/locales.ts';
import { dayStart } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import { readCursor } from '#server/core/cursor.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { Role } from '#shared/core/access.ts';
import { type ListFilter, type ListQuery, type ListRow, maxListCount } from '#shared/office/define-list.ts';

const pageSize = 50;

type Sql = RawBuilder<unknown>;

/** Where a list reads its rows. Column names match the contract's row. */
export type ListSource = {
  readonly from: Sql | ((filter: ListFilter, deps: Deps) => Sql);
  readonly columns: Sql;
  /** The sort order: a time and, among rows of the same time, a unique text. Both are in one index. */
  readonly at: Sql;
  readonly id: Sql;
  /** Finds a record by its id where `id` is put together of several columns, which no index has. */
  readonly hasId?: (id: string) => Sql;
  /** The sort order of a queue, ascending: an indexed time that puts what is due first. */
  readonly dueAt?: Sql;
  /**
   * The keys of the contract's other sort orders. Each is a time, so that all cursors have one form: an amount counts
   * as seconds.
   */
  readonly sorts?: Readonly<Record<string, Sql>>;
  /** When a row has to be dealt with, in lists where that is promised. */
  readonly deadline?: Sql;
  /** Conditions by filter name. */
  readonly filters: Readonly<Record<string, (value: string) => Sql>>;
  /** Limits the rows to those that these roles may read; without it, all are readable. */
  readonly readable?: (roles: readonly Role[]) => Sql;
  /**
   * Adds what the database doesn't know or what depends on the reader's language, such as a name from the catalog.
   */
  readonly complete?: (deps: Deps, row: StoredRow, locale: Locale) => ListRow;
};

export type Reader = { readonly locale: Locale; readonly roles: readonly Role[] };

/** A row as stored, including what only `complete` needs. */
export type StoredRow = ListRow & Readonly<Record<string, unknown>>;

export type Page = Awaited<ReturnType<typeof readPage>>;

type CursorRow = Readonly<Record<string, unknown>> & { readonly cursor: string };

type Position = Pick<ListQuery, 'cursor' | 'direction'> & { readonly limit: number; readonly order?: Order };

/** What rows are sorted by; newest first without one. */
type Order = { readonly key: Sql; readonly isAscending: boolean };

/** Without roles, a list that depends on them has no rows. */
type RowFilter = { readonly filter: ListFilter; readonly roles?: readonly Role[] };

/** One page of a list. The cursor keeps its position while new rows arrive. */
export async function readPage(deps: Deps, source: ListSource, query: ListQuery, { locale, roles }: Reader) {
  const { cursor, direction = 'older', ...rest } = query;
  const { order: queueOrder, sort, ...others } = rest;
  const order = findOrder(source, sort, queueOrder);
  // In a list that isn't a queue, `order` is the id of an order.
  const filter: ListFilter = source.dueAt === undefined ? { ...others, order: queueOrder } : others;
  const selection = { filter, roles };
  const [found, count] = await Promise.all([
    readRows(deps, source, selection, { cursor, direction, order, limit: pageSize + 1 } as Position),
    countRows(deps, source, selection),
  ]);
  const hasMore = found.length > pageSize;
  const pageRows = found.slice(0, pageSize);
  if (direction === 'newer') pageRows.reverse();
  const [first, last] = [pageRows[0]?.cursor ?? null, pageRows.at(-1)?.cursor ?? null];
  const isForward = direction === 'older';
  return {
    rows: pageRows.map((row) => rowOf(deps, source, row, locale)),
    newer: (isForward ? cursor !== undefined : hasMore) ? first : null,
    older: (isForward ? hasMore : cursor !== undefined) ? last : null,
    count: Math.min(count, maxListCount),
    more: count > maxListCount,
  };
}

/** The chosen column; without one, what is due first in a queue. */
function findOrder({ at, dueAt, sorts = {} }: ListSource, sort?: string, queueOrder?: string): Order | undefined {
  if (sort === undefined) return dueAt && queueOrder !== 'newest' ? { key: dueAt, isAscending: true } : undefined;
  const name = sort.replace(/^-/, '');
  return { key: name === 'at' ? at : (sorts[name] ?? at), isAscending: !sort.startsWith('-') };
}

/** @throws {ServiceError} 404, also for a record that the reader's roles may not open */
export async function getRecord(
  deps: Deps,
  source: ListSource,
  id: string,
  { locale, roles }: Reader,
): Promise<ListRow> {
  const { rows } = await sql<CursorRow>`
    select ${source.columns}, ${source.id} as "id", ${source.at} as "at", '' as "cursor"
    from ${fromOf(deps, source)} where ${source.hasId?.(id) ?? sql`${source.id} = ${id}`} and ${conditionOf(source, { filter: {}, roles })} limit 1
  `.execute(deps.db);
  const [found] = rows;
  if (!found) throw notFound();
  return rowOf(deps, source, found, locale);
}

/** All rows that match the filter, newest first, in batches. */
export async function* readAll(
  deps: Deps,
  source: ListSource,
  filter: ListFilter,
  { locale, roles }: Reader,
): AsyncGenerator<ListRow[]> {
  const limit = 500;
  let cursor: string | undefined;
  for (;;) {
    const found = await readRows(
      deps,
      source,
      { filter, roles },
      {
        limit,
        direction: 'older',
        ...(cursor === undefined ? {} : { cursor }),
      },
    );
    const count = found.length;
    cursor = found.at(-1)?.cursor;
    const rows = found.map((row) => rowOf(deps, source, row, locale));
    // The query's result would keep the rows in memory while the caller processes the batch.
    found.length = 0;
    if (count > 0) yield rows;
    if (count < limit) return;
  }
}

async function readRows(
  deps: Deps,
  source: ListSource,
  selection: RowFilter,
  { cursor, direction, limit, order: by }: Position,
): Promise<CursorRow[]> {
  const { at, id } = source;
  const key = by?.key ?? at;
  const isAscending = (direction === 'newer') !== (by?.isAscending ?? false);
  const order = isAscending ? sql`${key} asc, ${id} asc` : sql`${key} desc, ${id} desc`;
  const position = cursor === undefined ? sql`true` : pastCursor(sql`(${key}, ${id})`, cursor, isAscending);
  const { rows } = await sql<CursorRow>`
    select ${source.columns}, ${id} as "id", ${at} as "at",
      to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z~"') || ${id} as "cursor"
    from ${fromOf(deps, source, selection.filter)} where ${conditionOf(source, selection)} and ${position}
    order by ${order} limit ${limit}
  `.execute(deps.db);
  return rows;
}

function pastCursor(key: Sql, cursor: string, isAscending: boolean): Sql {
  const position = readCursor(cursor);
  const row = sql`(${position.at}::timestamptz, ${position.id}::text)`;
  return isAscending ? sql`${key} > ${row}` : sql`${key} < ${row}`;
}

async function countRows(deps: Deps, source: ListSource, selection: RowFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from (
      select 1 from ${fromOf(deps, source, selection.filter)} where ${conditionOf(source, selection)} limit ${maxListCount + 1}
    ) as counted
  `.execute(deps.db);
  return rows[0]?.count ?? 0;
}

function fromOf(deps: Deps, { from }: ListSource, filter: ListFilter = {}): Sql {
  return typeof from === 'function' ? from(filter, deps) : from;
}

function conditionOf({ at, filters, readable }: ListSource, { filter: allFilters, roles = [] }: RowFilter): Sql {
  const { from, to, ...filter } = allFilters;
  const conditions = [
    ...(readable === undefined ? [] : [readable(roles)]),
    ...(from === undefined ? [] : [sql`${at} >= ${new Date(dayStart(from))}`]),
    ...(to === undefined ? [] : [sql`${at} < ${new Date(dayStart(to) + dayMs)}`]),
    ...Object.entries(filter).flatMap(([name, value]) => {
      const condition = filters[name];
      return value === undefined || value === '' || !condition ? [] : [condition(value)];
    }),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function rowOf(
  deps: Deps,
  { complete }: ListSource,
  { cursor: _, ...stored }: CursorRow,
  locale: Locale = defaultLocale,
): ListRow {
  const row: Record<string, unknown> = stored;
  for (const key in row) if (row[key] instanceof Date) row[key] = row[key].getTime();
  return complete ? complete(deps, row as StoredRow, locale) : (row as ListRow);
}

/** The records with these ids, in no particular order; deleted ones are missing. */
export async function readByIds(deps: Deps, source: ListSource, ids: readonly string[]): Promise<ListRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CursorRow>`
    select ${source.columns}, ${source.id} as "id", ${source.at} as "at", '' as "cursor"
    from ${fromOf(deps, source)} where ${source.id} in (${sql.join(ids)})
  `.execute(deps.db);
  return rows.map((row) => rowOf(deps, source, row));
}

/** The ids of the newest records that match a filter. */
export async function readNewestIds(
  deps: Deps,
  source: ListSource,
  filter: ListFilter,
  limit: number,
): Promise<string[]> {
  const rows = await readRows(deps, source, { filter }, { direction: 'older', limit });
  return rows.map((row) => rowOf(deps, source, row).id);
}

export type Queue = { count: number; more: boolean; oldestAt: number | null; dueAt: number | null };

/** How many rows match a filter, the time of the oldest, and the next deadline. */
export async function readQueue(deps: Deps, source: ListSource, filter: ListFilter): Promise<Queue> {
  const [count, oldest, dueAt] = await Promise.all([
    countRows(deps, source, { filter }),
    readRows(deps, source, { filter }, { direction: 'newer', limit: 1 }),
    readDeadline(deps, source, filter),
  ]);
  const at = oldest[0] ? rowOf(deps, source, oldest[0]).at : null;
  return { count: Math.min(count, maxListCount), more: count > maxListCount, oldestAt: at, dueAt };
}

async function readDeadline(deps: Deps, source: ListSource, filter: ListFilter): Promise<number | null> {
  if (source.deadline === undefined) return null;
  const { rows } = await sql<{ at: Date | null }>`
    select min(${source.deadline}) as at from ${fromOf(deps, source, filter)} where ${conditionOf(source, { filter })}
  `.execute(deps.db);
  return rows[0]?.at?.getTime() ?? null;
}
