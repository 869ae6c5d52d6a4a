import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { connectPostgres } from '#server/core/database/connect.ts';
import { migrationTimeouts } from '#server/core/database/timeouts.ts';
import { listMigrations, migrate, releasedMigrations } from '#server/firm/migrations.ts';
import { eventually } from '../../support/eventually.ts';
import { type Shop, startShop } from '../support/shop.ts';

const addColumn = {
  async up(db: Kysely<unknown>) {
    await sql`alter table orders add column total_dollars numeric not null default 0`.execute(db);
    await sql`update orders set total_dollars = total_cents / 100.0`.execute(db);
  },
};
const later = { ...releasedMigrations, '9999-later': addColumn };
const broken = {
  ...releasedMigrations,
  '9999-broken': {
    async up(db: Kysely<unknown>) {
      await addColumn.up(db);
      await sql`insert into no_such_table values (1)`.execute(db);
    },
  },
};

let shop: Shop;
beforeEach(async () => {
  shop = await startShop();
});
afterEach(() => shop.close());

async function buy() {
  const opened = await shop.order();
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

test('an upgrade from the baseline keeps orders and queued jobs, and sales continue', async () => {
  const { db } = shop.server.deps;
  const before = await buy();
  const unpaid = await shop.order();
  const resultBefore = await shop.result(before);
  expect(resultBefore).toMatchObject({ status: 'fulfilled', totalCents: 14_900 });

  expect(await migrate(db, { migrations: later })).toEqual(['9999-later']);
  expect(await migrate(db, { migrations: later })).toEqual([]);

  const { rows } = await sql<{ dollars: number }>`
    select total_dollars as dollars from orders where id = ${before.orderId}
  `.execute(db);
  expect(rows).toEqual([{ dollars: 149 }]);
  expect(await shop.result(before)).toEqual(resultBefore);
  await shop.press(unpaid, 'paid');
  await shop.server.drain();
  expect(await shop.result(unpaid)).toMatchObject({ status: 'fulfilled' });
  expect(await shop.result(await buy())).toMatchObject({ status: 'fulfilled' });
});

test('the former release starts again on the tables of the later one', async () => {
  const before = await buy();
  await migrate(shop.server.deps.db, { migrations: later });
  expect(await migrate(shop.server.deps.db)).toEqual([]);
  const { app } = await shop.server.another();
  expect((await app.request('/api/ready')).status).toBe(200);
  expect(await shop.result(before)).toMatchObject({ status: 'fulfilled' });
});

test('two servers that upgrade at the same time apply the migration once', async () => {
  const another = await shop.server.another();
  const applied = await Promise.all([shop.server, another].map(({ deps }) => migrate(deps.db, { migrations: later })));
  expect(applied.flat()).toEqual(['9999-later']);
});

const databases = inject('databases');

test.runIf(databases.kind === 'postgres')(
  'a migration that needs a table in use lets sales go on, and applies once the table is free',
  async () => {
    const { db } = shop.server.deps;
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const url = new URL(databases.kind === 'postgres' ? databases.adminUrl : '');
    url.pathname = rows[0]?.name ?? '';
    const operator = await connectPostgres(url.href, { timeouts: { ...migrationTimeouts, lock_timeout: 200 } });
    onTestFinished(() => operator.close());
    const [reading, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const report = db.transaction().execute(async (trx) => {
      await sql`select count(*) from orders`.execute(trx);
      reading.resolve();
      await read.promise;
    });
    await reading.promise;
    const migrating = migrate(operator.db, { migrations: later });
    await eventually('a migration that waits', async () => {
      const waits = await sql`select 1 from pg_locks where not granted and relation = 'orders'::regclass`.execute(db);
      expect(waits.rows).not.toEqual([]);
    });
    await shop.order();
    read.resolve();
    await report;
    expect(await migrating).toEqual(['9999-later']);
  },
);

test('a failed migration changes nothing, and the former version keeps working', async () => {
  const { db } = shop.server.deps;
  const before = await buy();
  await expect(migrate(db, { migrations: broken })).rejects.toThrow(
    /^migration 9999-broken failed and changed nothing: relation "no_such_table" does not exist$/,
  );
  const { rows } = await sql`
    select column_name from information_schema.columns where table_name = 'orders' and column_name = 'total_dollars'
  `.execute(db);
  expect(rows).toEqual([]);
  expect((await listMigrations(db, broken)).map(({ executedAt }) => executedAt === undefined).indexOf(true)).toBe(
    Object.keys(releasedMigrations).length,
  );
  expect(await shop.result(before)).toMatchObject({ status: 'fulfilled' });
  expect(await shop.result(await buy())).toMatchObject({ status: 'fulfilled' });
});
