import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteOrder as quoteFor } from '#server/orders/checkout/quote.ts';
import { fetchDocument } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { textOf } from '../support/pdf-text.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const share = { days: 14, earlyStart: 'pays-share' };
const keeps = { days: 7, earlyStart: 'keeps-right' };
const quebec = { country: 'CA', postal_code: 'H2X 1Y4' };
const british = { country: 'GB', company_name: 'Marsh Ltd', vat_number: 'GB726129090' };
const french = { country: 'FR', company_name: 'Maré & Fils', vat_number: 'FR40303265045' };

const asksToStart = ['terms', 'start_now', 'renewal'];
const included = (rate: number, cents: string) => `VAT included (${rate}%) $${cents}`;
const reversed = 'VAT included (0%) $0.00 Reverse charge: the customer accounts for the VAT.';

// Of $149.00: 20 % are 149 × 20 / 120 = 24.83, 23 % are 149 × 23 / 123 = 27.86; about €138.00, £113.75, R$ 780.00.
test.each([
  ['a French consumer', { country: 'FR' }, 2_483, share, 'EUR 13800', asksToStart, included(20, '24.83')],
  ['a French company', french, 0, share, 'EUR 13800', asksToStart, reversed],
  ['a buyer in Portugal', { country: 'PT' }, 2_786, share, 'EUR 13800', asksToStart, included(23, '27.86')],
  ['a buyer in Monaco', { country: 'MC' }, 2_483, null, 'EUR 13800', ['terms', 'renewal'], included(20, '24.83')],
  ['a British buyer', { country: 'GB' }, 2_483, share, 'GBP 11375', asksToStart, included(20, '24.83')],
  ['a British company', british, 0, share, 'GBP 11375', asksToStart, reversed],
  ['a Brazilian buyer', { country: 'BR' }, 0, keeps, 'BRL 78000', ['terms', 'renewal'], 'Tax included (0%) $0.00'],
  ['an Argentine', { country: 'AR' }, 0, { ...keeps, days: 10 }, '', ['terms', 'renewal'], 'Tax included (0%) $0.00'],
  [
    'a Colombian',
    { country: 'CO' },
    0,
    { days: 12, earlyStart: 'ends-right' },
    '',
    asksToStart,
    'Tax included (0%) $0.00',
  ],
  ['a Turk', { country: 'TR' }, 0, { days: 14, earlyStart: 'ends-right' }, '', asksToStart, 'Tax included (0%) $0.00'],
  ['a Korean', { country: 'KR' }, 0, { ...share, days: 7 }, '', asksToStart, 'Tax included (0%) $0.00'],
  ['a Mexican', { country: 'MX' }, 0, null, '', ['terms', 'renewal'], 'Tax included (0%) $0.00'],
  ['a Californian', { country: 'US' }, 0, null, '', ['terms', 'renewal'], 'Tax included (0%) $0.00'],
  ['a buyer in Québec', quebec, 0, null, '', ['terms', 'renewal'], 'Tax included (0%) $0.00'],
])('%s is quoted, asked and billed by the law of the place', async (_, buyer, taxCents, right, about, asked, line) => {
  const person = await shop.signIn();
  const form = orderForm({ email: person.email, ...buyer });
  const { selection, browserSessionId } = form;
  const { data: quote } = await shop.ask(quoteOrder, { body: { selection, ...buyer }, token: person.token });
  const { approximateTotal } = quote;
  expect(approximateTotal ? `${approximateTotal.currency} ${approximateTotal.cents}` : '').toBe(about);
  expect([quote.tax.includedCents, quote.cancellationRight]).toEqual([taxCents, right]);
  const opened = await shop.ask(createOrder, {
    body: form,
    idempotencyKey: browserSessionId ?? '',
    token: person.token,
  });
  const { consents } = await shop.row(opened.data);
  expect(consents.map(({ text }) => text)).toEqual(asked);
  await shop.press(opened.data, 'paid');
  await shop.server.drain();
  const { data: list } = await shop.ask(myOrders, { token: person.token });
  const number = list.orders[0]?.documents[0]?.number ?? '';
  const { data: receipt } = await shop.ask(fetchDocument, { query: { number }, token: person.token });
  expect([receipt.totalCents, receipt.taxCents, receipt.firm.name]).toEqual([14_900, taxCents, 'Tidemark Funding LLC']);
  const headers = { Authorization: `Bearer ${person.token}` };
  const pdf = await shop.server.app.request(`/api/billing/document.pdf?number=${number}`, { headers });
  expect(textOf(Buffer.from(await pdf.arrayBuffer()))).toContain(`Total $149.00 ${line}`);
});

test('production shows no total from invented rates', async () => {
  const { deps } = shop.server;
  const bought = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', coupon: '' } as const;
  const selection = { ...bought, addOns: [] };
  const buyer = { country: 'FR', postalCode: null, vatNumber: null };
  const production = { ...deps, env: { ...deps.env, production: true } };
  const asked = { selection, personId: null, scope: null, buyer, locale: 'en' as const };
  expect((await quoteFor(production, asked)).quote.approximateTotal).toBeNull();
});
