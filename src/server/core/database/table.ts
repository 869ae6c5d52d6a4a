import type { ColumnType, Selectable } from 'kysely';
import { isOneOf } from './one-of.ts';

/** How a table's rows are read, inserted and updated, for Kysely. */
export type Columns<T extends Table> = T['columns'];

export type Row<T extends Table> = Selectable<Columns<T>>;

export type TablesOf<T extends Readonly<Record<string, Table>>> = { [K in keyof T]: Columns<T[K]> };

/** Creates a table, and all that belongs to it. The type of `columns` is that of its rows. */
export type Table<C = unknown> = { readonly columns: C; toSql(name: string): readonly string[] };

/** A column's SQL with the type of its values where the SQL says less. */
type Typed<T> = {
  readonly sql: string;
  readonly values?: readonly string[];
  readonly later?: readonly string[];
  readonly type?: T;
};
type Column = string | Typed<unknown>;

type Value<S extends string> = S extends `text[]${string}`
  ? string[]
  : S extends `text${string}`
    ? string
    : S extends `boolean${string}`
      ? boolean
      : S extends `timestamptz${string}`
        ? Date
        : S extends `bytea${string}`
          ? Uint8Array
          : number;

/** A column that may be null or has a default may be left out of an insert. */
type Of<S extends string, V = Value<S>> = S extends `${string} default ${string}` | `${string} generated ${string}`
  ? ColumnType<V, V | undefined, V>
  : S extends `${string} not null${string}` | `${string} primary key${string}`
    ? ColumnType<V, V, V>
    : ColumnType<V | null, V | null | undefined, V | null>;

type Types<C> = { -readonly [K in keyof C]: C[K] extends string ? Of<C[K]> : C[K] extends Typed<infer T> ? T : never };

/** Values of type `T` in a column of this SQL. JSON is written as text. */
export function as<T>(sql: `jsonb not null default ${string}`): Typed<ColumnType<T, string | undefined, string>>;
export function as<T>(sql: `jsonb not null${string}`): Typed<ColumnType<T, string, string>>;
export function as<T>(sql: `jsonb${string}`): Typed<ColumnType<T | null, string | null | undefined, string | null>>;
export function as<T>(sql: `${string} default ${string}`): Typed<ColumnType<T, T | undefined, T>>;
export function as<T>(
  sql: `${string} not null${string}` | `${string} primary key${string}`,
): Typed<ColumnType<T, T, T>>;
export function as<T>(sql: string): Typed<ColumnType<T | null, T | null | undefined, T | null>>;
export function as(sql: string): Typed<unknown> {
  return { sql };
}

/** @param later values that a migration allows; the table is created without them */
export function oneOf<V extends string, const S extends string = 'text not null'>(
  values: readonly V[],
  sql: S = 'text not null' as S,
  later: readonly NoInfer<V>[] = [],
): Typed<Of<S, V>> {
  return { sql, values, later };
}

type Described<C> = Table<Types<C>> & {
  /** Adds constraints of several columns, and statements that come after the table, such as indexes. */
  with(...added: readonly string[]): Described<C>;
  /** Describes columns that a migration adds; the table is created without them. */
  later<const L extends Readonly<Record<string, Column>>>(added: L): Table<Types<C & L>>;
  /** Describes a table that a migration creates. */
  migrated(): Table<Types<C>>;
};

/** A table, described once: its columns as SQL, from which the types of its rows follow. */
export function table<const C extends Readonly<Record<string, Column>>>(
  columns: C,
  more: readonly string[] = [],
): Described<C> {
  const define = ([name, column]: [string, Column]) => {
    if (typeof column === 'string') return `${name} ${column}`;
    const values = column.values?.filter((value) => !column.later?.includes(value));
    return `${name} ${column.sql}${values ? ` check (${isOneOf(name, values)})` : ''}`;
  };
  const isStatement = (text: string) => text.startsWith('create ');
  const parts = [...Object.entries(columns).map(define), ...more.filter((text) => !isStatement(text))];
  const toSql = (name: string) => [`create table ${name} (\n  ${parts.join(',\n  ')}\n)`, ...more.filter(isStatement)];
  return {
    columns: columns as never,
    toSql,
    with: (...added) => table(columns, added),
    later: (added) => ({ columns: { ...columns, ...added } as never, toSql }),
    migrated: () => ({ columns: columns as never, toSql: () => [] }),
  };
}
