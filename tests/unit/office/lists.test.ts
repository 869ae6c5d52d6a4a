import { describe, expect, test } from 'vitest';
import { officeLists } from '#shared/firm/lists.ts';
import { defineList, type ListColumns } from '#shared/office/define-list.ts';
import { base, text } from '#shared/office/list-columns.ts';

describe.each(Object.entries(officeLists))('the list of %s', (name, list) => {
  const columns: ListColumns = list.columns;

  test('its name is its own, and links lead to lists that exist, by a column that holds the id', () => {
    expect(list.name).toBe(name);
    for (const [column, { link }] of Object.entries(columns)) {
      if (link === undefined) continue;
      const [target, idColumn] = link;
      expect(Object.keys(officeLists), `${column} links to ${target}`).toContain(target);
      expect(list.fields, `${column} links by ${idColumn}`).toContain(idColumn);
    }
  });

  test('its table shows no hidden column and starts with one that every row has', () => {
    for (const column of list.table) expect(columns[column]?.isHidden, column).toBeUndefined();
    const [first = ''] = list.table;
    expect(columns[first]?.schema.safeParse(null).success).toBe(false);
  });

  test('it is in a group of the navigation unless it appears only within records', () => {
    if (list.isRecordOnly) expect(list.group).toBeNull();
  });
});

test('two lists never claim the same records of the audit log', () => {
  const entities = Object.values(officeLists).flatMap(({ entity }) => entity ?? []);
  expect(new Set(entities).size).toBe(entities.length);
});

test('a filter by a column without a list of values is refused', () => {
  expect(() =>
    defineList('notes', null, {
      ...{ summary: 'Notes', roles: ['admin'], filters: { body: 'values' }, title: 'body' },
      ...{ table: ['body'], columns: { ...base, body: text } },
    }),
  ).toThrow('the column body has no list of values to filter by');
});
