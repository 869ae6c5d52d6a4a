import * as z from 'zod/mini';

/** Many rows of one shape, column by column, each column as long as the others. */
type Columns<Row> = { readonly [Name in keyof Row]: readonly Row[Name][] };

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type RowOf<S extends Shape> = { [Name in keyof S]: z.output<S[Name]> };
type Check = (value: unknown) => boolean;

const fieldsOf = new WeakMap<object, Shape>();

/** The fields of a schema made by `columnsOf`, for the API's description. */
export function findFields(schema: object): Shape | undefined {
  return fieldsOf.get(schema);
}

/**
 * The schema of such columns. It checks every value by its field, but tens of thousands of plain ones within
 * milliseconds, because nothing is built on the way.
 */
export function columnsOf<S extends Shape>(row: z.ZodMiniObject<S>) {
  const checks = Object.entries<z.core.$ZodType>(row._zod.def.shape).map(
    ([name, field]) => [name, checkOf(field)] as const,
  );
  const isValid = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return false;
    const columns = value as Readonly<Record<string, unknown>>;
    const lengths = new Set<number>();
    return checks.every(([name, check]) => {
      const column = columns[name];
      if (!Array.isArray(column) || lengths.add(column.length).size > 1) return false;
      return column.every((each) => check(each));
    });
  };
  const columns = z.custom<Columns<RowOf<S>>>(isValid);
  fieldsOf.set(columns, row._zod.def.shape);
  return columns;
}

export function toColumns<S extends Shape>(row: z.ZodMiniObject<S>, rows: readonly RowOf<S>[]): Columns<RowOf<S>> {
  const names = Object.keys(row._zod.def.shape) as (keyof S)[];
  return Object.fromEntries(names.map((name) => [name, rows.map((each) => each[name])])) as unknown as Columns<
    RowOf<S>
  >;
}

/** The rows of columns that their schema accepts. */
export function toRows<S extends Shape>(row: z.ZodMiniObject<S>, columns: Columns<RowOf<S>>): RowOf<S>[] {
  const names = Object.keys(row._zod.def.shape) as (keyof S)[];
  const [first] = names;
  if (first === undefined) return [];
  return columns[first].map((_, index) => {
    const filled: Partial<RowOf<S>> = {};
    for (const name of names) filled[name] = columns[name][index] as RowOf<S>[keyof S];
    return filled as RowOf<S>;
  });
}

/** A predicate for the kinds that rows are made of; any other schema judges by itself. */
function checkOf(schema: z.core.$ZodType): Check {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if ((def.checks ?? []).length > 0) return (value) => z.safeParse(schema, value).success;
  switch (def.type) {
    case 'string':
      // An address or a time of its own kind, as of `z.email()`, has a format and no checks.
      if (!('format' in def)) return (value) => typeof value === 'string';
      break;
    case 'enum': {
      const values = new Set<unknown>(Object.values(def.entries));
      return (value) => values.has(value);
    }
    case 'nullable': {
      const check = checkOf(def.innerType);
      return (value) => value === null || check(value);
    }
    case 'array': {
      const check = checkOf(def.element);
      return (value) => Array.isArray(value) && value.every(check);
    }
    case 'tuple': {
      const parts = def.items.map(checkOf);
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
