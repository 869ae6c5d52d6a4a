import { sql } from 'kysely';
import ts from 'typescript';
import { afterAll, expect, test } from 'vitest';
import { isOneOf } from '#server/core/database/one-of.ts';
import { tables } from '#server/firm/schema.ts';
import { startTestApp } from '../support/app.ts';

const server = await startTestApp();
afterAll(() => server.close());

/** A table's columns as `name: type` or `name: type or null`. */
type Tables = Readonly<Record<string, readonly string[]>>;

/** How each type of the database arrives in code; lists count as JSON. */
const codeTypes: Readonly<Record<string, string>> = {
  text: 'text',
  uuid: 'text',
  date: 'text',
  character: 'text',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  timestamptz: 'moment',
  bytea: 'bytes',
  jsonb: 'json',
  json: 'json',
};

async function readDatabase(): Promise<Tables> {
  const { rows } = await sql<{ table: string; name: string; type: string; nullable: boolean }>`
    select table_name as table, column_name as name, udt_name as type, is_nullable = 'YES' as nullable
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'
      -- The rate limiter's own.
      and table_name <> 'rate_limit'`.execute(server.deps.db);
  const tables: Record<string, string[]> = {};
  for (const { table, name, type, nullable } of rows) {
    const code = type.startsWith('_') ? 'json' : (codeTypes[type] ?? type);
    tables[table] = [...(tables[table] ?? []), describeColumn(name, code, nullable)];
  }
  return sortTables(tables);
}

function readCode(): Tables {
  const path = 'src/server/firm/schema.ts';
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const checker = ts.createProgram([path], { ...options, noEmit: true, noLib: false });
  const types = checker.getTypeChecker();
  const file = checker.getSourceFile(path);
  const database = file?.statements
    .filter(ts.isModuleDeclaration)
    .flatMap(({ body }) => (body && ts.isModuleBlock(body) ? [...body.statements] : []))
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'Database');
  if (!file || !database) throw new Error('there is no type Database');

  /** What a query returns for a column. */
  function readType(column: ts.Symbol): ts.Type {
    const type = types.getTypeOfSymbolAtLocation(column, file as ts.SourceFile);
    const read = type.getProperty('__select__');
    return read ? types.getTypeOfSymbolAtLocation(read, file as ts.SourceFile) : type;
  }

  function nameType(type: ts.Type): string {
    const parts = type.isUnion() ? type.types : [type];
    const names = parts
      .filter(({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)))
      .map((branded) => {
        const part = branded.isIntersection() ? (branded.types[0] ?? branded) : branded;
        if (part.flags & ts.TypeFlags.StringLike) return 'text';
        if (part.flags & ts.TypeFlags.NumberLike) return 'number';
        if (part.flags & ts.TypeFlags.BooleanLike) return 'boolean';
        const name = part.symbol?.name;
        if (name === 'Date') return 'moment';
        if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
        return 'json';
      });
    return [...new Set(names)].join(' or ');
  }

  const isNullable = (type: ts.Type) => type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Null);
  const tables = types.getTypeAtLocation(database.name).getProperties();
  return sortTables(
    Object.fromEntries(
      tables.map((table) => {
        const columns = types.getTypeOfSymbolAtLocation(table, file).getProperties();
        const described = columns.map((column) => {
          const type = readType(column);
          return describeColumn(column.name, nameType(type), Boolean(isNullable(type)));
        });
        return [table.name, described];
      }),
    ),
  );
}

function describeColumn(name: string, type: string, isNullable: boolean): string {
  return `${name}: ${type}${isNullable ? ' or null' : ''}`;
}

function sortTables(tables: Tables): Tables {
  return Object.fromEntries(
    Object.entries(tables)
      .map(([name, columns]) => [name, columns.toSorted()] as const)
      .toSorted(([left], [right]) => left.localeCompare(right)),
  );
}

test('the tables’ types in code name the columns, types and nulls of the database', async () => {
  expect(readCode()).toEqual(await readDatabase());
});

test('a column takes the values of its list, also those that the list has gained since 1.0.0', async () => {
  const { rows } = await sql<{ table: string; column: string; check: string }>`
    select conrelid::regclass::text as table, attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1`.execute(server.deps.db);
  const needed = Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.entries<{ readonly values?: readonly string[] }>(columns as never).flatMap(([column, { values }]) =>
      values ? [{ table, column, values }] : [],
    ),
  );
  expect(needed.length).toBeGreaterThan(40);
  const migrations = needed.flatMap(({ table, column, values }) => {
    const check = rows.find((row) => row.table === table && row.column === column)?.check ?? '';
    const allowed = [...check.matchAll(/'([^']+)'/g)].map(([, value]) => value);
    if (String(allowed.toSorted()) === String(values.toSorted())) return [];
    const name = `${table}_${column}_check`;
    return `alter table ${table} drop constraint ${name}, add constraint ${name} check (${isOneOf(column, values)})`;
  });
  expect(migrations, 'statements of a migration that is missing').toEqual([]);
});
