import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCatalog } from '#content/catalog.ts';
import { findExcessiveRole } from '#server/core/database/check-role.ts';
import { type Connection, connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer, type Server } from '#server/create-server.ts';
import { handlers } from '#server/firm/jobs.ts';
import { migrate } from '#server/firm/migrations.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { backUpTo, restoreFrom } from '#tools/backup.ts';
import { examine } from '#tools/doctor.ts';

const databases = inject('databases');
const adminUrl = databases.kind === 'postgres' ? databases.adminUrl : '';
const name = `roles_${randomUUID().replaceAll('-', '')}`;

function urlOf(role?: string, database = name): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (role) Object.assign(url, { username: role, password: 'a password of this test' });
  return url.toString();
}

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

let connection: Connection;
let server: Server;

// The steps of deploy/README.md: roles, passwords, migrations as the owner, then the program as its own role.
beforeAll(async () => {
  await asAdmin(adminUrl, `create database ${name}`);
  const passwords = ['owner', 'app'].map((role) => `alter role tidemark_${role} password 'a password of this test'`);
  await asAdmin(urlOf(), readFileSync('deploy/database-roles.sql', 'utf8'), ...passwords);
  const owner = await connectPostgres(urlOf('tidemark_owner'), { maxConnections: 2 });
  await migrate(owner.db);
  await owner.close();
  connection = await connectPostgres(urlOf('tidemark_app'));
  const env = parseEnv({ DATABASE_URL: urlOf('tidemark_app'), DEMO: '1', LOG_LEVEL: 'silent' });
  const log = pino({ level: 'silent' });
  server = await createServer({ env, catalog: readCatalog(), connection, log, recurring: false });
});

afterAll(async () => {
  await server.close();
  await asAdmin(adminUrl, `drop database ${name} with (force)`);
});

describe('the role of the program', () => {
  test('can do everything the program does: the demo, its jobs and the deletion of old rows', async () => {
    await seedDemo(server.deps);
    const { ran, errors } = await server.jobs.drain(server.deps, handlers);
    expect(errors).toEqual([]);
    expect(ran).toBeGreaterThan(0);
    await deleteExpired(server.deps);
  });

  test('can’t change or empty a table that is only added to, nor switch off what protects it', async () => {
    if (connection.kind !== 'postgres') throw new Error('Not PostgreSQL');
    const protectedTables = await connection.pool.query<{ table: string }>(`
      select distinct c.relname as table from pg_trigger t
        join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.proname ~ '^(refuse|reject)_' order by 1`);
    const tables = protectedTables.rows.map(({ table }) => table);
    expect(tables).toEqual([
      'audit',
      'audit_link',
      'copy_log',
      'ledger_account',
      'ledger_entry',
      'ledger_transaction',
      'market_key_entry',
      'payout_statistics_day',
    ]);
    for (const table of tables) {
      const { rows } = await connection.pool.query<{ column: string }>(
        `select attname as column from pg_attribute where attrelid = '${table}'::regclass and attnum = 1`,
      );
      const statements = [
        `update ${table} set ${rows[0]?.column} = ${rows[0]?.column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `drop table ${table} cascade`,
      ];
      for (const statement of statements) {
        // Rows of ledger_account can be locked, which needs the right to update one column. Its trigger refuses.
        const code = statement.startsWith('update ledger_account') ? '23001' : '42501';
        await expect(connection.pool.query(statement), statement).rejects.toMatchObject({ code });
      }
      await connection.pool.query(`select count(*) from ${table}`);
    }
  });

  test('also runs on a restored backup, which only the owner of the tables can restore, once the roles are there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-roles-'));
    const file = join(folder, 'tidemark.backup');
    const copy = `${name}_restored`;
    const envOf = (url: string) => parseEnv({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'silent' });
    await backUpTo(envOf(urlOf('tidemark_app')), connection, file);
    const restoreAs = async (role: string) => {
      const own = await connectPostgres(urlOf(role, copy), { maxConnections: 2 });
      await restoreFrom(envOf(urlOf(role, copy)), own, file).finally(() => own.close());
    };
    const roles = readFileSync('deploy/database-roles.sql', 'utf8');
    const renew = async (...statements: string[]) => {
      await asAdmin(adminUrl, `drop database if exists ${copy} with (force)`, `create database ${copy}`);
      await asAdmin(urlOf(undefined, copy), ...statements);
    };
    await renew('alter schema public owner to tidemark_owner');
    await expect(restoreAs('tidemark_owner')).rejects.toThrow(
      /has no roles yet: first run deploy\/database-roles\.sql/,
    );
    await renew(roles);
    await expect(restoreAs('tidemark_app')).rejects.toThrow(/can’t create tables: restore with .* tidemark_owner/);
    await renew(
      roles,
      'alter default privileges for role tidemark_owner in schema public revoke insert on tables from tidemark_app',
    );
    await expect(restoreAs('tidemark_owner')).rejects.toThrow(/can’t start on them as tidemark_app: permission denied/);
    await renew(roles);
    await restoreAs('tidemark_owner');

    const restored = await connectPostgres(urlOf('tidemark_app', copy));
    const log = pino({ level: 'silent' });
    const again = await createServer({
      ...{ env: server.deps.env, catalog: readCatalog(), log },
      connection: restored,
      recurring: false,
    });
    await again.jobs.drain(again.deps, handlers);
    await expect(again.deps.db.deleteFrom('ledger_entry').execute()).rejects.toMatchObject({ code: '42501' });
    await again.close();
    await asAdmin(adminUrl, `drop database ${copy} with (force)`);
    rmSync(folder, { recursive: true });
  });

  test('can’t start before the first migration, which it reads in one sentence', async () => {
    const empty = `${name}_empty`;
    await asAdmin(adminUrl, `create database ${empty}`);
    await asAdmin(urlOf(undefined, empty), readFileSync('deploy/database-roles.sql', 'utf8'));
    const early = await connectPostgres(urlOf('tidemark_app', empty), { maxConnections: 4 });
    const start = createServer({ env: server.deps.env, catalog: readCatalog(), connection: early, recurring: false });
    await expect(start).rejects.toThrow(
      /^this database waits for migrations .* first run npm run db -- migrate as tidemark_owner$/,
    );
    expect((await examine(server.deps.env, early)).find(({ about }) => about === 'database')).toEqual({
      ...{ about: 'database', text: 'migrations are pending', remedy: 'npm run db -- migrate, as tidemark_owner' },
    });
    await early.close();
    await asAdmin(adminUrl, `drop database ${empty} with (force)`);
  });

  test('is examined by the doctor, who names each fault with what to run', async () => {
    const faultsOf = async (other: Connection, change = {}) => {
      const findings = await examine({ ...server.deps.env, ...change }, other);
      return findings.filter(({ remedy }) => remedy !== null).map(({ about }) => about);
    };
    expect((await faultsOf(connection)).filter((about) => about !== 'space')).toEqual([]);
    await connection.db
      .updateTable('installation_key')
      .set({ value: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', 'last-backup')
      .execute();
    await asAdmin(urlOf(), 'revoke select on coupon_use from tidemark_app');
    expect((await faultsOf(connection)).filter((about) => about !== 'space')).toEqual(['owners', 'backup']);
    await asAdmin(urlOf(), 'grant select on coupon_use to tidemark_app');
    const owner = await connectPostgres(urlOf('tidemark_owner'), { maxConnections: 2 });
    expect(await faultsOf(owner, { production: true })).toContain('role');
    await owner.close();
  });

  test('is told apart from a superuser and from the owner of the tables', async () => {
    expect(await findExcessiveRole(connection)).toBeNull();
    for (const [role, excess] of [
      ['tidemark_owner', 'owner'],
      [undefined, 'superuser'],
    ] as const) {
      const other = await connectPostgres(urlOf(role), { maxConnections: 1 });
      expect(await findExcessiveRole(other)).toBe(excess);
      await other.close();
    }
  });
});
