import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { noteAuditHead, readNotedHead } from '#server/core/audit/noted-heads.ts';
import { verifyAudit } from '#server/core/audit/verify.ts';
import { type PlainAction, writeAudit } from '#server/core/deps.ts';
import { changeStaffByOperator } from '#server/people/staff/change-by-operator.ts';
import { deleteExpired } from '#server/privacy/delete-expired.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

/** The log accepts any action, although the program's types allow only the listed ones. */
const write = (action: string, executor = server.deps.db) =>
  writeAudit(server.deps, executor, 'system', action as PlainAction, ['person', 'p-1'], { n: 1 });

/** Runs the statement with the triggers off, as the owner of the database could. */
async function tamper(statement: ReturnType<typeof sql>): Promise<void> {
  const { db } = server.deps;
  await db.transaction().execute(async (trx) => {
    for (const table of ['audit', 'audit_link']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    }
    await statement.execute(trx);
    for (const table of ['audit', 'audit_link']) {
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
    }
  });
}

async function readHead() {
  const verdict = await verifyAudit(server.deps);
  if (!verdict.intact) throw new Error(verdict.problem);
  return verdict.head;
}

describe('the audit log', () => {
  test.each([
    ['an update', sql`update audit set actor = 'person:somebody'`],
    ['a delete', sql`delete from audit where action = 'kept'`],
    ['a truncate', sql`truncate audit`],
    ['an update of links', sql`update audit_link set hash = ''`],
    ['a delete of links', sql`delete from audit_link`],
  ])('refuses %s', async (_, statement) => {
    await write('kept');
    await expect(statement.execute(server.deps.db)).rejects.toThrow('only added to');
  });

  test('links every entry in commit order, and none of a transaction that fails', async () => {
    const before = await readHead();
    const { db } = server.deps;
    await db.transaction().execute(async (trx) => {
      await write('one', trx);
      await write('two', trx);
    });
    const failed = db.transaction().execute(async (trx) => {
      await write('three', trx);
      throw new Error('changed its mind');
    });
    await expect(failed).rejects.toThrow('changed its mind');
    await Promise.all(Array.from({ length: 12 }, (_, index) => write(`at-once-${index}`)));
    expect((await readHead()).number - before.number).toBe(14);
  });

  test.each([
    ['an entry was changed', sql`update audit set details = '{"n": 2}' where action = 'victim'`, 'entry was changed'],
    [
      'an entry’s time was changed',
      sql`update audit set at = at + interval '1 microsecond' where action = 'victim'`,
      'changed',
    ],
    ['an entry was removed', sql`delete from audit where action = 'victim'`, 'entry is missing'],
    [
      'a link was removed',
      sql`delete from audit_link where audit_id in (select id from audit where action = 'victim')`,
      'a link before it is missing',
    ],
    [
      'an entry was slipped in',
      sql`insert into audit values ('slipped', now(), 'system', 'x', 'person', 'p', '{}')`,
      'added without a link',
    ],
  ])('detects that %s', async (_, statement, problem) => {
    const ownServer = await startTestApp();
    const shared = server;
    server = ownServer;
    try {
      for (const action of ['first', 'victim', 'last']) await write(action);
      expect((await verifyAudit(ownServer.deps)).intact).toBe(true);
      await tamper(statement);
      const verdict = await verifyAudit(ownServer.deps);
      expect(verdict.intact ? '' : verdict.problem).toContain(problem);
    } finally {
      server = shared;
      await ownServer.close();
    }
  });

  test('detects that its end was cut off, given a link that was noted before', async () => {
    await write('noted');
    const head = await readHead();
    expect((await verifyAudit(server.deps, head)).intact).toBe(true);
    await tamper(sql`delete from audit where id = (select audit_id from audit_link where number = ${head.number})`);
    await tamper(sql`delete from audit_link where number = ${head.number}`);
    expect((await verifyAudit(server.deps)).intact).toBe(true);
    expect(await verifyAudit(server.deps, head)).toMatchObject({
      intact: false,
      problem: expect.stringContaining('noted'),
    });
  });

  test('stays intact when sign-ins are deleted after a year, but not when they are deleted earlier', async () => {
    await write('signed-in');
    await server.clock.advance(366 * dayMs);
    await deleteExpired(server.deps);
    expect(await verifyAudit(server.deps)).toMatchObject({ intact: true, erased: 1 });
    await write('signed-in');
    await sql`delete from audit where action = 'signed-in'`.execute(server.deps.db);
    expect(await verifyAudit(server.deps)).toMatchObject({ intact: false });
  });
});

describe('the first administrator', () => {
  test('is appointed by a command and invited by email; later appointments must name an administrator', async () => {
    const ownServer = await startTestApp();
    try {
      const appoint = (email: string, operatorEmail?: string) =>
        changeStaffByOperator(ownServer.deps, { email, operatorEmail, change: { change: 'appoint', role: 'admin' } });
      await appoint('First@example.org');
      await ownServer.drain();
      expect((await ownServer.mails('first@example.org'))[0]?.text).toContain('/forgot/password/email/verification/');
      await expect(appoint('second@example.org')).rejects.toThrow('name one with --by');
      await expect(appoint('second@example.org', 'second@example.org')).rejects.toThrow('name one with --by');
      await appoint('second@example.org', 'first@example.org');
      const people = await ownServer.deps.db.selectFrom('person').select(['email', 'roles', 'password_hash']).execute();
      expect(people.sort((a, b) => a.email.localeCompare(b.email))).toEqual([
        { email: 'first@example.org', roles: ['admin'], password_hash: null },
        { email: 'second@example.org', roles: ['admin'], password_hash: null },
      ]);
    } finally {
      await ownServer.close();
    }
  });
});

describe('the heads noted elsewhere', () => {
  const file = () => join(mkdtempSync(join(tmpdir(), 'heads-')), 'heads');

  test('survive a database whose log was replaced by another intact one', async () => {
    const app = await startTestApp({ environment: { AUDIT_HEADS_FILE: file() } });
    const writeKept = (id: string) =>
      writeAudit(app.deps, app.deps.db, 'system', 'kept' as PlainAction, ['person', id], {});
    await writeKept('p');
    await noteAuditHead(app.deps);
    await noteAuditHead(app.deps);
    const noted = readNotedHead(app.deps);
    expect((await verifyAudit(app.deps, noted)).intact).toBe(true);
    expect(
      readFileSync(app.deps.env.auditHeadsFile ?? '', 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(1);
    await app.deps.db.transaction().execute(async (trx) => {
      for (const table of ['audit', 'audit_link'])
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
      await sql`truncate audit, audit_link`.execute(trx);
      for (const table of ['audit', 'audit_link'])
        await sql`alter table ${sql.table(table)} enable trigger user`.execute(trx);
    });
    await writeKept('forged');
    expect((await verifyAudit(app.deps)).intact).toBe(true);
    expect(await verifyAudit(app.deps, noted)).toMatchObject({
      intact: false,
      problem: expect.stringContaining('is not the one'),
    });
    await expect(noteAuditHead(app.deps)).rejects.toThrow('has lost its link');
    await app.close();
  });

  test('are refused if a line was changed or written with another key', async () => {
    const app = await startTestApp({ environment: { AUDIT_HEADS_FILE: file() } });
    await writeAudit(app.deps, app.deps.db, 'system', 'kept' as PlainAction, ['person', 'p'], {});
    await noteAuditHead(app.deps);
    const path = app.deps.env.auditHeadsFile ?? '';
    writeFileSync(path, readFileSync(path, 'utf8').replace(/ (\d+):/, ' 9$1:'));
    expect(() => readNotedHead(app.deps)).toThrow('line 1');
    await app.close();
  });
});
