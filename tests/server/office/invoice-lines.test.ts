import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import { dayMs } from '#lib/durations.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeFigure } from '#shared/firm/contract-figures.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
let token: string;

/** Half a minute before this day ends in UTC. */
const firstDay = '2026-05-11';

beforeAll(async () => {
  shop = await startShop();
  const { clock, deps } = shop.server;
  await clock.advance(Date.parse(`${firstDay}T23:59:30Z`) - clock.now().getTime());
  const coupon = { programs: null, uses: null, once_per_person: false, starts_at: clock.now(), created_by: 'x' };
  for (const [code, percent_bps] of [
    ['TENTH', 1_000],
    ['GRATIS', 10_000],
  ] as const) {
    const values = { ...coupon, id: code, code, percent_bps, expires_at: new Date('2030-01-01') };
    await deps.db
      .insertInto('coupon')
      .values({ ...values, created_at: clock.now() })
      .execute();
  }
  ({ token } = await signInStaff(shop.server, 'finance'));
});

afterAll(() => shop.close());

async function buy(change: Partial<ReturnType<typeof orderForm>>, coupon = '') {
  const person = await shop.signIn();
  const { selection, ...form } = orderForm(change);
  const body = { ...form, selection: { ...selection, coupon } } as ReturnType<typeof orderForm>;
  const { data } = await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token: person.token });
  if (body.expectedTotalCents > 0) await shop.press(data, 'paid');
  await shop.server.drain();
  return data;
}

async function readFile(from: string, to = from) {
  const response = await shop.server.app.request(`/api/${officeLists.invoiceLines.file.path}?from=${from}&to=${to}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  const [columns = [], ...cells] = parseCsv((await response.text()).replace('\ufeff', ''));
  return cells.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}

/** The amounts of a row: document, line, country, territory, tax, rate, reverse charge, net, tax, paid. */
const amountsOf = (row: Readonly<Record<string, string | undefined>>) => [
  ...[row['document_kind'], row['line_item'], row['country'], row['territory'], row['tax_name'], row['tax_percent']],
  ...[row['reverse_charge'], row['net_of_tax_usd'], row['tax_usd'], row['paid_usd']],
];

test('accounting gets each line of each invoice and credit note with its tax, by days in UTC', async () => {
  const discounted = await buy({ expectedTotalCents: 13_410 }, 'TENTH');
  await shop.server.clock.advance(60_000);
  const secondDay = shop.server.clock.now().toISOString().slice(0, 10);
  expect(secondDay).toBe('2026-05-12');
  await buy({ expectedTotalCents: 0 }, 'GRATIS');
  await buy({ company_name: '=SUM(A1) SARL', vat_number: 'FR40303265045' });
  const azores = await buy({ country: 'PT', postal_code: '9500-123' });
  await shop.server.clock.advance(60_000);
  const body = { orderId: azores.orderId, items: ['package'], refundCents: 14_900, reason: 'goodwill' } as const;
  expect((await shop.ask(refundOrder, { token, body: { ...body, items: ['package'] } })).response_status).toBe(200);
  await shop.server.drain();

  // 20 % in $134.10 are $22.35: 24.83 of $149.00, less 2.48 of $14.90.
  const first = await readFile(firstDay);
  expect(first.map(amountsOf)).toEqual([
    ['invoice', 'coupon', 'FR', 'FR', 'vat', '20', 'no', '-12.42', '-2.48', '-14.90'],
    ['invoice', 'package', 'FR', 'FR', 'vat', '20', 'no', '124.17', '24.83', '149.00'],
  ]);
  const paid = await shop.row(discounted);
  expect(first[1]).toMatchObject({
    ...{ order: paid.number, email: paid.email, currency: 'USD', corrects: '', vat_number: '', company: '' },
    ...{ payment_provider: 'sandbox', reference: paid.payment_session_id, at: `${firstDay}T23:59:30.000Z` },
  });
  expect(first[1]?.['number']).toBe(first[0]?.['number']);

  // 16 % in $149.00 are $20.55. The free order has no document.
  const second = await readFile(secondDay);
  expect(second.map(amountsOf)).toEqual([
    ['credit', 'package', 'PT', 'PT 9500-9999', 'vat', '16', 'no', '-128.45', '-20.55', '-149.00'],
    ['invoice', 'package', 'PT', 'PT 9500-9999', 'vat', '16', 'no', '128.45', '20.55', '149.00'],
    ['invoice', 'package', 'FR', 'FR', 'vat', '0', 'yes', '149.00', '0.00', '149.00'],
  ]);
  const [credit, corrected, company] = second;
  expect(credit).toMatchObject({ corrects: corrected?.['number'], reference: expect.stringMatching(/^re_/) });
  expect(credit?.['number']).toMatch(/^C2026-/);
  expect(company).toMatchObject({ company: "'=SUM(A1) SARL", vat_number: 'FR40303265045', postal_code: '' });
  expect(corrected?.['postal_code']).toBe('9500123');

  // The same as the figures of sales and refunds, and each record opens by its id.
  const figure = async (name: 'sales' | 'refunds') => {
    const { rows } = (await shop.ask(officeFigure, { token, query: { name, from: firstDay, to: secondDay } })).data;
    return rows.reduce((sum, row) => sum + Number(row[3]), 0);
  };
  const lines = [...first, ...second];
  const cents = (kind: string) =>
    lines
      .filter((row) => row['document_kind'] === kind)
      .reduce((sum, row) => sum + Math.round(Number(row['paid_usd']) * 100), 0);
  expect([cents('invoice'), cents('credit')]).toEqual([await figure('sales'), -(await figure('refunds'))]);
  expect(cents('invoice')).toBe(13_410 + 2 * 14_900);
  for (const row of lines) {
    const { data } = await shop.ask(officeLists.invoiceLines.record, { token, query: { id: row['id'] ?? '' } });
    expect(data.row).toMatchObject({ number: row['number'], lineItem: row['line_item'] });
  }
});

test('a lost dispute’s credit note has the dispute’s id, and only finance reads the lines', async () => {
  await shop.server.clock.advance(dayMs);
  ({ token } = await signInStaff(shop.server, 'finance'));
  const day = shop.server.clock.now().toISOString().slice(0, 10);
  const [part, whole] = [await buy({}), await buy({})];
  for (const [order, amountCents] of [
    [part, 5_000],
    [whole, 14_900],
  ] as const) {
    await shop.webhook(order, 'disputed', { amountCents });
    await shop.webhook(order, 'dispute-lost', { amountCents });
  }
  await shop.server.drain();
  const credits = (await readFile(day)).filter((row) => row['document_kind'] === 'credit');
  const disputes = await shop.server.deps.db.selectFrom('payment_dispute').select('id').execute();
  expect(credits.map((row) => row['reference']).sort()).toEqual(disputes.map(({ id }) => id).sort());
  const query = { q: (await shop.row(part)).number, documentKind: 'credit', taxName: 'vat' };
  const { rows } = (await shop.ask(officeLists.invoiceLines.page, { token, query })).data;
  expect(rows.map(({ paidCents }) => paidCents)).toEqual([-5_000]);
  for (const id of ['x', `${rows[0]?.number}:0`, `${rows[0]?.number}:2`]) {
    expect((await shop.ask(officeLists.invoiceLines.record, { token, query: { id } })).response_status).toBe(404);
  }
  const support = await signInStaff(shop.server, 'support');
  const refused = await shop.ask(officeLists.invoiceLines.page, { token: support.token, query: {} });
  expect(refused.error_code).toBe('not_allowed');
});
