import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createColumnsSchema, toColumns, toRows } from '#shared/core/columns.ts';

const row = z.object({
  id: z.string(),
  status: z.enum(['active', 'locked']),
  cents: z.nullable(z.int()),
  held: z.array(z.tuple([z.enum(['ES', 'NQ']), z.int()])),
  email: z.string().check(z.email()),
});

const rows: z.output<typeof row>[] = [
  { id: 'a', status: 'active', cents: -5, held: [['ES', 2]], email: 'ada@example.com' },
  { id: 'b', status: 'locked', cents: null, held: [], email: 'rui@example.com' },
];
const columns = {
  id: ['a', 'b'],
  status: ['active', 'locked'],
  cents: [-5, null],
  held: [[['ES', 2]], []],
  email: ['ada@example.com', 'rui@example.com'],
};

const accepts = (value: unknown) => createColumnsSchema(row).safeParse(value).success;

test('rows convert to columns and back', () => {
  expect(toColumns(row, rows)).toEqual(columns);
  expect(toRows(row, toColumns(row, rows))).toEqual(rows);
  expect(toRows(row, toColumns(row, []))).toEqual([]);
});

describe('the column schema', () => {
  test('accepts what the row schema accepts', () => {
    expect(accepts(columns)).toBe(true);
    expect(accepts({ id: [], status: [], cents: [], held: [], email: [] })).toBe(true);
  });

  test('validates a field whose schema defines its own text format', () => {
    const schema = createColumnsSchema(z.object({ email: z.email(), writer: z.nullable(z.email()) }));
    const isValid = (email: unknown, writer: unknown) => schema.safeParse({ email: [email], writer: [writer] }).success;
    expect(isValid('ada@example.com', null)).toBe(true);
    expect(isValid('ada', null)).toBe(false);
    expect(isValid('ada@example.com', 'rui')).toBe(false);
  });

  test.each([
    ['a value that is not an object', null],
    ['rows instead of columns', rows],
    ['a missing column', { ...columns, cents: undefined }],
    ['a column that is a string', { ...columns, id: 'ab' }],
    ['a column that is too short', { ...columns, email: ['ada@example.com'] }],
    ['a number instead of a string', { ...columns, id: ['a', 2] }],
    ['an unknown enum value', { ...columns, status: ['active', 'asleep'] }],
    ['a fraction', { ...columns, cents: [0.5, null] }],
    ['a number that isn’t exact', { ...columns, cents: [2 ** 53, null] }],
    ['null in a column that does not allow it', { ...columns, status: ['active', null] }],
    ['a pair with three elements', { ...columns, held: [[['ES', 2, 3]], []] }],
    ['a pair with an unknown enum value', { ...columns, held: [[['YM', 2]], []] }],
    ['a string that breaks a rule of its field', { ...columns, email: ['ada', 'rui@example.com'] }],
  ])('refuses %s', (_, value) => {
    expect(accepts(value)).toBe(false);
  });
});
