import * as z from 'zod/mini';
import type { Role } from '../access.ts';
import { type Call, defineCall, type Schema } from '../call.ts';
import { calendarDay, pageCursor } from '../fields.ts';

/** The values of each filter of a list; `id` filters by the id of a record. */
export type ListFilters = Readonly<Record<string, readonly [string, ...string[]] | 'id'>>;

/** Rows are flat: `at` orders them, `…Cents` is money, `…At` a time, `…Id` the record that a value links to. */
export type ListRow = Readonly<Record<string, string | number | boolean | null>> & {
  readonly id: string;
  readonly at: number;
};

/** Counting stops here: a higher count says no more to the reader and costs a scan. */
export const mostCounted = 10_000;

const filterShape = {
  /** What the list's own columns start with or equal, as each list says. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'too_long'))),
  /** Days in UTC, both included. */
  from: z.optional(calendarDay),
  to: z.optional(calendarDay),
};

/** A list's filters as they come from the address: names the list doesn't have are ignored. */
export type ListFilter = { readonly q?: string; readonly from?: string; readonly to?: string } & Readonly<
  Record<string, string | undefined>
>;

export const queueOrders = ['due', 'newest'] as const;

export type ListQuery = ListFilter & {
  readonly cursor?: string;
  readonly direction?: 'older' | 'newer';
  /** Of queues, which start with what is due first. */
  readonly order?: (typeof queueOrders)[number];
};

type RowSchema = Schema & { readonly shape: Readonly<Record<string, unknown>> };

type ListInput<Row extends RowSchema> = {
  readonly name: string;
  readonly summary: string;
  readonly roles: readonly [Role, ...Role[]];
  readonly filters: ListFilters;
  readonly row: Row;
  /** Whether it starts with what is due first, unless the newest are asked for. */
  readonly isQueue?: boolean;
  /** Whether one of its own filters must be given: it is read of a record only. */
  readonly ofRecord?: boolean;
};

function schemaOf(values: ListFilters[string]): Schema {
  return z.optional(
    values === 'id' ? z.string().check(z.regex(/^[\w:.-]{1,140}$/, 'invalid')) : z.enum([...values], 'invalid'),
  );
}

/** Names the first of the fields if none of them is given. */
function requireOneOf(names: readonly string[]) {
  return z.refine<Readonly<Record<string, unknown>>>((filter) => names.some((name) => filter[name] !== undefined), {
    path: [names[0] ?? ''],
    error: 'one_record',
  });
}

/** The calls of one list of the back office: a page, one record, and the whole filter as a file. */
export function defineList<Row extends RowSchema>(input: ListInput<Row>) {
  const { name, summary, roles, filters, row, isQueue = false, ofRecord = false } = input;
  const own = Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, schemaOf(values)]));
  const given = ofRecord ? [requireOneOf(Object.keys(filters))] : [];
  const filterQuery = z.object({ ...filterShape, ...own }).check(...given) as unknown as z.ZodMiniType<
    ListFilter,
    ListFilter
  >;
  const pageQuery = z
    .object({
      ...filterShape,
      ...own,
      cursor: z.optional(pageCursor),
      /** `newer` without a cursor is the last page. */
      direction: z.optional(z.enum(['older', 'newer'], 'invalid')),
      ...(isQueue && { order: z.optional(z.enum([...queueOrders], 'invalid')) }),
    })
    .check(...given) as unknown as z.ZodMiniType<ListQuery, ListQuery>;
  const access = { roles };
  const called = `office${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return {
    name,
    filters,
    roles,
    isQueue,
    ofRecord,
    columns: Object.keys(row.shape),
    page: defineCall({
      name: called,
      summary: `${summary}, ${isQueue ? 'what is due first' : 'newest first'}, fifty at a time`,
      method: 'GET',
      path: `admin/${name}`,
      access,
      query: pageQuery,
      data: z.object({
        rows: z.array(row),
        /** Cursors of the pages before and after; null where there is none. */
        newer: z.nullable(z.string()),
        older: z.nullable(z.string()),
        /** At most 10,000; `more` if there are more. */
        count: z.int(),
        more: z.boolean(),
      }),
      errors: ['too_many'],
    }),
    record: defineCall({
      name: `${called}Record`,
      summary: `One record: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      method: 'GET',
      path: `admin/${name}/record`,
      access,
      query: z.object({ id: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'invalid')) }),
      data: z.object({ row }),
      errors: ['not_found', 'too_many'],
    }),
    file: defineCall({
      name: `${called}File`,
      summary: `${summary}: the whole filter as CSV, times in UTC, amounts in dollars; each export is audited`,
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

export function callsOf(lists: Readonly<Record<string, OfficeList>>): readonly Call[] {
  return Object.values(lists).flatMap(({ page, record, file }) => [page, record, file] as readonly Call[]);
}
