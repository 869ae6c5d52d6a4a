import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { checkAllSanctions, checkSanctions } from '#server/payouts/payees/check-sanctions.ts';
import { findSanctionsWarning } from '#server/payouts/payees/sanctions-warning.ts';
import { createFileList } from '#server/payouts/ports/sanctions/file-list.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { approvePayout, reviewPayout, sendPayout } from '#shared/payouts/contract-office.ts';
import { decideSanctionsCheck } from '#shared/payouts/contract-office-payees.ts';
import { addDestination, fetchPayee } from '#shared/payouts/contract-payees.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { fundTrader, signInStaff } from '../support/funded.ts';
import { giveRole } from '../support/payee.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
const folder = mkdtempSync(join(tmpdir(), 'sanctions-'));
const path = join(folder, 'list.csv');

beforeAll(async () => {
  writeFileSync(path, '\ufeffid,name\r\nL-1,"Ferreiro, Adah"\r\nL-2,Viktor Halvorsen Drach\r\n');
  server = await startTestApp({ environment: { SANCTIONS_LIST: path } });
  ask = client(server);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function signInReviewer() {
  const person = await signInPerson(server);
  await giveRole(server, person.personId, 'reviewer');
  return person;
}

/** A reauthenticated person who adds a destination. */
async function addDestinationFor(payeeName: string) {
  const person = await signInPerson(server);
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: server.clock.now() })
    .where('id', '=', person.sessionId)
    .execute();
  const body = { kind: 'wise', payee_name: payeeName, wise_recipient: `${person.personId}@example.org` } as const;
  const answer = await ask(addDestination, { token: person.token, body });
  return { ...person, answer };
}

const checksOf = (personId: string) =>
  server.deps.db.selectFrom('sanctions_check').selectAll().where('person_id', '=', personId).execute();
/** Checks a name for a batch. @returns the status of the stored check. */
async function checkName(personId: string, subjectId: string, name = 'Viktor Drach', deps = server.deps) {
  await deps.db
    .transaction()
    .execute((trx) => checkSanctions(deps, trx, { personId, name, cause: 'batch', subjectId }));
  return (await checksOf(personId)).find(({ subject_id }) => subject_id === subjectId)?.status;
}

/** A person's screenings that wait for a decision. */
const listOpen = async (token: string, person: string) =>
  (await ask(officeLists.screenings.page, { token, query: { person, status: 'review' } })).data.rows;

describe('the sanctions check', () => {
  test('compares a new destination, and a close match waits for staff without a hint to the person', async () => {
    const victor = await addDestinationFor('Victor Drach');
    expect(victor.answer.response_status).toBe(200);
    expect(await checksOf(victor.personId)).toMatchObject([
      { cause: 'destination', status: 'review', name: 'Victor Drach' },
    ]);
    const payee = await ask(fetchPayee, { token: victor.token });
    expect(JSON.stringify(payee)).not.toMatch(/sanction|review|Halvorsen/i);
    await server.drain();
    const mails = await server.mails(server.deps.catalog.site.supportEmail);
    expect(mails[0]?.subject).toBe('A payee’s name needs a decision');
  });

  test('clears a distant name and stores the result with the version of the list', async () => {
    const tessa = await addDestinationFor('Tessa Marques');
    const [row] = await checksOf(tessa.personId);
    expect(row?.status).toBe('clear');
    expect(row?.list_version).toMatch(/^[0-9a-f]{64}$/);
  });

  test('compares the first payout, which can’t be approved before a match is decided', async () => {
    const trader = await fundTrader(server);
    const payoutId = (await trader.request(100_000)).data.payout.id;
    const reviewer = await signInReviewer();
    const finance = await signInStaff(server, 'finance');
    await server.drain();
    expect((await ask(reviewPayout, { token: reviewer.token, body: { payoutId } })).response_status).toBe(200);
    const refused = await ask(approvePayout, { token: finance.token, body: { payoutId } });
    expect(refused.response_message).toMatch(/^Resolve the sanctions match/);
    const open = await listOpen(reviewer.token, trader.personId);
    expect(open).toMatchObject([
      { cause: 'first-payout', name: 'Ada Ferreira', matches: expect.stringContaining('L-1') },
    ]);
    const body = { checkId: open[0]?.id ?? '', decision: 'cleared', reason: 'Born elsewhere.' } as const;
    expect((await ask(decideSanctionsCheck, { token: trader.token, body })).response_status).toBe(403);
    expect((await ask(decideSanctionsCheck, { token: reviewer.token, body })).response_status).toBe(200);
    expect((await ask(decideSanctionsCheck, { token: reviewer.token, body })).response_status).toBe(409);
    expect((await ask(approvePayout, { token: finance.token, body: { payoutId } })).response_status).toBe(200);
  });

  test('blocks a manual payment while the list is unreadable or a match with the current list is undecided', async () => {
    const file = join(folder, 'present.csv');
    writeFileSync(file, 'id,name\nL-1,Quentin Abelard\n');
    const app = await server.another({ sanctions: createFileList(file) });
    const askApp = client(app);
    const trader = await fundTrader(app);
    const payoutId = (await trader.request(100_000)).data.payout.id;
    await app.drain();
    const [reviewer, finance] = [await signInReviewer(), await signInStaff(server, 'finance')];
    await askApp(reviewPayout, { token: reviewer.token, body: { payoutId } });
    const approved = await askApp(approvePayout, { token: finance.token, body: { payoutId } });
    expect(approved.response_status).toBe(200);
    const send = () => askApp(sendPayout, { token: finance.token, body: { payoutId, reference: 'WIRE-1' } });
    writeFileSync(file, 'id\nL-1\n');
    expect(await send()).toMatchObject({ response_status: 503, error_code: 'unavailable' });
    writeFileSync(file, 'id,name\nL-7,Ada Ferreira\n');
    for (const _ of [1, 2]) expect((await send()).error_code).toBe('payout_sanctions');
    const open = await listOpen(reviewer.token, trader.personId);
    expect(open).toMatchObject([{ cause: 'payment', score: 100, matches: expect.stringContaining('L-7') }]);
    const body = { checkId: open[0]?.id ?? '', decision: 'cleared', reason: 'Born elsewhere.' } as const;
    await askApp(decideSanctionsCheck, { token: reviewer.token, body });
    expect((await send()).data.payout.status).toBe('sent');
  });

  test('compares a payee once per batch, and a cleared match stays cleared in the next batch', async () => {
    const [person, reviewer] = [await signInPerson(server), await signInReviewer()];
    expect(await checkName(person.personId, 'batch-1')).toBe('review');
    expect(await checkName(person.personId, 'batch-1')).toBe('review');
    const [row] = await checksOf(person.personId);
    const body = { checkId: row?.id ?? '', decision: 'cleared', reason: 'Another date of birth.' } as const;
    await ask(decideSanctionsCheck, { token: reviewer.token, body });
    expect(await checkName(person.personId, 'batch-2')).toBe('clear');
    expect(await checkName(person.personId, 'batch-2')).toBe('clear');
    expect(await checksOf(person.personId)).toHaveLength(2);
    expect(await checkName(person.personId, 'batch-3', 'Adah Ferreiro')).toBe('review');
  });

  test('compares the payees of a batch together, each once, and only those who match wait', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => signInPerson(server)));
    const names = ['Tessa Marques', 'Viktor Drach', 'Adah Ferreiro', 'Ines Prado', 'Rui Leal'];
    const payees = people.map(({ personId }, index) => ({ personId, name: names[index] ?? '' }));
    const compare = () =>
      server.deps.db
        .transaction()
        .execute((trx) =>
          checkAllSanctions(server.deps, trx, [...payees, ...payees], { cause: 'batch', subjectId: 'batch-9' }),
        );
    await compare();
    await compare();
    const stored = await Promise.all(people.map(({ personId }) => checksOf(personId)));
    expect(stored.map((own) => own.map(({ status }) => status))).toEqual([
      ['clear'],
      ['review'],
      ['review'],
      ['clear'],
      ['clear'],
    ]);
  });

  test('reads a changed list again, and clears nobody without a list', async () => {
    const person = await signInPerson(server);
    const list = createFileList(path);
    const before = (await list.check('Quentin Abelard')).listVersion;
    writeFileSync(path, 'id,name\nL-9,Quentin Abelard\n');
    const after = await list.check('Quentin Abelard');
    expect(after.listVersion).not.toBe(before);
    expect(after.matches).toEqual([{ entryId: 'L-9', name: 'Quentin Abelard', score: 1 }]);
    // A copy may keep the modification time of its original.
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'id,name\nL-8,Quentin Abelard\nL-9,Rui Leal\n');
    utimesSync(path, atime, mtime);
    expect((await list.check('Quentin Abelard')).matches).toMatchObject([{ entryId: 'L-8' }]);
    const withoutList = {
      ...server.deps,
      sanctions: { check: async () => ({ listVersion: null, matches: [] }), findEdition: () => null },
    };
    expect(await checkName(person.personId, 'b', 'Tessa Marques', withoutList)).toBe('review');
  });

  test('names the list’s sources with their dates, and the back office warns once a source is old', async () => {
    const dated = join(folder, 'dated.csv');
    const now = server.clock.now().getTime();
    const day = (daysAgo: number) => new Date(now - daysAgo * dayMs).toISOString().slice(0, 10);
    const write = (date: string) =>
      writeFileSync(
        dated,
        `# source: OFAC SDN, ${day(1)}\r\n# source: EU list${date}\r\nid,name\r\nL-1,Ada Two\r\nL-1,A. Two\r\n`,
      );
    write(`, ${day(7)}`);
    const app = await server.another({ sanctions: createFileList(dated) });
    const staff = await signInStaff(server, 'reviewer');
    const read = async () => (await client(app)(officeOverview, { token: staff.token })).data.sanctionsList;
    expect(await read()).toEqual({
      sources: [
        { name: 'OFAC SDN', date: day(1) },
        { name: 'EU list', date: day(7) },
      ],
      entryCount: 1,
      isOld: false,
      isReadable: true,
    });
    const production = { ...app.deps, env: { ...app.deps.env, production: true } };
    expect(findSanctionsWarning(production)).toBeNull();
    for (const date of [`, ${day(9)}`, '']) {
      write(date);
      const list = createFileList(dated);
      expect(
        (await client(await server.another({ sanctions: list }))(officeOverview, { token: staff.token })).data,
      ).toMatchObject({ sanctionsList: { isOld: true } });
      expect(findSanctionsWarning({ ...production, sanctions: list })).toMatch(/older than 7 days or undated/);
    }
  });

  test('keeps the server ready with a warning if a replaced list is broken', async () => {
    const broken = join(folder, 'broken.csv');
    writeFileSync(broken, 'id,name\nL-1,Ada Two\n');
    const list = createFileList(broken);
    writeFileSync(broken, 'id\nL-1\n');
    utimesSync(broken, new Date(), new Date(Date.now() + 5_000));
    const production = { ...server.deps, sanctions: list, env: { ...server.deps.env, production: true } };
    // Strangers can ask whether the server is ready, so only the log has the path, once.
    const logged: unknown[] = [];
    const log = { ...server.deps.log, error: (details: unknown) => logged.push(details) };
    for (const _ of [1, 2]) {
      expect(findSanctionsWarning({ ...production, log })).toBe(
        "The sanctions list can't be read, so no payee can be compared: see the log.",
      );
    }
    expect(logged).toEqual([{ problem: `${broken}: the first line must name the columns id and name` }]);
    await expect(list.check('Ada Two')).rejects.toThrow('must name the columns');
    const app = await server.another({ sanctions: list });
    const staff = await signInStaff(server, 'reviewer');
    const { data } = await client(app)(officeOverview, { token: staff.token });
    expect(data.sanctionsList).toMatchObject({ isReadable: false, entryCount: 1 });
  });

  test.each([
    ['# source: OFAC SDN, 2026-13-01\nid,name\n1,Ada', "2026-13-01 isn't a date"],
    ['# source: OFAC SDN\nid,name\n1,', 'row 3 has no id or no name'],
    ['name\nx', 'must name the columns'],
    ['id,name\n', 'is empty'],
    ['id,name\n1,', 'row 2 has no id or no name'],
  ])('stops the server from starting with a list like %j', (text, message) => {
    const wrong = join(folder, 'wrong.csv');
    writeFileSync(wrong, text);
    expect(() => createFileList(wrong)).toThrow(message);
  });
});
