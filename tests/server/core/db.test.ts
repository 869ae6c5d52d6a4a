import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { FolderLockedError, lockFolder } from '#server/core/database/lock.ts';
import { updateRow } from '#server/core/database/rows.ts';
import { checkBaseline, listMigrations, migrate } from '#server/firm/migrations.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

function writeMail(id: string) {
  const mail = { recipient: 'a@example.org', subject: id, text: id, html: id };
  return { id, dedupe_key: id, ...mail, created_at: server.clock.now() };
}

describe('database', () => {
  test('a key without values changes no row', async () => {
    const change = updateRow(server.deps.db, 'person', {}, { first_name: 'Everybody' });
    await expect(change).rejects.toThrow('a key needs a value');
  });

  test('sums and big integers are returned as numbers', async () => {
    const { rows } = await sql<{ big: number; sum: number; count: number }>`
      select 9007199254740991::bigint as big, sum(v) as sum, count(*) as count from (values (1::bigint), (2)) as t(v)
    `.execute(server.deps.db);
    expect(rows).toEqual([{ big: 9_007_199_254_740_991, sum: 3, count: 2 }]);
  });

  test('each migration runs once, however often it is requested', async () => {
    expect(await migrate(server.deps.db)).toEqual([]);
    const migrations = await listMigrations(server.deps.db);
    expect(migrations.map(({ executedAt }) => executedAt)).not.toContain(undefined);
  });

  test('a database that another baseline created is refused with a sentence that names the remedy', async () => {
    await expect(checkBaseline(server.deps.db)).resolves.toBeUndefined();
    const { rows } = await sql<{ hash: string }>`
      select obj_description('kysely_migration'::regclass, 'pg_class') as hash`.execute(server.deps.db);
    const comment = (text: string) =>
      sql`comment on table kysely_migration is ${sql.lit(text)}`.execute(server.deps.db);
    onTestFinished(() => comment(rows[0]?.hash ?? '').then(() => undefined));
    await comment('an earlier baseline');
    await expect(server.another()).rejects.toThrow(/^the tables have changed .* npm run db -- reset/);
  });

  test('email addresses are unique regardless of case', async () => {
    const person = {
      first_name: 'A',
      last_name: 'B',
      country: 'FR',
      locale: 'en',
      password_hash: null,
      created_at: server.clock.now(),
    };
    const { db } = server.deps;
    await db
      .insertInto('person')
      .values({ ...person, id: 'p1', email: 'same@example.org' })
      .execute();
    const again = db
      .insertInto('person')
      .values({ ...person, id: 'p2', email: 'SAME@example.org' })
      .execute();
    await expect(again).rejects.toThrow(/person_email/);
  });
});

describe('jobs', () => {
  test('a job is queued only if its transaction commits', async () => {
    const { db, jobs } = server.deps;
    const failed = db.transaction().execute(async (trx) => {
      await trx.insertInto('mail').values(writeMail('never')).execute();
      await jobs.send(trx, 'send-mail', { mailId: 'never' });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await db.transaction().execute(async (trx) => {
      await trx.insertInto('mail').values(writeMail('once')).execute();
      await jobs.send(trx, 'send-mail', { mailId: 'once' });
    });
    const ran: string[] = [];
    await server.drain({ handlers: { 'send-mail': async (_, { mailId }) => void ran.push(mailId) } });
    expect(ran).toEqual(['once']);
  });

  test('a key allows one queued job at a time', async () => {
    const { db, jobs } = server.deps;
    for (let time = 0; time < 3; time += 1)
      await jobs.send(db, 'fulfill-order', { orderId: 'o1' }, { singletonKey: 'o1' });
    await jobs.send(db, 'fulfill-order', { orderId: 'o2' }, { singletonKey: 'o2' });
    const ran: string[] = [];
    await server.drain({ handlers: { 'fulfill-order': async (_, { orderId }) => void ran.push(orderId) } });
    expect(ran.sort()).toEqual(['o1', 'o2']);
  });

  test('a delayed job runs when due, and a failed one is retried', async () => {
    const { db, jobs } = server.deps;
    await jobs.send(db, 'fulfill-order', { orderId: 'later' }, { startAfterSeconds: 60 });
    const ran: string[] = [];
    const handlers = {
      'fulfill-order': async (_: unknown, { orderId }: { orderId: string }) => {
        ran.push(orderId);
        if (ran.length === 1) throw new Error('not yet');
      },
    };
    await server.drain({ handlers });
    expect(ran).toEqual([]);
    await server.clock.advance(61_000);
    expect(await server.drain({ handlers, allowFailures: true })).toHaveLength(1);
    await server.clock.advance(hourMs);
    await server.drain({ handlers });
    expect(ran).toEqual(['later', 'later']);
  });
});

describe('message bus', () => {
  test('a message reaches every server after the commit, and none if the transaction fails', async () => {
    const other = await server.another();
    const received: string[] = [];
    const both = Promise.withResolvers<void>();
    const listen = (name: string) => (payload: string) => {
      received.push(`${name} ${payload}`);
      if (received.length === 2) both.resolve();
    };
    const stops = [
      await server.deps.bus.subscribe('account:p1', listen('one')),
      await other.deps.bus.subscribe('account:p1', listen('two')),
      await other.deps.bus.subscribe('account:p2', listen('wrong')),
    ];
    const { db, bus } = server.deps;
    const failed = db.transaction().execute(async (trx) => {
      await bus.publish(trx, 'account:p1', 'lost');
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await db.transaction().execute((trx) => bus.publish(trx, 'account:p1', 'line one\nline two'));
    await both.promise;
    expect(received.sort()).toEqual(['one line one\nline two', 'two line one\nline two']);
    for (const stop of stops) await stop();
  });
});

describe('the data folder lock', () => {
  function withFolder(run: (folder: string) => void): void {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-lock-'));
    try {
      run(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test('only one process holds the lock, and the next can take it once it is released', () => {
    withFolder((folder) => {
      const unlock = lockFolder(folder);
      expect(() => lockFolder(folder)).toThrow(FolderLockedError);
      expect(() => lockFolder(folder)).toThrow(`in use by process ${process.pid}`);
      unlock();
      lockFolder(folder)();
      expect(readdirSync(folder)).toEqual([]);
    });
  });

  test.each([
    ['a process that has ended', '4194303\nboot 1\n'],
    ['a process with the same id before a restart', `${process.pid}\nanother-boot 77\n`],
    ['a file cut short by a crash', ''],
  ])('is taken over from %s', (_, content) => {
    withFolder((folder) => {
      writeFileSync(join(folder, 'server.lock'), content);
      const unlock = lockFolder(folder);
      expect(readFileSync(join(folder, 'server.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`));
      unlock();
    });
  });
});

test('expired rows are deleted', async () => {
  const { db } = server.deps;
  await db.insertInto('captcha_use').values({ challenge_hash: 'h', expires_at: server.clock.now() }).execute();
  await server.clock.advance(60_000);
  await deleteExpired(server.deps);
  expect(await db.selectFrom('captcha_use').selectAll().execute()).toEqual([]);
});

describe('keys', () => {
  test('every server derives the same keys', async () => {
    const other = await server.another();
    expect(other.deps.keys.derive('seal')).toEqual(server.deps.keys.derive('seal'));
    expect(other.deps.keys.derive('seal')).not.toEqual(server.deps.keys.derive('captcha'));
  });
});
