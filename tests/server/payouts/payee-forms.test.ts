import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { listPayeeRequirements } from '#server/payouts/payees/list-payee-requirements.ts';
import { decryptTaxForm } from '#server/payouts/payees/tax-form-details.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { fetchAgreement, signAgreement, signTaxForm } from '#shared/payouts/contract-payee-forms.ts';
import { fetchPayee } from '#shared/payouts/contract-payees.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { makePayable } from '../support/payee.ts';
import { textOf } from '../support/pdf-text.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

const signIn = () => signInPerson(server, { lifetimeMs: 3_000 * dayMs });
const missing = async (personId: string) =>
  (await listPayeeRequirements(server.deps, server.deps.db, personId, null)).map(({ name }) => name);

const w8: BodyOf<typeof signTaxForm> = {
  name: 'Ada Ferreira',
  street: 'Rua da Prata 80',
  city: 'Lisboa',
  post_code: '1100-420',
  country: 'PT',
  citizenship: 'PT',
  date_of_birth: '1990-05-31',
  tin: '501964843',
  signature: 'Ada Ferreira',
  certify: 1,
};

describe('tax forms', () => {
  test('a W-8BEN is stored encrypted, shown masked, and expires at the end of the third following year', async () => {
    const { token, personId } = await signIn();
    expect(await missing(personId)).toContain('tax-form');
    const answer = await ask(signTaxForm, { token, body: w8 });
    expect(answer.data.validUntil).toBe(Date.UTC(2030, 0, 1));
    expect((await ask(fetchPayee, { token })).data.taxForm).toEqual({
      kind: 'w-8ben',
      signed: {
        kind: 'w-8ben',
        tinMasked: '•••• 4843',
        signedName: 'Ada Ferreira',
        signedAt: server.clock.now().getTime(),
        validUntil: Date.UTC(2030, 0, 1),
      },
    });
    const row = await server.deps.db
      .selectFrom('tax_form')
      .selectAll()
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toMatch(/501964843|1990-05-31|Prata/);
    expect(decryptTaxForm(server.deps, row)).toMatchObject({ tin: '501964843', dateOfBirth: '1990-05-31' });
    expect(await missing(personId)).not.toContain('tax-form');
    const untilExpiry = Date.UTC(2030, 0, 1) - server.clock.now().getTime();
    const later = { ...server.deps, clock: () => new Date(server.clock.now().getTime() + untilExpiry) };
    const after = await listPayeeRequirements(later, later.db, personId, null);
    expect(after).toContainEqual({ name: 'tax-form', kind: 'w-8ben' });
  });

  test('the signer downloads a copy with the answers, without the whole tax number', async () => {
    const { token } = await signIn();
    const headers = { Authorization: `Bearer ${token}` };
    const download = () => server.app.request('/api/payee/tax-form/pdf', { headers });
    expect((await download()).status).toBe(404);
    await ask(signTaxForm, { token, body: w8 });
    const text = textOf(Buffer.from(await (await download()).arrayBuffer()));
    for (const part of ['W-8BEN', w8.name, w8.street, '1990-05-31', '4843', 'penalties of perjury', w8.signature]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('501964843');
  });

  test('a country change to the United States requires a W-9 instead', async () => {
    const { token, personId } = await signIn();
    await ask(signTaxForm, { token, body: w8 });
    await server.deps.db.updateTable('person').set({ country: 'US' }).where('id', '=', personId).execute();
    expect(await missing(personId)).toContain('tax-form');
    const refused = await ask(signTaxForm, { token, body: w8 });
    expect(Object.keys(refused.validation_errors)).toEqual(['tin_type']);
    const body = { ...w8, country: 'US', state: 'NY', tin: '123-45-6789', tin_type: 'ssn' };
    expect((await ask(signTaxForm, { token, body })).data.validUntil).toBeNull();
    expect(await missing(personId)).not.toContain('tax-form');
    const rows = await server.deps.db
      .selectFrom('tax_form')
      .select(['kind', 'superseded_at'])
      .where('person_id', '=', personId)
      .execute();
    expect(rows.filter(({ superseded_at }) => superseded_at === null).map(({ kind }) => kind)).toEqual(['w-9']);
  });

  test('another name, a missing certification and a missing number are rejected by field', async () => {
    const { token } = await signIn();
    const other = await ask(signTaxForm, { token, body: { ...w8, signature: 'Bruno Ferreira', tin: '' } });
    expect(Object.keys(other.validation_errors).sort()).toEqual(['signature', 'tin']);
    const uncertified = await ask(signTaxForm, { token, body: { ...w8, certify: 0 } });
    expect(uncertified.validation_errors).toEqual({ certify: ['Confirm the certification to sign.'] });
  });

  test('signing a form in several tabs at once leaves one current form', async () => {
    const { token, personId } = await signIn();
    await Promise.all([1, 2, 3].map(() => ask(signTaxForm, { token, body: w8 })));
    const current = await server.deps.db
      .selectFrom('tax_form')
      .select('id')
      .where('person_id', '=', personId)
      .where('superseded_at', 'is', null)
      .execute();
    expect(current).toHaveLength(1);
  });
});

const read = (token: string, locale = 'en') => ask(fetchAgreement, { token, locale });
const readPdf = (token: string) =>
  server.app.request('/api/payee/agreement/pdf', { headers: { Authorization: `Bearer ${token}` } });

describe('the funded-account agreement', () => {
  test.each([
    ['小明', '王', 'WANG XIAOMING', 'Wang Xiaoming'],
    ['Ming', '李', 'LI MING', 'Ming Li'],
    ['محمد', 'الأحمد', 'MOHAMMED AL AHMAD', 'Mohammed Al Ahmad'],
    ['Conchúir', 'O’Connor', null, 'Conchúir O’Connor'],
    ['Thị', 'Nguyễn', null, 'Nguyễn Thị'],
  ])('shows the whole signature of %s %s (passport: %s) in its PDF', async (firstName, lastName, latin, signature) => {
    const { token, personId } = await signIn();
    const names = { first_name: firstName, last_name: lastName, latin_name: latin };
    await server.deps.db.updateTable('person').set(names).where('id', '=', personId).execute();
    const { sha256 } = (await read(token)).data;
    expect((await ask(signAgreement, { token, body: { sha256, signature, accept: 1 } })).response_status).toBe(200);
    const pdf = Buffer.from(await (await readPdf(token)).arrayBuffer());
    expect(textOf(pdf)).toContain(`Signed by ${signature} Signed on`);
  });

  test('is signed as it was shown, stored word for word, and emailed', async () => {
    const { token, personId } = await signIn();
    const { data: text } = await read(token, 'pt');
    expect(text.title).toBe('Contrato de conta financiada');
    // French no-break spaces stay where they are.
    expect((await read(token, 'fr')).data.blocks.map((block) => block.text).join()).toContain('«\u00a0Tidemark\u00a0»');
    expect((await readPdf(token)).status).toBe(404);
    const body = { sha256: text.sha256, signature: 'Ada Ferreira', accept: 1 };
    const answers = await Promise.all([1, 2, 3].map(() => ask(signAgreement, { token, body })));
    expect(new Set(answers.map(({ data }) => data.signedAt)).size).toBe(1);
    expect(await missing(personId)).not.toContain('agreement');
    const row = await server.deps.db
      .selectFrom('signed_agreement')
      .innerJoin('agreement_text', 'agreement_text.sha256', 'signed_agreement.text_sha256')
      .selectAll()
      .where('person_id', '=', personId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      version: text.version,
      locale: 'pt',
      signed_name: 'Ada Ferreira',
      consent: 'Li o contrato e aceito-o.',
    });
    expect(row.body).toContain('Só você pode negociar na conta.');
    await server.drain();
    const mails = await server.mails(`${personId.toLowerCase()}@example.com`);
    expect(mails.map(({ subject }) => subject)).toEqual(['A sua cópia: Contrato de conta financiada']);
    expect(mails[0]?.text).toContain(text.sha256);
    expect(mails[0]?.text).toContain('Só você pode negociar na conta.');
    const pdf = await readPdf(token);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  });

  test('is refused with a changed text, another name or without consent', async () => {
    const { token, personId } = await signIn();
    const { sha256 } = (await read(token)).data;
    const sign = (more: object) =>
      ask(signAgreement, { token, body: { sha256, signature: 'Ada Ferreira', accept: 1, ...more } });
    expect((await sign({ sha256: 'a'.repeat(64) })).response_status).toBe(409);
    expect((await sign({ signature: 'A. Nother' })).validation_errors).toHaveProperty('signature');
    expect((await sign({ accept: 0 })).validation_errors).toHaveProperty('accept');
    expect(await missing(personId)).toContain('agreement');
  });

  test('must be signed again when its version changes', async () => {
    const { token, personId } = await signIn();
    const { sha256 } = (await read(token)).data;
    await ask(signAgreement, { token, body: { sha256, signature: 'Ada Ferreira', accept: 1 } });
    await server.deps.db
      .updateTable('signed_agreement')
      .set({ version: '0.9' })
      .where('person_id', '=', personId)
      .execute();
    expect(await missing(personId)).toContain('agreement');
    expect((await ask(fetchPayee, { token })).data.agreement).toMatchObject({ signed: { version: '0.9' } });
  });

  test('has the same text and hash for everyone who reads one language, and another hash per language', async () => {
    const [ada, eve] = [await signIn(), await signIn()];
    const hashes = await Promise.all(
      ['en', 'fr', 'pt'].map(async (locale) => (await read(ada.token, locale)).data.sha256),
    );
    expect(new Set(hashes).size).toBe(3);
    expect((await read(eve.token, 'fr')).data.sha256).toBe(hashes[1]);
  });
});

test('a person who meets all payout requirements has none left', async () => {
  const { token, personId } = await signIn();
  const destinationId = await makePayable(server, personId);
  expect(await listPayeeRequirements(server.deps, server.deps.db, personId, destinationId)).toEqual([]);
  expect((await ask(fetchPayee, { token })).data.missing).toEqual([]);
});
