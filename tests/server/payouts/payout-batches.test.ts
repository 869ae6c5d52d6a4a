import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { encryptDetails } from '#server/payouts/payees/destination-details.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { fundTrader } from '../support/funded.ts';
import {
  approvePayout,
  type PayoutStaff,
  paymentsOf,
  readStoredStatus,
  signInFinance,
} from '../support/payout-staff.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;
let finance: PayoutStaff;
let second: PayoutStaff;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  finance = await signInFinance(server);
  second = await signInFinance(server);
});

afterAll(() => server.close());

/** A draft batch with one approved payment. */
async function createDraft(amountCents?: number) {
  const approved = await approvePayout(server, finance, amountCents);
  const { data } = await finance.create();
  return { ...approved, batchId: data.batchId ?? '', number: approved.number, batchNumber: data.number ?? '' };
}

test('a batch takes each approved payout of its method once', async () => {
  const first = await approvePayout(server, finance, 100_000);
  const other = await approvePayout(server, finance, 50_000);
  expect((await finance.payable()).data.methods).toEqual([
    { method: 'bank-transfer', payments: 2, totalCents: 150_000, formats: ['pain-001', 'wise-csv'] },
  ]);
  const { data } = await finance.create();
  expect(data).toMatchObject({ payments: 2, totalCents: 150_000, held: [] });
  expect((await finance.payable()).data.methods).toEqual([]);
  expect((await finance.create()).error_code).toBe('batch_empty');
  const payments = await paymentsOf(server, data.batchId ?? '');
  expect(payments.map(({ line, reference, amount_cents }) => [line, reference, amount_cents])).toEqual([
    [1, first.number, 100_000],
    [2, other.number, 50_000],
  ]);
  await finance.cancel(data.batchId ?? '');
  expect((await finance.payable()).data.methods).toMatchObject([{ payments: 2 }]);
  await finance.create().then(({ data: again }) => finance.export(again.batchId ?? ''));
});

test('one of two batches created at the same time gets the payment', async () => {
  await approvePayout(server, finance);
  const answers = await Promise.all([finance.create(), second.create()]);
  expect(answers.map(({ error_code }) => error_code ?? 'made').sort()).toEqual(['batch_empty', 'made']);
  const createdId = answers.find(({ data }) => data?.batchId)?.data.batchId ?? '';
  await finance.export(createdId);
});

test('an export freezes the batch, marks its payments as sent, and returns the same bytes again', async () => {
  const { batchId, batchNumber, number, payoutId, trader } = await createDraft(123_450);
  const first = await finance.export(batchId);
  expect(first.data.file).toMatchObject({ name: `${batchNumber}.xml`, mediaType: 'application/xml' });
  const { content } = first.data.file;
  const schema = readFileSync(new URL('../../unit/schemas/pain.001.001.09.xsd', import.meta.url), 'utf8');
  XsdValidator.fromDoc(XmlDocument.fromString(schema)).validate(XmlDocument.fromString(content));
  expect(content).toContain(`<MsgId>${batchNumber}</MsgId>`);
  expect(content).toContain(`<EndToEndId>${number}</EndToEndId>`);
  expect(content).toContain('<InstdAmt Ccy="USD">1234.50</InstdAmt>');
  expect(content).toContain('<IBAN>PT50000201231234567890154</IBAN>');
  // Wednesday 10:00 in Chicago is a bank day.
  expect(content).toContain('<ReqdExctnDt><Dt>2026-03-18</Dt></ReqdExctnDt>');
  expect((await trader.close(payoutId)).error_code).toBe('payout_settled');
  expect((await finance.reject(payoutId)).error_code).toBe('payout_settled');
  await server.drain();
  expect((await trader.list())[0]).toMatchObject({ status: 'sent', reference: number });
  await server.clock.advance(hourMs);
  expect((await second.export(batchId)).data.file).toEqual(first.data.file);
  expect(await readStoredStatus(server, 'payout_batch', batchId)).toBe('exported');
  const stored = await server.deps.db
    .selectFrom('payout_batch')
    .select('file')
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  expect(stored.file).not.toContain('PT50');
});

test('a payout that its trader cancels leaves the draft, and an empty draft is canceled', async () => {
  const { trader, payoutId, batchId } = await createDraft();
  expect((await trader.close(payoutId)).data.payout.status).toBe('canceled');
  expect((await paymentsOf(server, batchId)).map(({ status }) => status)).toEqual(['removed']);
  expect(await readStoredStatus(server, 'payout_batch', batchId)).toBe('canceled');
  expect((await finance.export(batchId)).error_code).toBe('batch_step');
});

test('a payout in a batch can’t be sent by hand', async () => {
  const { payoutId, batchId } = await createDraft();
  expect((await finance.send(payoutId)).error_code).toBe('payout_batched');
  const [payment] = await paymentsOf(server, batchId);
  await finance.remove(payment?.id ?? '');
  expect((await finance.send(payoutId)).data.payout.status).toBe('sent');
});

test('a destination that changes after the approvals blocks the export of its payment', async () => {
  const { trader, batchId, number } = await createDraft();
  const { db } = server.deps;
  await db
    .updateTable('payout_destination')
    .set({ payee_name: 'Someone Else' })
    .where('id', '=', trader.destinationId)
    .execute();
  const refused = await finance.export(batchId);
  expect(refused).toMatchObject({
    error_code: 'batch_held',
    data: { held: [{ reference: number, reason: 'changed' }] },
  });
  await finance.cancel(batchId);
  expect((await finance.create()).error_code).toBe('batch_empty');
});

test('an exported batch is canceled by a second person, and its payout can be paid again under a new reference', async () => {
  const { trader, payoutId, number, batchId } = await createDraft();
  await finance.export(batchId);
  await server.drain();
  expect((await finance.cancel(batchId)).error_code).toBe('second_person');
  expect((await second.cancel(batchId)).response_status).toBe(200);
  expect((await second.cancel(batchId)).response_status).toBe(200);
  await server.drain();
  const [payout] = await trader.list();
  expect(payout).toMatchObject({ status: 'approved', reference: null });
  expect(payout?.stages.map(({ status }) => status)).toEqual(['requested', 'in-review', 'approved']);
  expect((await second.export(batchId)).error_code).toBe('batch_step');
  const { data } = await finance.create();
  const exported = await finance.export(data.batchId ?? '');
  expect(exported.data.file.content).toContain(`<EndToEndId>${number}-2</EndToEndId>`);
  await server.drain();
  expect(await readStoredStatus(server, 'payout', payoutId)).toBe('sent');
});

test('a match with the sanctions list keeps its payee out of batches until it is decided', async () => {
  const free = await approvePayout(server, finance);
  const listed = await approvePayout(server, finance);
  const { db } = server.deps;
  await db
    .insertInto('sanctions_check')
    .values({
      ...{
        id: newId(),
        person_id: listed.trader.personId,
        name: 'Ada Ferreira',
        cause: 'destination',
        subject_id: 'x',
      },
      ...{ list_version: '1', score: 0.9, matches: JSON.stringify([]), status: 'review' },
      checked_at: server.clock.now(),
    })
    .execute();
  const { data } = await finance.create();
  expect(data).toMatchObject({ payments: 1, held: [listed.number] });
  expect((await paymentsOf(server, data.batchId ?? '')).map(({ reference }) => reference)).toEqual([free.number]);
  const checks = await db
    .selectFrom('sanctions_check')
    .select('person_id')
    .where('cause', '=', 'batch')
    .where('subject_id', '=', data.batchId ?? '')
    .execute();
  expect(checks.map(({ person_id }) => person_id).sort()).toEqual(
    [free.trader.personId, listed.trader.personId].sort(),
  );
  await finance.export(data.batchId ?? '');
  await db.deleteFrom('sanctions_check').where('person_id', '=', listed.trader.personId).execute();
  await finance.create().then(({ data: rest }) => finance.export(rest.batchId ?? ''));
});

test('Wise’s template is filled by its headings, and an unknown column stops the export', async () => {
  await approvePayout(server, finance, 50_000);
  const { data } = await finance.create('bank-transfer', 'wise-csv');
  const batchId = data.batchId ?? '';
  const unknown = await finance.export(batchId, 'name,shoeSize,amount');
  expect(unknown.validation_errors).toHaveProperty('template');
  const filled = await finance.export(
    batchId,
    'IBAN, amount,name,receiverType,amountCurrency,sourceCurrency,targetCurrency',
  );
  expect(filled.data.file.content).toBe(
    'IBAN,amount,name,receiverType,amountCurrency,sourceCurrency,targetCurrency\r\n' +
      'PT50000201231234567890154,500.00,Ada Ferreira,PERSON,source,USD,EUR\r\n',
  );
});

test('the USDC list has network and address', async () => {
  const trader = await fundTrader(server);
  const id = newId();
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  await server.deps.db
    .insertInto('payout_destination')
    .values({
      ...{ id, person_id: trader.personId, added_by: trader.personId, method: 'usdc', kind: 'usdc' },
      details: encryptDetails(server.deps, id, { kind: 'usdc', network: 'base', address }),
      ...{ masked: '0xd8dA…6045', payee_name: 'Ada Ferreira' },
      ...{ created_at: server.clock.now(), usable_at: server.clock.now() },
    })
    .execute();
  const { data } = await trader.request(50_000, randomUUID(), id);
  await server.drain();
  await finance.review(data.payout.id);
  await finance.approve(data.payout.id);
  const { data: batch } = await finance.create('usdc', 'usdc-list');
  const { file } = (await finance.export(batch.batchId ?? '')).data;
  expect(file.content).toBe(
    `reference,network,token,address,amount\r\n${data.payout.number},base,USDC,${address},500.00\r\n`,
  );
});

test('only finance can work on batches, and only after reauthentication', async () => {
  const { token: trader } = await signInPerson(server);
  expect(
    (await finance.ask((await import('#shared/payouts/contract-office-batches.ts')).fetchPayable, { token: trader }))
      .response_status,
  ).toBe(403);
  const unconfirmed = await signInFinance(server);
  await server.deps.db
    .updateTable('session')
    .set({ confirmed_at: null })
    .where('id', '=', unconfirmed.sessionId)
    .execute();
  const answers = [
    await unconfirmed.create(),
    await unconfirmed.export('x'),
    await unconfirmed.cancel('x'),
    await unconfirmed.remove('x'),
    await unconfirmed.approve('x'),
    await unconfirmed.send('x'),
    await unconfirmed.reject('x'),
    await unconfirmed.apply('<x/>'),
  ];
  expect(answers.map(({ error_code }) => error_code)).toEqual(answers.map(() => 'confirm_first'));
});

test('every step of a batch is audited with its state before and after', async () => {
  const { batchId } = await createDraft();
  await finance.export(batchId);
  await second.cancel(batchId);
  const entries = await server.deps.db
    .selectFrom('audit')
    .innerJoin('audit_link', 'audit_link.audit_id', 'audit.id')
    .select(['action', 'actor', 'details'])
    .where('entity', '=', 'payout-batch')
    .where('entity_id', '=', batchId)
    .orderBy('number')
    .execute();
  const [creator, canceler] = [`person:${finance.personId}`, `person:${second.personId}`];
  expect(entries.map(({ action, actor, details }) => [action, actor, details])).toMatchObject([
    ['payout-batch-created', creator, { before: null, after: { status: 'draft' } }],
    ['payout-batch-exported', creator, { before: { status: 'draft' }, after: { status: 'exported' } }],
    ['payout-batch-canceled', canceler, { before: { status: 'exported' }, after: { status: 'canceled' } }],
  ]);
});
