import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { restoreBackup } from '#server/core/database/backup/restore-backup.ts';
import { writeBackup } from '#server/core/database/backup/write-backup.ts';
import { connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import type { Db } from '#server/core/deps.ts';
import { openJobs } from '#server/core/jobs/runner.ts';
import { findKeyFile, readOrStoreKey } from '#server/core/keys.ts';
import { jobs as allJobs } from '#server/firm/jobs.ts';
import { releasedMigrations } from '#server/firm/migrations.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

const databases = inject('databases');
const lastMigration = Object.keys(releasedMigrations).at(-1) ?? '';
const later = {
  ...releasedMigrations,
  '9999-later': {
    async up(db: Kysely<unknown>) {
      await sql`alter table orders add column total_dollars numeric not null default 0`.execute(db);
      await sql`update orders set total_dollars = total_cents / 100.0`.execute(db);
      await sql`create table later (order_id text primary key references orders)`.execute(db);
      await sql`insert into later select id from orders`.execute(db);
    },
  },
};

let shop: Shop;
let fulfilled: { orderId: string; sessionId: string };

async function askAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databases.kind === 'postgres' ? databases.adminUrl : '' });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Creates an empty PostgreSQL database and returns its address. */
async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  await askAdmin(`create database ${name}`);
  const url = databases.kind === 'postgres' ? databases.adminUrl.replace(/[^/]+$/, name) : '';
  return { url, drop: () => askAdmin(`drop database ${name} with (force)`) };
}

/** An embedded database without tables. */
const emptyDump = () => new Blob([databases.kind === 'embedded' ? readFileSync(databases.emptyDumpPath) : '']);

async function openEmpty(): Promise<{ db: Db; close(): Promise<void> }> {
  if (databases.kind === 'embedded') return connectEmbedded({ loadDataDir: emptyDump() });
  const { url, drop } = await createDatabase();
  const { db, close } = await connectPostgres(url, { maxConnections: 2 });
  return { db, close: () => close().then(drop) };
}

async function openEmptyDatabase(): Promise<Db> {
  const { db, close } = await openEmpty();
  onTestFinished(close);
  return db;
}

async function backUp(db: Db): Promise<Buffer> {
  const file = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(file),
    writeBackup(db, file, { migrations: releasedMigrations, rootKey: undefined }),
  ]);
  return bytes;
}

const restore = (db: Db, bytes: Buffer, migrations = releasedMigrations) =>
  restoreBackup(db, Readable.from([bytes]), migrations);

/** All lines but the first, which contains the time, and the jobs, which a restore returns to its caller. */
const bodyOf = (bytes: Buffer) =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith('{"kind":"job"'));

const countTables = async (db: Db) =>
  (await sql`select 1 from pg_tables where schemaname in ('public', 'jobs')`.execute(db)).rows.length;

/** Edits a backup by hand, which a restore must always detect. */
const edit = (bytes: Buffer, change: (text: string) => string) => gzipSync(change(gunzipSync(bytes).toString()));

beforeAll(async () => {
  shop = await startShop();
  fulfilled = await shop.order(orderForm());
  await shop.press({ paymentUrl: (await shop.row(fulfilled)).payment_url ?? '' }, 'paid');
  await shop.server.drain();
  const open = await shop.order(orderForm());
  await shop.press(open, 'paid');
  await shop.server.deps.db
    .insertInto('person_picture')
    .values({
      person_id: (await shop.signIn()).personId,
      image: Buffer.from([0, 255, 10, 92]),
      updated_at: new Date(0),
    })
    .execute();
});

afterAll(() => shop.close());

describe('a backup', () => {
  test('restores every row, sequence and waiting job into an empty database', async () => {
    const bytes = await backUp(shop.server.deps.db);
    const db = await openEmptyDatabase();
    const { pendingJobs, rows } = await restore(db, bytes);
    expect(bodyOf(await backUp(db))).toEqual(bodyOf(bytes));
    expect(rows).toBeGreaterThan(20);
    expect(pendingJobs.map(({ name }) => name)).toContain('sandbox-webhook');
    const order = await db.selectFrom('orders').selectAll().where('id', '=', fulfilled.orderId).executeTakeFirst();
    expect(order).toEqual(await shop.row(fulfilled));
    // A sequence continues after the last number it has given out.
    const before = await db
      .selectFrom('mailbox')
      .select(({ fn }) => fn.max('number').as('number'))
      .executeTakeFirst();
    const mail = { recipient: 'a@example.org', subject: 's', text: 't', html: 'h', sent_at: new Date() };
    const next = await db
      .insertInto('mailbox')
      .values({ id: 'next', ...mail })
      .returning('number')
      .executeTakeFirst();
    expect(next?.number).toBe(Number(before?.number) + 1);
  });

  test('taken before a migration can be restored by a version with that migration, and again by the former one', async () => {
    const bytes = await backUp(shop.server.deps.db);
    const db = await openEmptyDatabase();
    await restore(db, bytes, later);
    const { rows } = await sql<{ dollars: string; later: string }>`
      select total_dollars as dollars, l.order_id as later from orders o join later l on l.order_id = o.id
      where id = ${fulfilled.orderId}
    `.execute(db);
    expect(rows).toEqual([{ dollars: 149, later: fulfilled.orderId }]);

    // Back to the former version: a new database from the same file.
    const former = await openEmptyDatabase();
    await restore(former, bytes);
    expect(bodyOf(await backUp(former))).toEqual(bodyOf(bytes));
  });

  // The embedded database has a single connection, which the backup holds.
  test.skipIf(databases.kind === 'embedded')(
    'holds the state of one moment, even if rows are written while it is taken',
    async () => {
      const { db } = shop.server.deps;
      const file = new PassThrough({ highWaterMark: 1 });
      const done = writeBackup(db, file, { migrations: releasedMigrations, rootKey: undefined });
      const first = await new Promise<Buffer>((resolve) => file.once('data', resolve));
      file.pause();
      await db
        .insertInto('trial_claim')
        .values({ address_key: 'late', person_id: (await shop.signIn()).personId, order_id: fulfilled.orderId })
        .execute();
      const [rest] = await Promise.all([buffer(file), done]);
      expect(gunzipSync(Buffer.concat([first, rest])).toString()).not.toContain('"late"');
      await db.deleteFrom('trial_claim').where('address_key', '=', 'late').execute();
    },
  );

  describe('that is unusable', () => {
    let db: Db;
    let close: () => Promise<void>;

    // All cases share one database: each must leave it empty.
    beforeAll(async () => {
      const connection = await openEmpty();
      ({ db, close } = connection);
    });
    afterAll(() => close());

    test.each([
      ['ends too early', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40), /damaged or ends too early/],
      [
        'lacks its end',
        (bytes: Buffer) => edit(bytes, (text) => text.replace('{"kind":"end"}\n', '')),
        /ends too early/,
      ],
      [
        'lost a row',
        (bytes: Buffer) => edit(bytes, (text) => text.replace(/^\[".*\n/m, '')),
        /rows, but the backup recorded \d+/,
      ],
      [
        'lost money',
        (bytes: Buffer) =>
          edit(bytes, (text) => text.replaceAll('"14900"', '"14800"').replaceAll('"29800"', '"29801"')),
        /_cents totals/,
      ],
      ['is another kind of file', () => gzipSync('hello\n'), /not a backup/],
      [
        'comes from a newer version',
        (bytes: Buffer) => edit(bytes, (text) => text.replace(lastMigration, '0009-next')),
        /newer version \(0009-next\)/,
      ],
    ])('because it %s is refused and restores nothing', async (_, damage, message) => {
      const bytes = damage(await backUp(shop.server.deps.db));
      await expect(restore(db, bytes)).rejects.toThrow(message);
      expect(await countTables(db)).toBe(0);
    });
  });

  test('never overwrites a database that isn’t empty', async () => {
    const { db } = shop.server.deps;
    const before = bodyOf(await backUp(db));
    await expect(restore(db, await backUp(db))).rejects.toThrow(/the database is not empty/);
    expect(bodyOf(await backUp(db))).toEqual(before);
  });
});

describe('the backup commands', () => {
  function run(env: Record<string, string>, ...parameters: string[]) {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/tools/database.ts', ...parameters], {
      env: { PATH, NODE_COMPILE_CACHE, ...env },
      encoding: 'utf8',
    });
    return { status, output: stdout + stderr };
  }

  /** A pair of age's keys: the public one, and a file with the secret one. */
  async function makeKeys(folder: string, name: string) {
    const identity = await generateX25519Identity();
    const identityFile = join(folder, name);
    writeFileSync(identityFile, `# created by a test\n${identity}\n`);
    return { identity, recipient: await identityToRecipient(identity), identityFile };
  }

  test('back up to a file and restore it into a new database, with its key and jobs, also encrypted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-backup-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [own, other] = [await makeKeys(folder, 'own.txt'), await makeKeys(folder, 'other.txt')];
    const createPlace = async (name: string): Promise<Record<string, string>> => {
      if (databases.kind === 'embedded') {
        const dataDir = join(folder, name);
        // A restore into a folder that doesn't exist yet is tested once, with the second place.
        if (name !== 'two') await (await connectEmbedded({ dataDir, loadDataDir: emptyDump() })).close();
        return { DATA_DIR: dataDir };
      }
      const { url, drop } = await createDatabase();
      onTestFinished(drop);
      return { DATABASE_URL: url };
    };
    const open = ({ DATABASE_URL: url, DATA_DIR: dataDir }: Record<string, string>) =>
      url ? connectPostgres(url, { maxConnections: 2 }) : connectEmbedded({ dataDir });
    const [sourceEnv, targetEnv] = [await createPlace('one'), await createPlace('two')];
    const file = join(folder, 'tidemark.backup');

    const source = await open(sourceEnv);
    await restore(source.db, await backUp(shop.server.deps.db));
    if (source.kind === 'embedded')
      await readOrStoreKey({ appSecret: undefined, dataDir: sourceEnv.DATA_DIR ?? '' }, source, 'c2VjcmV0');
    const jobs = await openJobs(source, pino({ level: 'silent' }), { jobs: allJobs, recurring: false });
    await jobs.send(source.db, 'sandbox-webhook', { paymentId: 'p', outcome: 'paid' } as never);
    await jobs.stop();
    await source.close();

    // What an interrupted backup left, readable by everyone.
    writeFileSync(`${file}.partial`, 'the beginning', { mode: 0o644 });
    expect(run(sourceEnv, 'backup', file)).toEqual({
      status: 0,
      output: expect.stringMatching(/backed up .*: \d+ tables, \d+ rows/),
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    expect(run(sourceEnv, 'backup', file)).toEqual({ status: 1, output: expect.stringContaining('exists already') });
    expect(readFileSync(file)).toEqual(before);

    const encrypted = join(folder, 'tidemark.backup.age');
    const wrong = run({ ...sourceEnv, BACKUP_RECIPIENT: 'age1nothing' }, 'backup', encrypted);
    expect(wrong).toEqual({ status: 1, output: expect.stringContaining('BACKUP_RECIPIENT must be') });
    expect(run({ ...sourceEnv, BACKUP_RECIPIENT: own.recipient }, 'backup', encrypted).status).toBe(0);
    expect(statSync(encrypted).mode & 0o777).toBe(0o600);
    expect(readFileSync(encrypted, 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
    expect(run(targetEnv, 'restore', encrypted).output).toContain('set BACKUP_IDENTITY_FILE');
    expect(run({ ...targetEnv, BACKUP_IDENTITY_FILE: other.identityFile }, 'restore', encrypted)).toEqual({
      status: 1,
      output: expect.stringContaining('has no key that reads this backup'),
    });

    // A backup that isn't encrypted needs no key, even if there is one.
    const plain = await createPlace('plain');
    expect(run({ ...plain, BACKUP_IDENTITY_FILE: own.identityFile }, 'restore', file).status).toBe(0);
    expect(run({ ...targetEnv, BACKUP_IDENTITY_FILE: own.identityFile }, 'restore', encrypted)).toEqual({
      status: 0,
      output: expect.stringMatching(/restored .*: \d+ tables, \d+ rows/),
    });
    const target = await open(targetEnv);
    onTestFinished(() => target.close());
    const restored = await backUp(target.db);
    const decrypter = new Decrypter();
    decrypter.addIdentity(own.identity);
    const decrypted = Buffer.from(await decrypter.decrypt(readFileSync(encrypted)));
    expect(bodyOf(restored)).toEqual(bodyOf(decrypted));
    // Each backup notes when the one before was taken, which differs in no other way.
    const withoutNote = (bytes: Buffer) => bodyOf(bytes).filter((line) => !/installation_key|"last-backup"/.test(line));
    expect(withoutNote(decrypted)).toEqual(withoutNote(before));
    expect(gunzipSync(restored).toString()).toContain('{"kind":"job","name":"sandbox-webhook"');
    const key = { appSecret: undefined, dataDir: targetEnv.DATA_DIR ?? '' };
    if (target.kind === 'embedded') expect(findKeyFile(key, target)).toBe('c2VjcmV0');

    writeFileSync(file, 'not a backup');
    expect(run(await createPlace('three'), 'restore', file)).toEqual({
      status: 1,
      output: expect.stringMatching(/^\s*✗ .*\n$/),
    });
  });
});
