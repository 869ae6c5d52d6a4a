import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { deleteDueDocuments } from '#server/payouts/payees/delete-documents.ts';
import { listPayeeRequirements } from '#server/payouts/payees/list-payee-requirements.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { decideIdentityCheck, fetchIdentityDocuments } from '#shared/payouts/contract-office-payees.ts';
import {
  addDestination,
  fetchPayee,
  startIdentityCheck,
  submitIdentityCheck,
} from '#shared/payouts/contract-payees.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { giveRole, photograph, uploadAs } from '../support/payee.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

const signIn = () => signInPerson(server, { lifetimeMs: 400 * dayMs });

async function signInReviewer() {
  const person = await signIn();
  await giveRole(server, person.personId, 'reviewer');
  return person;
}

/** A person whose documents wait for review. */
async function submitCheck() {
  const person = await signIn();
  await ask(startIdentityCheck, { token: person.token });
  const photo = await photograph();
  const front = await uploadAs(server, person.token, photo);
  await uploadAs(server, person.token, photo, { purpose: 'selfie' });
  const submitted = await ask(submitIdentityCheck, { token: person.token });
  expect(submitted.response_status).toBe(200);
  const check = await server.deps.db
    .selectFrom('identity_check')
    .selectAll()
    .where('person_id', '=', person.personId)
    .executeTakeFirstOrThrow();
  return { ...person, checkId: check.id, documentId: front.data.documentId };
}

const read = async (token: string) => (await ask(fetchPayee, { token })).data.identity;
const download = (path: string, token: string) =>
  server.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
const approval = (checkId: string) =>
  ({ checkId, decision: 'approved', first_name: 'Ada', last_name: 'Ferreira' }) as const;
const listMissing = async (personId: string) =>
  (await listPayeeRequirements(server.deps, server.deps.db, personId, null)).filter(
    ({ name }) => name === 'identity-check',
  );

describe('the built-in review', () => {
  test('documents are submitted and approved by a reviewer, and payees must match the name on them', async () => {
    const [ada, reviewer] = [await submitCheck(), await signInReviewer()];
    expect(await listMissing(ada.personId)).toEqual([{ name: 'identity-check', status: 'review' }]);
    expect(await read(ada.token)).toMatchObject({ status: 'review', since: server.clock.now().getTime() });
    const query = { person: ada.personId, status: 'review' };
    const { rows } = (await ask(officeLists.identity.page, { token: reviewer.token, query })).data;
    expect(rows).toMatchObject([{ id: ada.checkId, person: 'Ada Ferreira', documents: 2 }]);
    const { checkId } = ada;
    const uploads = await ask(fetchIdentityDocuments, { token: reviewer.token, query: { checkId } });
    expect(uploads.data.documents).toMatchObject([
      { purpose: 'identity-front', mediaType: 'image/webp' },
      { purpose: 'selfie' },
    ]);
    const answer = await ask(decideIdentityCheck, { token: reviewer.token, body: approval(ada.checkId) });
    expect(answer.response_status).toBe(200);
    expect(await read(ada.token)).toMatchObject({ status: 'approved', verifiedName: 'Ada Ferreira' });
    expect(await listMissing(ada.personId)).toEqual([]);
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('id', '=', ada.sessionId)
      .execute();
    const wise = { kind: 'wise', wise_recipient: 'ada@example.org' } as const;
    const other = await ask(addDestination, { token: ada.token, body: { ...wise, payee_name: 'Bruno Ferreira' } });
    expect(other.validation_errors.payee_name?.[0]).toMatch(/^We only pay accounts in your own name/);
    const ownName = await ask(addDestination, { token: ada.token, body: { ...wise, payee_name: 'FERREIRA Ada' } });
    expect(ownName.response_status).toBe(200);
    await server.drain();
    const mails = await server.mails(`${ada.personId.toLowerCase()}@example.com`);
    expect(mails.some(({ subject }) => subject === 'Identity verified')).toBe(true);
  });

  test('a destination added under another name before the check no longer counts after it', async () => {
    const [ada, reviewer] = [await submitCheck(), await signInReviewer()];
    await server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('id', '=', ada.sessionId)
      .execute();
    const body = { kind: 'wise', payee_name: 'Carla Ferreira', wise_recipient: 'carla@example.org' } as const;
    await ask(addDestination, { token: ada.token, body });
    await ask(decideIdentityCheck, { token: reviewer.token, body: approval(ada.checkId) });
    const { destinations, missing: open } = (await ask(fetchPayee, { token: ada.token })).data;
    expect(destinations[0]?.matchesVerifiedName).toBe(false);
    expect(open).toContainEqual({ name: 'destination' });
  });

  test('a check that must be repeated accepts new documents and is submitted again', async () => {
    const [ada, reviewer] = [await submitCheck(), await signInReviewer()];
    const body = { checkId: ada.checkId, decision: 'retry', reason: 'document-unreadable' } as const;
    expect((await ask(decideIdentityCheck, { token: reviewer.token, body })).response_status).toBe(200);
    expect(await read(ada.token)).toMatchObject({ status: 'retry', reason: 'document-unreadable' });
    // The selfie wasn't the problem, so it stays; the reason stays until new photos are submitted.
    await ask(startIdentityCheck, { token: ada.token });
    const repeated = await read(ada.token);
    expect(repeated).toMatchObject({ status: 'started', reason: 'document-unreadable' });
    expect(repeated.documents.map(({ purpose }) => purpose)).toEqual(['selfie']);
    expect((await ask(submitIdentityCheck, { token: ada.token })).error_code).toBe('identity_incomplete');
    const again = await uploadAs(server, ada.token, await photograph());
    expect(again.data.documentId).not.toBe(ada.documentId);
    expect((await read(ada.token)).documents).toHaveLength(2);
    expect((await ask(submitIdentityCheck, { token: ada.token })).response_status).toBe(200);
    expect((await read(ada.token)).status).toBe('review');
    const query = { person: ada.personId };
    const { rows } = (await ask(officeLists.identity.page, { token: reviewer.token, query })).data;
    // The test's clock stands still, so the order within a day isn't known.
    const words = String(rows[0]?.['rounds'])
      .replaceAll(/\d{4}-\d\d-\d\d /g, '')
      .split(' ');
    expect(words.sort()).toEqual(['document-unreadable', 'retry', 'review', 'review', 'started', 'started']);
  });

  test('a person can’t restart, change or resubmit a check that is under review or declined', async () => {
    const [ada, reviewer] = [await submitCheck(), await signInReviewer()];
    expect((await ask(submitIdentityCheck, { token: ada.token })).response_status).toBe(200);
    expect((await uploadAs(server, ada.token, await photograph())).response_status).toBe(409);
    expect((await ask(startIdentityCheck, { token: ada.token })).response_status).toBe(409);
    const body = { checkId: ada.checkId, decision: 'declined', reason: 'not-accepted' } as const;
    await ask(decideIdentityCheck, { token: reviewer.token, body });
    expect((await ask(startIdentityCheck, { token: ada.token })).response_status).toBe(409);
    expect((await ask(submitIdentityCheck, { token: ada.token })).response_status).toBe(409);
    expect(await listMissing(ada.personId)).toEqual([{ name: 'identity-check', status: 'declined' }]);
  });

  test('a decision requires the role and a name or reason, is made once and never about oneself', async () => {
    const [ada, reviewer, stranger] = [await submitCheck(), await signInReviewer(), await signIn()];
    const decide = (token: string, body: object) =>
      ask(decideIdentityCheck, { token, body: { checkId: ada.checkId, decision: 'approved', ...body } });
    expect((await decide(stranger.token, { first_name: 'A', last_name: 'B' })).response_status).toBe(403);
    expect((await decide(reviewer.token, {})).validation_errors).toHaveProperty('first_name');
    expect((await decide(reviewer.token, { decision: 'retry' })).validation_errors).toHaveProperty('reason');
    expect(
      (await decide(reviewer.token, { first_name: '\u0410da', last_name: 'Ferreira' })).validation_errors,
    ).toHaveProperty('last_name');
    await giveRole(server, ada.personId, 'reviewer');
    expect((await decide(ada.token, { first_name: 'Ada', last_name: 'Ferreira' })).error_code).toBe('own_case');
    expect((await decide(reviewer.token, { first_name: 'Ada', last_name: 'Ferreira' })).response_status).toBe(200);
    expect((await decide(reviewer.token, { first_name: 'Eve', last_name: 'Ferreira' })).response_status).toBe(409);
    expect((await read(ada.token)).verifiedName).toBe('Ada Ferreira');
  });

  test('a check can’t be submitted without the document’s front and a selfie', async () => {
    const ada = await signIn();
    expect((await uploadAs(server, ada.token, await photograph())).response_status).toBe(409);
    await ask(startIdentityCheck, { token: ada.token });
    await uploadAs(server, ada.token, await photograph());
    const answer = await ask(submitIdentityCheck, { token: ada.token });
    expect([answer.response_status, answer.response_message]).toEqual([
      409,
      'Add the front of your document and a selfie first.',
    ]);
  });

  test('several tabs start one check', async () => {
    const ada = await signIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(startIdentityCheck, { token: ada.token })));
    expect(answers.map(({ response_status }) => response_status)).toEqual([200, 200, 200, 200]);
  });
});

describe('identity documents', () => {
  test('an image is re-encoded, stored encrypted, and readable only by its owner and reviewers', async () => {
    const [ada, reviewer, stranger] = [await submitCheck(), await signInReviewer(), await signIn()];
    const row = await server.deps.db
      .selectFrom('payee_document')
      .selectAll()
      .where('id', '=', ada.documentId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.content).includes('WEBP')).toBe(false);
    const ownDownload = await download(`/api/payee/documents/${ada.documentId}`, ada.token);
    expect(ownDownload.headers.get('content-type')).toBe('application/octet-stream');
    expect(ownDownload.headers.get('content-disposition')).toBe('attachment; filename="document.webp"');
    expect(ownDownload.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await ownDownload.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 900, height: 600 });
    expect(bytes.includes('secret place')).toBe(false);
    expect((await download(`/api/payee/documents/${ada.documentId}`, stranger.token)).status).toBe(404);
    expect((await download(`/api/payee/documents/${ada.documentId}`, reviewer.token)).status).toBe(404);
    expect((await download(`/api/admin/documents/${ada.documentId}`, stranger.token)).status).toBe(403);
    expect((await download(`/api/admin/documents/${ada.documentId}`, reviewer.token)).status).toBe(200);
    expect((await download(`/api/admin/documents/${ada.documentId}`, reviewer.token)).status).toBe(200);
    const audit = await server.deps.db
      .selectFrom('audit')
      .select('actor')
      .where('action', '=', 'document-read')
      .where('entity_id', '=', ada.documentId)
      .execute();
    expect(audit).toEqual([{ actor: `person:${reviewer.personId}` }, { actor: `person:${reviewer.personId}` }]);
  });

  const plainPdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

  /** Its objects are compressed, as most programs write them. */
  function compressedPdf(objects: string): string {
    const data = deflateSync(Buffer.from(objects)).toString('latin1');
    const stream = `2 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${data.length}>>stream\n${data}\nendstream\nendobj\n`;
    return plainPdf.replace('trailer', `${stream}trailer`);
  }

  test('a PDF with compressed objects and links is accepted', async () => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const file = Buffer.from(compressedPdf('1 0 <</S/URI/URI(https://bank.example)>>'), 'latin1');
    expect((await uploadAs(server, ada.token, file)).response_status).toBe(200);
  });

  test.each([
    ['a page named like an image', '<!doctype html><script>alert(1)</script>', 'document_type'],
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', 'document_type'],
    ['a program', 'MZ\u0090\u0000\u0003', 'document_type'],
    ['an archive', 'PK\u0003\u0004', 'document_type'],
    ['a JPEG without its content', '\u00ff\u00d8\u00ff', 'document_type'],
    ['a page before a PDF', `<script>1</script>${plainPdf}`, 'document_type'],
    ['a truncated PDF', plainPdf.slice(0, 30), 'document_type'],
    [
      'a PDF with a script',
      plainPdf.replace('/Catalog', '/Catalog/OpenAction<</S/JavaScript/JS(1)>>'),
      'document_active',
    ],
    ['a PDF with a hidden script', plainPdf.replace('/Catalog', '/Catalog/AA<</S/J#61vaScript>>'), 'document_active'],
    [
      'a PDF that starts a program',
      plainPdf.replace('/Catalog', '/Catalog/OpenAction<</S/Launch/F(a)>>'),
      'document_active',
    ],
    [
      'a PDF with a file inside',
      plainPdf.replace('/Catalog', '/Catalog/Names<</EmbeddedFiles 3 0 R>>'),
      'document_active',
    ],
    [
      'a PDF with an attachment',
      plainPdf.replace('/Catalog', '/Catalog/Annots[<</Subtype/FileAttachment>>]'),
      'document_active',
    ],
    ['a PDF with a compressed script', compressedPdf('1 0 <</S/JavaScript/JS(app.alert(1))>>'), 'document_active'],
    [
      'a PDF with objects that can’t be read',
      compressedPdf('1 0 <<>>').replace('FlateDecode', 'LZWDecode'),
      'document_active',
    ],
    ['a PDF with a password', plainPdf.replace('trailer<<', 'trailer<</Encrypt 2 0 R'), 'document_active'],
  ])('%s is rejected', async (_, text, key) => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const answer = await uploadAs(server, ada.token, Buffer.from(text, 'latin1'), {
      name: '../../etc/passwd\u0000.jpg',
    });
    expect(answer.response_status).toBe(422);
    const expected = key === 'document_type' ? /^Choose a JPEG/ : /^This PDF contains/;
    expect(answer.validation_errors.document?.[0]).toMatch(expected);
    expect((await read(ada.token)).documents).toEqual([]);
  });

  test('a PDF that takes long to judge holds up no other request', async () => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const measure = async (text: string) => {
      const before = process.threadCpuUsage();
      const answer = await uploadAs(server, ada.token, Buffer.from(text), { type: 'application/pdf' });
      const { user, system } = process.threadCpuUsage(before);
      return { ms: (user + system) / 1_000, errors: answer.validation_errors };
    };
    // Nine megabytes of what might start objects, and at the end objects that can’t be read.
    const body = `${'stream\n'.repeat(1_300_000)}1 0 obj<</Type/ObjStm>>\nstream\n\nendstream\n%%EOF\n`;
    const unread = await measure(`no PDF${body}`);
    const judged = await measure(`%PDF-1.7\n${body}`);
    expect(unread.errors).toEqual({ document: [expect.stringMatching(/^Choose a JPEG/)] });
    expect(judged.errors).toEqual({ document: [expect.stringMatching(/^This PDF contains/)] });
    // Judged on this thread it took more than four times as long.
    expect(judged.ms).toBeLessThan(3 * unread.ms);
  });

  test('a plain PDF is kept unchanged, whatever its name', async () => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const name = '"><img src=x onerror=alert(1)>.html\r\nX-Evil: 1';
    const stored = await uploadAs(server, ada.token, Buffer.from(plainPdf), { name, type: 'text/html' });
    const answer = await download(`/api/payee/documents/${stored.data.documentId}`, ada.token);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="document.pdf"');
    expect(await answer.text()).toBe(plainPdf);
  });

  test('a file that is both an image and a page is returned as the image alone', async () => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const polyglot = Buffer.concat([await photograph(), Buffer.from('<script>alert(1)</script>%PDF-1.4 /JavaScript')]);
    const stored = await uploadAs(server, ada.token, polyglot);
    const answer = await download(`/api/payee/documents/${stored.data.documentId}`, ada.token);
    expect(Buffer.from(await answer.arrayBuffer()).includes('script')).toBe(false);
  });

  test('an image bomb, a file that is too large and an empty file are rejected', async () => {
    const ada = await signIn();
    await ask(startIdentityCheck, { token: ada.token });
    const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect((await uploadAs(server, ada.token, bomb)).response_status).toBe(422);
    const heavy = await uploadAs(server, ada.token, new Uint8Array(10 * 1024 * 1024 + 1));
    expect(heavy.validation_errors.document).toEqual(['Choose a file of up to 10 MB.']);
    expect((await uploadAs(server, ada.token, new Uint8Array(11 * 1024 * 1024))).response_status).toBe(400);
    expect((await uploadAs(server, ada.token, new Uint8Array())).response_status).toBe(422);
  });

  test('documents are deleted 30 days after the decision, but never while they are under review', async () => {
    const [ada, waiting, reviewer] = [await submitCheck(), await submitCheck(), await signInReviewer()];
    await ask(decideIdentityCheck, { token: reviewer.token, body: approval(ada.checkId) });
    const count = async (personId: string) =>
      (await server.deps.db.selectFrom('payee_document').select('id').where('person_id', '=', personId).execute())
        .length;
    await server.clock.advance(30 * dayMs - 1);
    await deleteDueDocuments(server.deps);
    expect([await count(ada.personId), await count(waiting.personId)]).toEqual([2, 2]);
    await server.clock.advance(1);
    await deleteDueDocuments(server.deps);
    expect([await count(ada.personId), await count(waiting.personId)]).toEqual([0, 2]);
    expect((await download(`/api/payee/documents/${ada.documentId}`, ada.token)).status).toBe(404);
    expect((await read(ada.token)).status).toBe('approved');
  });
});
