import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import { expect, test } from 'vitest';
import { listSources } from '#server/firm/office/lists.ts';
import { type OfficeListName, officeLists } from '#shared/firm/lists.ts';

/** Writes SQL without a database. */
const writer = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const sqlOf = (part: RawBuilder<unknown>) => part.compile(writer).sql;

test.each(Object.keys(officeLists) as OfficeListName[])('each column, filter and order of %s has its SQL', (name) => {
  const { fields, filters, sorts } = officeLists[name];
  const { columns, complete, filters: conditions, sorts: orders = {} } = listSources[name];
  const selected = ['id', 'at', ...[...sqlOf(columns).matchAll(/ as "(\w+)"/g)].map(([, alias]) => alias)];
  // What the database doesn't know is added to each row.
  const added = String(complete ?? '');
  expect(fields.filter((field) => !selected.includes(field) && !new RegExp(`\\b${field}\\b`).test(added))).toEqual([]);
  expect(Object.keys(filters).filter((filter) => conditions[filter] === undefined)).toEqual([]);
  expect(sorts.filter((sort) => sort !== 'at' && orders[sort] === undefined)).toEqual([]);
});
