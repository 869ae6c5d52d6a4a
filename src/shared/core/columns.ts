import * as z from 'zod/mini';

/** Many rows of one shape, stored column by column. All columns have the same length. */
type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type RowOf<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> };
const fieldsBySchema = new WeakMap<object, Shape>();

/** The fields of a schema made by `createColumnsSchema`, for the OpenAPI document. */
export function findFields(schema: object): Shape | undefined {
  return fieldsBySchema.get(schema);
}

/**
 * The schema of such columns. It checks every value but builds no objects, so tens of thousands of values take
 * milliseconds.
 */
export function createColumnsSchema<S extends Shape>(row: z.ZodMiniObject<S>) {
  const checks = Object.entries<z.core.$ZodType>(row._zod.def.shape).map(
    ([name, field]) => [name, createCheck(field)] as const,
  );
  const isValid = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return false;
    const columns = value as Readonly<Record<string, unknown>>;
    const lengths = new Set<number>();
    return checks.every(([name, check]) => {
      const column = columns[name];
      if (!Array.isArray(column) || lengths.add(column.length).size > 1) return false;
      return column.every((element) => check(element));
    });
  };
  const columns = z.custom<Columns<RowOf<S>>>(isValid);
  fieldsBySchema.set(columns, row._zod.def.shape);
  return columns;
}

export function toColumns<S extends Shape>(row: z.ZodMiniObject<S>, rows: readonly RowOf<S>[]): Columns<RowOf<S>> {
  const names = Object.keys(row._zod.def.shape) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, rows.map((each) => each[name])])) as unknown as Columns<
    RowOf<S>
  >;
}

export function toRows<S extends Shape>(row: z.ZodMiniObject<S>, columns: Columns<RowOf<S>>): RowOf<S>[] {
  const names = Object.keys(row._zod.def.shape) as (keyof S)[];
  const [first] = names;
  if (first === undefined) return [];
  return columns[first].map((_, index) => {
    const result: Partial<RowOf<S>> = {};
    for (const name of names) result[name] = columns[name][index] as RowOf<S>[keyof S];
    return result as RowOf<S>;
  });
}

/** A fast predicate for the common kinds of fields; other schemas parse the value themselves. */
function createCheck(schema: z.core.$ZodType): (value: unknown) => boolean {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if ((def.checks ?? []).length > 0) return (value) => z.safeParse(schema, value).success;
  switch (def.type) {
    case 'string':
      // String formats such as `z.email()` have a `format` but no `checks`.
      if (!('format' in def)) return (value) => typeof value === 'string';
      break;
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case 'nullable': {
      const check = createCheck(def.innerType);
      return (value) => value === null || check(value);
    }
    case 'array': {
      const check = createCheck(def.element);
      return (value) => Array.isArray(value) && value.every(check);
    }
    case 'tuple': {
      const parts = def.items.map(createCheck);
      return (value) =>
        Array.isArray(value) && value.length === parts.length && parts.every((check, index) => check(value[index]));
    }
    case 'number':
      if ('format' in def && def.format === 'safeint') return Number.isSafeInteger;
      break;
    default:
  }
  return (value) => z.safeParse(schema, value).success;
}
