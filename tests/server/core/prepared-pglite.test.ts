import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PreparedPGlite } from '#server/core/database/prepared-pglite.ts';

let pglite: PreparedPGlite;

beforeAll(async () => {
  pglite = await PreparedPGlite.open({});
});

beforeEach(async () => {
  await pglite.exec('drop table if exists account');
  await pglite.exec('create table account (id text primary key, balance int, note jsonb)');
  await pglite.query(`insert into account (id, balance) values ('a', 100), ('b', 200)`);
});

afterAll(() => pglite.close());

const readBalance = 'select balance from account where id = $1';

/** The names of the prepared statements that the database keeps, all or those of one text. */
async function listPrepared(text?: string): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string; statement: string }>('table pg_prepared_statements');
  return rows.filter(({ statement }) => text === undefined || statement === text).map(({ name }) => name);
}

describe('a statement on the embedded database', () => {
  test('is prepared once, for queries inside and outside transactions', async () => {
    for (const id of ['a', 'b', 'c']) await pglite.query(readBalance, [id]);
    await pglite.transaction((transaction) => transaction.query(readBalance, ['a']));
    expect(await listPrepared(readBalance)).toHaveLength(1);
    expect((await pglite.query(readBalance, ['b'])).rows).toEqual([{ balance: 200 }]);
  });

  test('accepts and returns values of every type as PGlite does', async () => {
    const at = new Date('2026-03-11T15:00:00.123Z');
    const text = `select $1::timestamptz as at, $2::jsonb as note, $3::bytea as file, $4::text[] as names, $5::int8[] as sums,
      $6::numeric as price, $7::boolean as yes, $8::text as nothing, $9::text as label`;
    const file = Uint8Array.of(0, 1, 255);
    const values = [at, { a: [1, null] }, file, ['a,b', 'c"d', ''], [1, 2], 12.5, true, null, 'é\n'];
    const { rows, fields } = await pglite.query(text, values);
    const row = { at, note: { a: [1, null] }, file, names: ['a,b', 'c"d', ''], sums: [1, 2], price: '12.5' };
    expect(rows).toEqual([{ ...row, yes: true, nothing: null, label: 'é\n' }]);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(rows[0] as object));
    expect((await pglite.query(text, values)).rows).toEqual(rows);
  });

  test('counts the rows it changed without returning them', async () => {
    const raise = 'update account set balance = balance + $1';
    expect(await pglite.query(raise, [1])).toMatchObject({ affectedRows: 2, rows: [] });
    expect(await pglite.query(`${raise} returning id, balance`, [1], { rowMode: 'array' })).toMatchObject({
      affectedRows: 2,
      rows: [
        ['a', 102],
        ['b', 202],
      ],
    });
  });

  test('that fails affects neither the next one nor a transaction that rolls back to a savepoint', async () => {
    const insert = 'insert into account (id) values ($1)';
    for (const _ of [1, 2]) await expect(pglite.query(insert, ['a'])).rejects.toMatchObject({ code: '23505' });
    await expect(pglite.query('select missing from account')).rejects.toMatchObject({ code: '42703' });
    await expect(pglite.query('select $1::int as number', ['one'])).rejects.toMatchObject({ code: '22P02' });
    await pglite.transaction(async (transaction) => {
      await transaction.query('savepoint before');
      await expect(transaction.query(insert, ['a'])).rejects.toMatchObject({ code: '23505' });
      await expect(transaction.query(readBalance, ['a'])).rejects.toMatchObject({ code: '25P02' });
      await transaction.query('rollback to savepoint before');
      await transaction.query(insert, ['c']);
      expect((await transaction.query(readBalance, ['a'])).rows).toEqual([{ balance: 100 }]);
    });
    expect((await pglite.query('select id from account order by id')).rows).toHaveLength(3);
  });

  test('sees a changed table, inside and outside transactions', async () => {
    const readAll = 'select * from account order by id limit 1';
    await pglite.query(readAll);
    await pglite.query('alter table account add column city text');
    expect((await pglite.query(readAll)).rows).toEqual([{ id: 'a', balance: 100, note: null, city: null }]);
    await pglite.exec('alter table account drop column note');
    await pglite.transaction(async (transaction) => {
      expect((await transaction.query(readAll)).rows).toEqual([{ id: 'a', balance: 100, city: null }]);
      await transaction.query('alter table account drop column city');
      expect((await transaction.query(readAll)).rows).toEqual([{ id: 'a', balance: 100 }]);
      await transaction.rollback();
    });
    expect((await pglite.query(readAll)).rows).toEqual([{ id: 'a', balance: 100, city: null }]);
    await pglite.query('discard all');
    expect((await pglite.query(readAll)).rows).toHaveLength(1);
  });

  test('is dropped for newer ones, and planned again after a thousand runs', async () => {
    for (let count = 0; count < 500; count++) await pglite.query(`select ${count} as count`);
    expect((await pglite.query('select 0 as count')).rows).toEqual([{ count: 0 }]);
    expect((await listPrepared()).length).toBeLessThanOrEqual(401);
    await pglite.query(readBalance, ['a']);
    const [first] = await listPrepared(readBalance);
    for (let count = 0; count < 1_000; count++) await pglite.query(readBalance, ['a']);
    const names = await listPrepared(readBalance);
    expect(names).toHaveLength(1);
    expect(names).not.toEqual([first]);
  });

  test('waits for another statement’s transaction', async () => {
    const raise = `update account set balance = balance + 1 where id = 'a'`;
    const raiseAndStop = () =>
      pglite.transaction(async (transaction) => {
        await transaction.query(raise);
        await transaction.rollback();
      });
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? raiseAndStop() : pglite.query(raise))),
    );
    expect((await pglite.query(readBalance, ['a'])).rows).toEqual([{ balance: 140 }]);
  });

  test('works when a table changes at any moment between its preparation and its run', async () => {
    for (let moment = 0; moment < 60; moment += 1) {
      const text = `select *, ${moment} as moment from account where id = 'a'`;
      const read = pglite.query(text);
      for (let passed = 0; passed < moment; passed += 1) await Promise.resolve();
      const change = pglite.exec(`alter table account add column added${moment} int`);
      expect((await read).rows).toEqual([expect.objectContaining({ id: 'a', moment })]);
      await change;
      expect((await pglite.query(text)).rows).toEqual([expect.objectContaining({ moment, [`added${moment}`]: null })]);
    }
  });
});
