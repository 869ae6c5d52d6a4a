import * as z from 'zod/mini';
import type { Role } from '#shared/core/access.ts';
import { type Call, defineCall, type Schema } from '#shared/core/call.ts';
import { calendarDay, formatted, pageCursor, text } from '#shared/core/fields.ts';

/** The allowed values of each filter of a list; `id` filters by the id of a record. */
export type ListFilters = Readonly<Record<string, readonly [string, ...string[]] | 'id'>>;

/** Rows are flat: `at` orders them, `…Cents` is money, `…At` a time, `…Id` links the record of a value. */
export type ListRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly id: string;
  readonly at: number;
};

/** Counting stops here: a higher count tells the reader nothing more and costs a scan. */
export const maxListCount = 10_000;

const filterShape = {
  /** Search text; each list defines the columns it matches, by prefix or exactly. */
  q: z.optional(text(100).check(z.trim())),
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
};

type RowSchema = Schema & { readonly shape: Readonly<Record<string, unknown>> };

type ListInput<Row extends RowSchema> = {
  readonly name: string;
  readonly summary: string;
  readonly roles: readonly [Role, ...Role[]];
  readonly filters: ListFilters;
  readonly row: Row;
  /** Whether it is sorted by deadline unless `newest` is requested. */
  readonly isQueue?: boolean;
  /** Whether one of its own filters is required because it is only read within a record. */
  readonly isRecordOnly?: boolean;
};

function createFilterSchema(values: ListFilters[string]): Schema {
  return z.optional(values === 'id' ? formatted(140, /^[\w:.-]{1,140}$/) : z.enum([...values], 'invalid'));
}

/** Requires one of the fields; the error names the first one. */
function requireOneOf(names: readonly string[]) {
  return z.refine<Readonly<Record<string, unknown>>>((filter) => names.some((name) => filter[name] !== undefined), {
    path: [names[0] ?? ''],
    error: 'one_record',
  });
}

/** The calls of one back-office list: a page, one record, and all matching records as a file. */
export function defineList<Row extends RowSchema>(input: ListInput<Row>) {
  const { name, summary, roles, filters, row, isQueue = false, isRecordOnly = false } = input;
  const ownFilters = Object.fromEntries(
    Object.entries(filters).map(([key, values]) => [key, createFilterSchema(values)]),
  );
  const requireFilter = isRecordOnly ? [requireOneOf(Object.keys(filters))] : [];
  const filterQuery = z.object({ ...filterShape, ...ownFilters }).check(...requireFilter) as unknown as z.ZodMiniType<
    ListFilter,
    ListFilter
  >;
  const pageQuery = z
    .object({
      ...filterShape,
      ...ownFilters,
      cursor: z.optional(pageCursor),
      /** `newer` without a cursor is the last page. */
      direction: z.optional(z.enum(['older', 'newer'], 'invalid')),
      ...(isQueue && { order: z.optional(z.enum([...queueOrders], 'invalid')) }),
    })
    .check(...requireFilter) as unknown as z.ZodMiniType<ListQuery, ListQuery>;
  const items = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const access = { roles };
  const callName = `office${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    name,
    filters,
    roles,
    isQueue,
    isRecordOnly,
    columns: Object.keys(row.shape),
    page: defineCall({
      name: callName,
      summary: `Lists ${items}, ${isQueue ? 'earliest deadline first' : 'newest first'}, 50 per page`,
      method: 'GET',
      path: `admin/${name}`,
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
      errors: ['too_many'],
    }),
    record: defineCall({
      name: `${callName}Record`,
      summary: `Returns one record of ${items}`,
      method: 'GET',
      path: `admin/${name}/record`,
      access,
      query: z.object({ id: text(200, 'invalid', 'invalid').check(z.minLength(1, 'required')) }),
      data: z.object({ row }),
      errors: ['not_found', 'too_many'],
    }),
    file: defineCall({
      name: `${callName}File`,
      summary: `Returns all matching ${items} as CSV, with times in UTC and amounts in dollars. Each export is audited`,
      method: 'GET',
      path: `admin/${name}/file`,
      access,
      query: filterQuery,
      mediaType: 'text/csv',
      errors: ['too_many'],
    }),
  } as const;
}

export type OfficeList<Row extends RowSchema = RowSchema> = ReturnType<typeof defineList<Row>>;

export function listCalls(lists: Readonly<Record<string, OfficeList>>): readonly Call[] {
  return Object.values(lists).flatMap(({ page, record, file }) => [page, record, file] as readonly Call[]);
}
