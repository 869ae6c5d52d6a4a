import * as z from 'zod/mini';
import type { Role } from '#shared/core/access.ts';
import type { AuditEntity } from '#shared/core/audit-actions.ts';
import { type Call, defineCall, type Schema } from '#shared/core/call.ts';
import { calendarDay, formatted, optionalText, pageCursor, token } from '#shared/core/fields.ts';
import { base, type ListColumn } from './list-columns.ts';

/** The allowed values of each filter of a list; `id` filters by the id of a record, `day` by a date. */
export type ListFilters = Readonly<Record<string, readonly string[] | 'id' | 'day'>>;

/** Rows are flat, and `at` orders them. */
export type ListRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly id: string;
  readonly at: number;
};

/** Counting stops here: a higher count tells the reader nothing more and costs a scan. */
export const maxListCount = 10_000;

const filterShape = {
  /** Search text; each list defines the columns it matches, by prefix or exactly. */
  q: z.optional(optionalText(100)),
  /** Days in UTC, inclusive. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
};

/** A list's filters from the URL; unknown names are ignored. */
export type ListFilter = { readonly q?: string; readonly from?: string; readonly to?: string } & Readonly<
  Record<string, string | undefined>
>;

export const queueOrders = ['due', 'newest'] as const;

export type ListQuery = ListFilter & {
  readonly cursor?: string;
  readonly direction?: 'older' | 'newer';
  /** Queues only: they start with what is due first. */
  readonly order?: (typeof queueOrders)[number];
  /** A column to sort by, ascending, or descending with a minus before it. */
  readonly sort?: string;
};

/** The groups of the back office's navigation, in order. */
export const listGroups = ['customers', 'risk', 'payments', 'support', 'sales', 'operations'] as const;

export type ListGroup = (typeof listGroups)[number];

export type ListColumns = Readonly<Record<string, ListColumn>>;

type RowSchema<Columns extends ListColumns> = z.ZodMiniObject<
  { -readonly [Name in keyof Columns]: Columns[Name]['schema'] },
  z.core.$strip
>;

type Name<Columns> = Extract<keyof Columns, string>;

/** Every row has an id and a time. */
type WithBase<Columns> = typeof base & Columns;

/** The filters of a list's input: `values` for all values of the column of that name. */
type FilterInput = Readonly<Record<string, ListFilters[string] | 'values'>>;

type ResolvedFilters<Filters extends FilterInput> = {
  readonly [Key in keyof Filters]: Filters[Key] extends 'values' ? readonly string[] : Filters[Key];
};

type ListInput<Columns extends ListColumns, Derived extends ListColumns, Filters extends FilterInput> = {
  readonly summary: string;
  readonly roles: readonly [Role, ...Role[]];
  readonly filters: Filters;
  readonly title: NoInfer<Name<WithBase<Columns>>>;
  /** The audit log's name for its records. */
  readonly entity?: AuditEntity;
  /** The columns of the table; the first links to the record, which shows all of them. */
  readonly table: readonly NoInfer<Name<WithBase<Columns>> | Name<Derived>>[];
  readonly columns: Columns;
  /** Columns of the table that follow from a row's other values. */
  readonly derived?: Derived;
  /** The columns besides the time that it can be sorted by; each has an index. */
  readonly sorts?: readonly NoInfer<Name<WithBase<Columns>>>[];
  /** Whether it is sorted by deadline unless `newest` is requested. */
  readonly isQueue?: boolean;
  /** Whether one of its own filters is required because it is only read within a record. */
  readonly isRecordOnly?: boolean;
};

function createFilterSchema(values: ListFilters[string]): Schema {
  if (values === 'day') return z.optional(calendarDay);
  return z.optional(values === 'id' ? formatted(140, /^[\w:.-]{1,140}$/) : z.enum([...values], 'invalid'));
}

/** Requires one of the fields; the error names the first one. */
function requireOneOf(names: readonly string[]) {
  return z.refine<Readonly<Record<string, unknown>>>((filter) => names.some((name) => filter[name] !== undefined), {
    path: [names[0] ?? ''],
    error: 'one_record',
  });
}

/** The values of each filter, read from the columns where the input says so. */
function resolveFilters<Filters extends FilterInput>(filters: Filters, columns: ListColumns): ResolvedFilters<Filters> {
  const entries = Object.entries(filters).map(([key, values]) => {
    if (values !== 'values') return [key, values] as const;
    const found = columns[key]?.values;
    if (found === undefined) throw new Error(`the column ${key} has no list of values to filter by`);
    return [key, found] as const;
  });
  return Object.fromEntries(entries) as ResolvedFilters<Filters>;
}

/**
 * One back-office list: what its screens show, and its calls for a page, one record, and all matching records as a file.
 * @param group null if it appears only within records
 */
export function defineList<
  const Columns extends ListColumns,
  const Filters extends FilterInput,
  const Derived extends ListColumns = Record<never, ListColumn>,
>(name: string, group: ListGroup | null, input: ListInput<Columns, Derived, Filters>) {
  const { summary, roles, title, entity, table, isQueue = false, isRecordOnly = false } = input;
  const columns: WithBase<Columns> = { ...base, ...input.columns };
  const filters = resolveFilters(input.filters, columns);
  const shape = Object.fromEntries(Object.entries(columns).map(([key, { schema }]) => [key, schema]));
  const row = z.object(shape) as unknown as RowSchema<WithBase<Columns>>;
  const ownFilters = Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, createFilterSchema(values)]),
  );
  const requireFilter = isRecordOnly ? [requireOneOf(Object.keys(filters))] : [];
  const filterQuery = z.object({ ...filterShape, ...ownFilters }).check(...requireFilter) as unknown as z.ZodMiniType<
    ListFilter,
    ListFilter
  >;
  const sorts = ['at', ...(input.sorts ?? [])];
  const pageQuery = z
    .object({
      ...filterShape,
      ...ownFilters,
      cursor: z.optional(pageCursor),
      /** `newer` without a cursor is the last page. */
      direction: z.optional(z.enum(['older', 'newer'], 'invalid')),
      /** A column to sort by; descending with a minus before it. */
      sort: z.optional(z.enum(sorts.flatMap((each) => [each, `-${each}`]) as [string, ...string[]], 'invalid')),
      ...(isQueue && { order: z.optional(z.enum([...queueOrders], 'invalid')) }),
    })
    .check(...requireFilter) as unknown as z.ZodMiniType<ListQuery, ListQuery>;
  const items = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const access = { roles };
  return {
    name,
    filters,
    roles,
    sorts: sorts as readonly string[],
    isQueue,
    isRecordOnly,
    group,
    title: title as string,
    entity,
    table: table as readonly string[],
    columns: { ...columns, ...input.derived } as WithBase<Columns> & Derived,
    /** The columns of a row, without derived ones. */
    fields: Object.keys(columns) as readonly string[],
    page: defineCall({
      summary: `Lists ${items}, ${isQueue ? 'earliest deadline first' : 'newest first'} unless sorted by a column, 50 per page`,
      get: `admin/${name}`,
      access,
      query: pageQuery,
      data: z.object({
        rows: z.array(row),
        /** Cursors of the pages before and after; null if there is none. */
        newer: z.nullable(z.string()),
        older: z.nullable(z.string()),
        /** At most 10,000; `more` if there are more. */
        count: z.int(),
        more: z.boolean(),
      }),
    }),
    record: defineCall({
      summary: `Returns one record of ${items}`,
      get: `admin/${name}/record`,
      access,
      query: z.object({ id: token(200, 'invalid', 'invalid').check(z.minLength(1, 'required')) }),
      data: z.object({ row }),
      errors: ['not_found'],
    }),
    file: defineCall({
      summary: `Returns all matching ${items} as CSV, with times in UTC and amounts in dollars. Each export is audited`,
      get: `admin/${name}/file`,
      access,
      query: filterQuery,
      mediaType: 'text/csv',
    }),
  } as const;
}

export type OfficeList = ReturnType<typeof defineList<ListColumns, FilterInput, ListColumns>>;

export function listCalls(lists: Readonly<Record<string, OfficeList>>): Readonly<Record<string, Call>> {
  const calls = Object.values(lists).flatMap(({ name, page, record, file }) => {
    const callName = `office${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [
      [callName, page],
      [`${callName}Record`, record],
      [`${callName}File`, file],
    ] as [string, Call][];
  });
  return Object.fromEntries(calls);
}
