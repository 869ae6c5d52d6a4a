import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { statement, statusReport } from '../support/bank-files.ts';
import {
  approvePayout,
  type PayoutStaff,
  paymentsOf,
  readStoredStatus,
  signInFinance,
} from '../support/payout-staff.ts';

let server: TestApp;
let finance: PayoutStaff;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 7 * dayMs });
  finance = await signInFinance(server);
});

afterAll(() => server.close());

type Exported = {
  readonly batchId: string;
  readonly batch: string;
  readonly payouts: readonly Awaited<ReturnType<typeof approvePayout>>[];
};

/** An exported batch with payments of $1,000 and $500, whose payouts are sent. */
async function exportTwo(): Promise<Exported> {
  const payouts = [await approvePayout(server, finance, 100_000), await approvePayout(server, finance, 50_000)];
  const { data } = await finance.create();
  await finance.export(data.batchId ?? '');
  await server.drain();
  return { batchId: data.batchId ?? '', batch: data.number ?? '', payouts };
}

async function apply(file: string) {
  const answer = await finance.apply(file);
  expect(answer.response_status, JSON.stringify(answer)).toBe(200);
  await server.drain();
  return answer.data;
}

/** How each entry of an import was handled. */
async function entriesOf(importId: string) {
  const rows = await server.deps.db
    .selectFrom('payout_import_entry')
    .select(['reference', 'action', 'problem'])
    .where('import_id', '=', importId)
    .orderBy('number')
    .execute();
  return rows.map(({ reference, action, problem }) => [reference, action, problem]);
}

describe('a bank’s file', () => {
  let exported: Exported;
  let [first, second] = ['', ''];
  const statuses = async () => [
    await readStoredStatus(server, 'payout_batch', exported.batchId),
    ...(await Promise.all(exported.payouts.map(({ payoutId }) => readStoredStatus(server, 'payout', payoutId)))),
  ];

  beforeEach(async () => {
    exported = await exportTwo();
    [first = '', second = ''] = exported.payouts.map(({ number }) => number);
  });

  test('marks a payout paid when it is booked, not when it is accepted, and the trader sees it', async () => {
    const accepted = { messageId: exported.batch, payments: [{ reference: first, status: 'ACSP' }] };
    await apply(statusReport(accepted));
    expect(await statuses()).toEqual(['exported', 'sent', 'sent']);
    expect((await paymentsOf(server, exported.batchId)).map(({ status }) => status)).toEqual(['accepted', 'sent']);
    await apply(statement([{ reference: first, amount: '1000.00', bankReference: `BK-${first}` }]));
    expect(await statuses()).toEqual(['partly-settled', 'paid', 'sent']);
    const [payout] = (await exported.payouts[0]?.trader.list()) ?? [];
    expect(payout).toMatchObject({ status: 'paid', reference: `BK-${first}` });
    await apply(statement([{ reference: second, amount: '500' }], { kind: 'camt.054' }));
    expect(await statuses()).toEqual(['settled', 'paid', 'paid']);
  });

  test('can be previewed with all changes, and the preview changes nothing', async () => {
    const file = statement([
      { reference: first, amount: '1000.00' },
      { reference: 'SALARY-3', amount: '12.00' },
    ]);
    const { data } = await finance.preview(file);
    expect(data).toMatchObject({
      kind: 'camt.053',
      importId: null,
      entries: [
        { reference: first, action: 'pay', problem: null, payeeName: 'Ada Ferreira', batch: exported.batch },
        { reference: 'SALARY-3', action: 'none', problem: 'unknown' },
      ],
    });
    expect(await statuses()).toEqual(['exported', 'sent', 'sent']);
  });

  test('returns the earlier import if it is uploaded again', async () => {
    const file = statement([{ reference: first, amount: '1000.00' }], { id: `again-${first}` });
    const firstImport = await apply(file);
    const audits = () =>
      server.deps.db
        .selectFrom('audit')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
    const before = await audits();
    expect(await apply(file)).toEqual({ importId: firstImport.importId, isRepeated: true });
    expect(await audits()).toEqual(before);
    expect((await finance.preview(file)).data.importId).toBe(firstImport.importId);
  });

  test('pays a booking once if a notification and a statement both report it', async () => {
    const booking = { reference: first, amount: '1000.00', bankReference: `BK-${first}` };
    await apply(statement([booking], { kind: 'camt.054' }));
    const { importId } = await apply(statement([booking]));
    expect(await entriesOf(importId)).toEqual([[first, 'none', null]]);
    const again = await apply(statement([{ ...booking, bankReference: 'BK-OTHER' }], { id: `twice-${first}` }));
    expect(await entriesOf(again.importId)).toEqual([[first, 'none', 'paid-again']]);
  });

  test('returns a payout if the payee’s account is closed, but not if the rejection is our fault', async () => {
    const { importId } = await apply(
      statusReport({
        messageId: exported.batch,
        payments: [
          { reference: first, status: 'RJCT', code: 'AC04' },
          { reference: second, status: 'RJCT', code: 'AM04' },
        ],
      }),
    );
    expect(await entriesOf(importId)).toEqual([
      [first, 'return', null],
      [second, 'recall', null],
    ]);
    expect(await statuses()).toEqual(['settled', 'returned', 'approved']);
    const [payout] = (await exported.payouts[0]?.trader.list()) ?? [];
    expect(payout).toMatchObject({ reason: 'account-closed', reasonNote: 'ISO 20022: AC04' });
    expect(await exported.payouts[0]?.trader.balanceCents()).toBe(5_625_000);
    expect(await exported.payouts[1]?.trader.balanceCents()).toBe(5_575_000);
  });

  test('cancels a batch that is rejected as a whole, and its payouts can be paid again', async () => {
    await apply(statusReport({ messageId: exported.batch, group: 'RJCT' }));
    expect(await statuses()).toEqual(['canceled', 'approved', 'approved']);
    const { data } = await finance.create();
    expect(data.payments).toBeGreaterThanOrEqual(2);
    await finance.export(data.batchId ?? '');
  });

  test('returns a payout whose money comes back after it was booked', async () => {
    await apply(statement([{ reference: first, amount: '1000.00' }]));
    await apply(statement([{ reference: first, amount: '1000.00', sign: 'CRDT', returned: 'AC01' }]));
    expect(await statuses()).toEqual(['partly-settled', 'returned', 'sent']);
    const [payout] = (await exported.payouts[0]?.trader.list()) ?? [];
    expect(payout).toMatchObject({ status: 'returned', reason: 'account-unknown' });
  });

  test('pays nothing by references alone: a booking without amounts of its own needs a review', async () => {
    const numbers = exported.payouts.map(({ number }) => number);
    const refs = numbers.map((each) => `<TxDtls><Refs><EndToEndId>${each}</EndToEndId></Refs></TxDtls>`).join('');
    const one = statement([{ reference: first, amount: '9.00' }], { kind: 'camt.054' });
    const { importId } = await apply(one.replace(/<NtryDtls>.*<\/NtryDtls>/, `<NtryDtls>${refs}</NtryDtls>`));
    expect(await entriesOf(importId)).toEqual(numbers.map((each) => [each, 'none', 'unreadable']));
    expect(await statuses()).toEqual(['exported', 'sent', 'sent']);
  });

  test('pays all payments of a message by their total if sum and count match', async () => {
    const block = `${exported.batch}-1`;
    const wrong = await apply(statement([{ amount: '1499.99', total: { block, count: 2 } }]));
    expect(await entriesOf(wrong.importId)).toEqual([[null, 'none', 'total']]);
    expect(await statuses()).toEqual(['exported', 'sent', 'sent']);
    await apply(statement([{ amount: '1500.00', total: { block, count: 2 } }]));
    expect(await statuses()).toEqual(['settled', 'paid', 'paid']);
  });

  test.each([
    ['another amount', { amount: '999.99' }, 'amount'],
    ['another currency', { amount: '1000.00', currency: 'EUR' }, 'currency'],
    ['incoming money without a reason', { amount: '1000.00', sign: 'CRDT' as const }, 'unreadable'],
    ['an unknown payment', { amount: '1000.00', reference: 'P1999-000001' }, 'unknown'],
    ['an announced payment', { amount: '1000.00', status: 'PDNG' }, null],
  ])('with %s changes nothing and lists the entry', async (_, booking, problem) => {
    const { importId } = await apply(statement([{ reference: first, ...booking }], { id: `odd-${first}` }));
    expect((await entriesOf(importId)).map(([, ...rest]) => rest)).toEqual([['none', problem]]);
    expect(await statuses()).toEqual(['exported', 'sent', 'sent']);
  });

  test('about another message changes no payment', async () => {
    const { importId } = await apply(
      statusReport({ messageId: 'B1999-000001', payments: [{ reference: first, status: 'ACSC' }] }),
    );
    expect(await entriesOf(importId)).toEqual([[first, 'none', 'other-message']]);
  });

  test('also pays a payment that no job has marked as sent yet', async () => {
    const late = await approvePayout(server, finance, 60_000);
    const { data } = await finance.create();
    await finance.export(data.batchId ?? '');
    await finance.apply(statement([{ reference: late.number, amount: '600.00' }]));
    await server.drain();
    expect(await readStoredStatus(server, 'payout', late.payoutId)).toBe('paid');
  });
});

test('transaction hashes pay a USDC list, and an invalid hash is listed', async () => {
  const { batchId, payouts } = await exportTwo();
  const [first = '', second = ''] = payouts.map(({ number }) => number);
  const hash = `0x${'a1'.repeat(32)}`;
  const { importId } = await apply(`reference,transaction_hash\n${first},${hash}\n${second},0x12\n`);
  expect(await entriesOf(importId)).toEqual([
    [first, 'pay', null],
    [second, 'none', 'unreadable'],
  ]);
  expect((await paymentsOf(server, batchId)).map(({ bank_reference }) => bank_reference)).toEqual([hash, null]);
});

describe('rejected files', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><Document>&b;</Document>`;
  const outside = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><Document>&f;</Document>`;

  test.each([
    ['entities', laughs, 'well-formed'],
    ['external entities', outside, 'well-formed'],
    ['an unclosed element', '<Document><a></Document>', 'well-formed'],
    ['elements deeper than any bank’s', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}`, 'well-formed'],
    ['another type of message', '<Document><FIToFICstmrCdtTrf/></Document>', 'can’t read this type of file'],
    ['a spreadsheet', 'name,amount\nAna,5\n', 'can’t read this type of file'],
    ['nothing', '', 'required'],
  ])('a file is rejected if it contains %s', async (_, file, message) => {
    for (const answer of [await finance.preview(file), await finance.apply(file)]) {
      expect(answer.response_status).toBe(422);
      expect(JSON.stringify(answer.validation_errors)).toMatch(new RegExp(message, 'i'));
    }
  });
});
