import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import * as billing from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { textOf } from '../support/pdf-text.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

/** 20:30 on January 30 in Chicago, 03:30 on the 31st in Paris: the date of a charge is the one in UTC. */
const startAt = Date.UTC(2028, 0, 31, 2, 30);

beforeAll(async () => {
  shop = await startShop();
  await shop.server.clock.advance(startAt - shop.server.clock.now().getTime());
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

async function buy(person: Person, change: Partial<ReturnType<typeof orderForm>> = {}) {
  const form = orderForm(change);
  const answer = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID(), token: person.token });
  expect(answer.response_status, answer.response_message).toBe(200);
  if (form.expectedTotalCents > 0) await shop.press(answer.data, 'paid');
  await shop.server.drain();
  return answer.data;
}

async function receiptOf(person: Person, orderId: string) {
  const { data } = await shop.ask(myOrders, { token: person.token });
  const number = data.orders.find((order) => order.orderId === orderId)?.documents[0]?.number ?? '';
  return (await shop.ask(billing.fetchDocument, { query: { number }, token: person.token })).data;
}

async function mailOf(person: Person, subject: string): Promise<string> {
  const mails = await shop.server.mails(person.email);
  return mails.find((mail) => mail.subject.startsWith(subject))?.text ?? '';
}

const extras = { platform: 'rithmic', addOns: [], coupon: '' } as const;

describe('a receipt', () => {
  test('shows the date and amount of the next charge in data, email and CSV, and a renewal’s receipt the charge after that', async () => {
    const person = await shop.signIn();
    const { orderId } = await buy(person);
    const receipt = await receiptOf(person, orderId);
    // A month after January 31 is the last day of February.
    expect(receipt.nextCharge).toEqual({
      amountCents: 14_900,
      billingInterval: 'monthly',
      at: Date.UTC(2028, 1, 29, 2, 30),
    });
    const mail = await mailOf(person, 'Your receipt: Classic 50K');
    expect(mail).toContain('Next charge: $149.00 on February 29, 2028, then every month until you cancel');
    expect(mail).toContain('You can cancel at any time under Billing, or without signing in.');
    expect(mail).toMatch(/Cancel without signing in:\s+http\S+\/cancel-subscription/);
    const headers = { Authorization: `Bearer ${person.token}` };
    const csv = await (await shop.server.app.request('/api/billing/history.csv', { headers })).text();
    expect(csv).toContain(',149.00,2028-02-29\r\n');

    const { db } = shop.server.deps;
    const account = await db
      .selectFrom('trading_account')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    const renew: ProductSelection = {
      kind: 'renew',
      accountId: account.id,
      packageId: 'classic-50k',
      ...extras,
      addOns: [],
    };
    const renewed = await buy(person, { selection: renew });
    const next = (await receiptOf(person, renewed.orderId)).nextCharge;
    // After the short month, the charge returns to the 31st.
    expect(next).toEqual({ amountCents: 14_900, billingInterval: 'monthly', at: Date.UTC(2028, 2, 31, 2, 30) });
  });

  test('says that nothing renews for an order without renewals', async () => {
    const person = await shop.signIn();
    const selection: ProductSelection = { kind: 'evaluation', packageId: 'ascension-50k', ...extras, addOns: [] };
    const { orderId } = await buy(person, { selection, expectedTotalCents: 24_900 });
    expect((await receiptOf(person, orderId)).nextCharge).toBeNull();
    const mail = await mailOf(person, 'Your receipt: Ascension 50K');
    expect(mail).toContain('Next charge: None. Nothing renews.');
    expect(mail).toContain('Keep this email as your receipt.');
    expect(mail).not.toMatch(/cancel/i);
  });

  test('of a deferred order counts from the deferred start, or from now once the start is chosen', async () => {
    const person = await shop.signIn();
    const { orderId } = await buy(person, { startNow: 0 });
    // 14 days after January 31 is February 14, which ends last on the Azores; a month later is March 15 in UTC.
    expect((await receiptOf(person, orderId)).nextCharge?.at).toBe(Date.UTC(2028, 2, 15, 1));
    await shop.ask(calls.startOrder, { body: { orderId, startNow: 1 }, token: person.token });
    await shop.server.drain();
    const started = await mailOf(person, 'We’re starting');
    expect(started).toContain('The next charge is now $149.00 on February 29, 2028.');
    const { data } = await shop.ask(billing.billingPending, { token: person.token });
    expect(data.subscriptions[0]?.periodEndsAt).toBe(Date.UTC(2028, 1, 29, 2, 30));
  });

  test('names the seller with address and tax number, and says that the demo’s are invented', async () => {
    const person = await shop.signIn();
    const { orderId } = await buy(person);
    const { firm } = await receiptOf(person, orderId);
    expect(firm).toEqual({
      name: 'Tidemark Funding LLC',
      email: 'support@tidemark.example',
      address: ['100 Sample Street, Suite 200', 'Chicago, IL 60601'],
      country: 'US',
      phone: '+1 312 555 0100',
      registration: 'Illinois Secretary of State, file no. 00000000',
      taxNumber: 'EIN 36-0000000',
      isSample: true,
    });
    const mail = await mailOf(person, 'Your receipt');
    expect(mail).toContain(
      'Seller: Tidemark Funding LLC, 100 Sample Street, Suite 200, Chicago, IL 60601, United States. Tax number: EIN 36-0000000.',
    );
    expect(mail).toContain('Sample: the seller’s details are fictitious.');
  });

  test('of a free order says that nothing was charged', async () => {
    const person = await shop.signIn();
    const evaluation = { kind: 'evaluation', packageId: 'classic-50k', platform: 'dxfeed' } as const;
    await buy(person, { selection: { ...evaluation, addOns: [], coupon: '' } });
    const free = {
      kind: 'market-data-free',
      packageId: 'cme-top',
      platform: 'dxfeed',
      addOns: [],
      coupon: '',
    } as const;
    const selection = { ...free, addOns: [], professional: false, exchanges: [] };
    await buy(person, { selection, expectedTotalCents: 0 });
    const mail = await mailOf(person, 'Your receipt');
    expect(mail).toContain('It’s free, so we haven’t charged you.');
    expect(mail).not.toMatch(/received your payment|paid on/);
    expect(mail).toContain('Next charge: None. It renews for free until you cancel it under Billing.');
    expect(mail).not.toMatch(/nothing renews|period you paid for/i);
  });

  test('has the same date of the next charge in the calendar', async () => {
    const person = await shop.signIn();
    await buy(person);
    const headers = { Authorization: `Bearer ${person.token}` };
    const text = await (await shop.server.app.request('/api/billing/renewals.ics', { headers })).text();
    expect(text).toContain('DTSTART;VALUE=DATE:20280229');
  });
});

describe('a company buyer', () => {
  const order = (company_name: string, vat_number: string, token: string) =>
    shop.ask(calls.createOrder, {
      body: orderForm({ country: 'PT', company_name, vat_number }),
      idempotencyKey: randomUUID(),
      token,
    });

  test('is on the invoice with its VAT number, and on those of its renewals', async () => {
    const person = await shop.signIn();
    const { orderId } = await buy(person, { country: 'PT', company_name: 'Maré Lda', vat_number: 'pt 501 964 843' });
    const { buyer } = await receiptOf(person, orderId);
    expect(buyer).toMatchObject({ company: 'Maré Lda', vatNumber: 'PT501964843' });
    const mail = await mailOf(person, 'Your receipt');
    expect(mail).toContain('Billed to Maré Lda.');
    expect(mail).toContain('Your VAT number: PT501964843.');
    await shop.server.clock.advance(29 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const { data } = await shop.ask(myOrders, { token: person.token });
    const renewal = data.orders.find(({ kind }) => kind === 'pending-bill');
    expect((await receiptOf(person, renewal?.orderId ?? '')).buyer.vatNumber).toBe('PT501964843');
  });

  test.each([
    ['FR', 'FR 40 303 265 045', 0, 'Reverse charge: the customer accounts for the VAT.'],
    ['MC', 'FR40303265045', 0, 'Reverse charge: the customer accounts for the VAT.'],
    ['GR', 'GR094259216', 0, 'Reverse charge: the customer accounts for the VAT.'],
    ['PT', 'PT501964843', 0, 'Reverse charge: the customer accounts for the VAT.'],
    ['PT', '', 2_300, 'VAT included (23%)'],
    ['GB', 'GB726129090', 0, 'Reverse charge: the customer accounts for the VAT.'],
    ['GB', '', 2_000, 'VAT included (20%)'],
    ['MC', '', 2_000, 'VAT included (20%)'],
    ['IM', '', 2_000, 'VAT included (20%)'],
  ])('in %s with the VAT number %j pays VAT at %i basis points', async (country, vat_number, taxBps, text) => {
    const person = await shop.signIn();
    const { orderId } = await buy(person, { company_name: 'Maré & Fils', vat_number, country });
    const receipt = await receiptOf(person, orderId);
    expect(receipt).toMatchObject({ taxBps, totalCents: 14_900 });
    expect(receipt.taxCents === 0).toBe(taxBps === 0);
    const headers = { Authorization: `Bearer ${person.token}` };
    const pdf = await shop.server.app.request(`/api/billing/document.pdf?number=${receipt.number}`, { headers });
    expect(textOf(Buffer.from(await pdf.arrayBuffer()))).toContain(text);
  });

  test.each([
    ['that is one digit off', 'PT501964844'],
    ['without a country', '501964843'],
    ['of a country that we don’t know', 'US123456789'],
    ['of the wrong length', 'DE12345'],
    ['of another country', 'DE136695976'],
  ])('can’t order with a VAT number %s', async (_, number) => {
    const { token } = await shop.signIn();
    const answer = await order('Maré Lda', number, token);
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors ?? {})).toEqual(['vat_number']);
  });

  test('must give its name with its VAT number', async () => {
    const { token } = await shop.signIn();
    const answer = await order('', 'PT501964843', token);
    expect([answer.response_status, Object.keys(answer.validation_errors ?? {})]).toEqual([422, ['company_name']]);
  });
});

describe('a buyer in a territory with a tax of its own', () => {
  test.each([
    ['ES', '35 001', '35001', 'igic', 0, 'IGIC included (0%)', '35001 Spain'],
    ['PT', '9000-039', '9000039', 'vat', 2_200, 'VAT included (22%)', '9000039 Portugal'],
    ['GB', 'je2 3ab', 'JE23AB', 'none', 0, 'Tax included (0%)', 'JE23AB United Kingdom'],
  ])('in %s %s sees in the quote what the receipt and the renewal say', async (country, postal_code, ...expected) => {
    const [stored, taxName, taxBps, line, place] = expected;
    const person = await shop.signIn();
    const { selection } = orderForm();
    const quote = await shop.ask(calls.quoteOrder, { body: { selection, country, postal_code }, token: person.token });
    expect(quote.data.tax).toMatchObject({ name: taxName, rateBps: taxBps });
    const { orderId } = await buy(person, { country, postal_code });
    const receipt = await receiptOf(person, orderId);
    expect(receipt).toMatchObject({
      taxName,
      taxBps,
      taxCents: quote.data.tax.includedCents,
      buyer: { postalCode: stored },
    });
    const headers = { Authorization: `Bearer ${person.token}` };
    const pdf = await shop.server.app.request(`/api/billing/document.pdf?number=${receipt.number}`, { headers });
    const text = textOf(Buffer.from(await pdf.arrayBuffer()));
    expect(text).toContain(line);
    expect(text).toContain(place);
    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const { data } = await shop.ask(myOrders, { token: person.token });
    const renewal = data.orders.find(({ kind }) => kind === 'pending-bill');
    expect(await receiptOf(person, renewal?.orderId ?? '')).toMatchObject({
      taxName,
      taxBps,
      buyer: { postalCode: stored },
    });
  });

  test('can’t order with a postal code that the country doesn’t have', async () => {
    const body = orderForm({ country: 'ES', postal_code: '350' });
    const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID() });
    expect([answer.response_status, Object.keys(answer.validation_errors ?? {})]).toEqual([422, ['postal_code']]);
  });

  test('who is a guest keeps the postal code in the new profile, and one that decides nothing isn’t kept', async () => {
    const codeOf = async (country: string, postal_code: string) => {
      const form = orderForm({ country, postal_code });
      await shop.press(await shop.order(form), 'paid');
      await shop.server.drain();
      const people = shop.server.deps.db.selectFrom('person').select('postal_code').where('email', '=', form.email);
      return (await people.executeTakeFirstOrThrow()).postal_code;
    };
    expect([await codeOf('ES', '38001'), await codeOf('US', '60601')]).toEqual(['38001', null]);
  });

  test('who pays as a guest with a known address changes nothing of that profile, and the renewal keeps the tax', async () => {
    const person = await shop.signIn();
    const { db } = shop.server.deps;
    await db.updateTable('person').set({ country: 'ES' }).where('id', '=', person.personId).execute();
    const opened = await shop.order(orderForm({ email: person.email, country: 'ES', postal_code: '35001' }));
    await shop.press(opened, 'paid', 'normal', 'pay');
    await shop.server.drain();
    const known = db.selectFrom('person').select('postal_code').where('id', '=', person.personId);
    expect(await known.executeTakeFirstOrThrow()).toEqual({ postal_code: null });
    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const { data } = await shop.ask(myOrders, { token: person.token });
    const renewal = data.orders.find(({ kind }) => kind === 'pending-bill');
    expect(await receiptOf(person, renewal?.orderId ?? '')).toMatchObject({ taxName: 'igic', taxCents: 0 });
  });
});

test('a quote takes a typed VAT number as the receipt does, and waits for one that isn’t finished', async () => {
  const { selection } = orderForm();
  const taxOf = async (vat_number: string) =>
    (await shop.ask(calls.quoteOrder, { body: { selection, country: 'FR', vat_number } })).data.tax;
  expect(await taxOf('FR 40 303 265 045')).toEqual({ name: 'vat', includedCents: 0, rateBps: 0 });
  expect(await taxOf('FR 40 303')).toEqual({ name: 'vat', includedCents: 2_483, rateBps: 2_000 });
  expect(await taxOf('DE136695976')).toEqual({ name: 'vat', includedCents: 2_483, rateBps: 2_000 });
});

test('a quote names the rules version that its account will follow, or none without an account', async () => {
  const quote = async (selection: ProductSelection) =>
    (await shop.ask(calls.quoteOrder, { body: { selection } })).data.rulesVersion;
  expect(await quote(orderForm().selection as ProductSelection)).toBe(shop.server.deps.catalog.packages.rulesVersion);
  expect(await quote({ kind: 'thor', packageId: 'thor-yearly', ...extras, addOns: [] })).toBeNull();
});

describe('a buyer who moves', () => {
  test('between the quote and the order gets the tax and the right of the country in the order', async () => {
    const person = await shop.signIn();
    const { selection } = orderForm();
    const quoteFor = async (country: string) =>
      (await shop.ask(calls.quoteOrder, { body: { selection, country }, token: person.token })).data;
    expect((await quoteFor('US')).tax).toEqual({ name: 'none', includedCents: 0, rateBps: 0 });
    const { orderId } = await buy(person, { country: 'FR', startNow: 0 });
    // 20 % of what is left of 149.00 without it: 149.00 − 124.17.
    expect(await receiptOf(person, orderId)).toMatchObject({ taxName: 'vat', taxBps: 2_000, taxCents: 2_483 });
    const mail = await mailOf(person, 'Your receipt');
    expect(mail).toMatch(/14 days/);
    expect(mail).not.toContain('non-refundable');
  });
});
