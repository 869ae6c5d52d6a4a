import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { billingPending, cancelContract } from '#shared/billing/contract.ts';
import { changeBillingIdentity } from '#shared/billing/contract-billing-identity.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

const plain = (text = '') => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function letDaysPass(days: number): Promise<void> {
  await shop.server.clock.advance(days * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
}

const thor = { kind: 'thor', packageId: 'thor-yearly', platform: 'rithmic', coupon: '' } as const;
const yearly = { selection: thor, expectedTotalCents: 49_900 };

async function buy(country: string, locale: string, product: Parameters<typeof orderForm>[0] = yearly) {
  // In Ontario: a Canadian without a postal code may live in Québec, and gets the French contract.
  const form = orderForm({ country, ...(country === 'CA' && { postal_code: 'M5V 3L9' }), ...product });
  const headers = { 'Accept-Language': locale };
  const { data: opened } = await shop.ask(createOrder, { body: form, idempotencyKey: randomUUID(), headers });
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  return form.email;
}

async function mailsTo(email: string, subject: RegExp): Promise<string[]> {
  const mails = await shop.server.mails(email);
  return mails.flatMap((mail) => (subject.test(plain(mail.subject)) ? [plain(mail.text)] : []));
}

// The shop's clock starts on March 11, 2026, so the year ends on March 11, 2027, and its last day is the 10th.
test.each([
  [
    'FR',
    'fr',
    39,
    /se renouvelle bientôt/,
    ['Dernier jour pour résilier', '10 mars 2027', '499,00 $ US, puis chaque année'],
  ],
  [
    'PT',
    'pt',
    29,
    /renova-se em breve/,
    ['Último dia para cancelar', '10 de março de 2027', 'US$ 499,00, e depois todos os anos'],
  ],
  ['US', 'en', 34, /renews soon/, ['Last day to cancel it', 'March 10, 2027', '$499.00, then every year']],
  ['CA', 'en', 74, /renews soon/, ['Last day to cancel it', 'March 10, 2027', '$499.00, then every year']],
] as const)(
  'a buyer in %s is reminded in %s from %i days before a yearly renewal on',
  async (country, locale, days, subject, texts) => {
    const email = await buy(country, locale);
    await letDaysPass(365 - days - 2);
    expect(await mailsTo(email, subject)).toEqual([]);
    await letDaysPass(2);
    const [mail, ...others] = await mailsTo(email, subject);
    expect(others).toEqual([]);
    for (const text of texts) expect(mail).toContain(text);
    expect(mail).toContain('/cancel-subscription');
  },
);

test('a yearly plan in Québec ends with its year: no consent, no charge, and a notice 60 to 90 days before', async () => {
  const place = { country: 'CA', postal_code: 'H2X 1Y4' };
  const { data: quote } = await shop.ask(quoteOrder, { body: { selection: { ...thor, addOns: [] }, ...place } });
  expect([quote.renewal, quote.needsRenewalConsent]).toEqual([null, false]);
  const email = await buy('CA', 'fr', { ...yearly, ...place, renewalConsent: 0 });
  const [receipt] = await mailsTo(email, /^Votre reçu/);
  expect(receipt).toContain('Prochain prélèvement : Aucun. Rien ne se renouvelle.');
  await letDaysPass(365 - 76);
  expect(await mailsTo(email, /prend bientôt fin/)).toEqual([]);
  await letDaysPass(2);
  const [notice, ...others] = await mailsTo(email, /^Thor, 25 .* prend bientôt fin$/);
  expect(others).toEqual([]);
  expect(notice).toContain('prend fin le 11 mars 2027 et ne se renouvelle pas : rien ne sera plus débité.');
  await letDaysPass(90);
  expect(await mailsTo(email, /se renouvelle bientôt|prend bientôt fin/)).toHaveLength(1);
  const { db } = shop.server.deps;
  expect(await db.selectFrom('subscription').select('status').execute()).toEqual([{ status: 'ended' }]);
  expect(await db.selectFrom('bill').select('id').execute()).toEqual([]);
});

test.each(['DE', 'NL', 'BE'])(
  'a yearly plan in %s ends with its year, and its end is announced 30 days before',
  async (country) => {
    const { data: quote } = await shop.ask(quoteOrder, { body: { selection: { ...thor, addOns: [] }, country } });
    expect([quote.renewal, quote.needsRenewalConsent]).toEqual([null, false]);
    const email = await buy(country, 'en', { ...yearly, renewalConsent: 0 });
    await letDaysPass(365 - 31);
    expect(await mailsTo(email, /ends soon/)).toEqual([]);
    await letDaysPass(2);
    expect(await mailsTo(email, /ends soon/)).toHaveLength(1);
    await letDaysPass(40);
    const { db } = shop.server.deps;
    expect(await db.selectFrom('subscription').select('status').execute()).toEqual([{ status: 'ended' }]);
    expect(await db.selectFrom('bill').select('id').execute()).toEqual([]);
  },
);

describe('a yearly plan that is billed to another place', () => {
  const moveTo = async (email: string, place: { country: string; postal_code: string }) => {
    const { db } = shop.server.deps;
    const guest = db.selectFrom('person').select('id').where('email', '=', email);
    await db.updateTable('person').set({ email_verified_at: new Date() }).where('email', '=', email).execute();
    const token = await shop.openSession((await guest.executeTakeFirstOrThrow()).id);
    const { data } = await shop.ask(billingPending, { token });
    const subscriptionId = data.subscriptions[0]?.id ?? '';
    const body = { subscriptionId, first_name: 'Ada', last_name: 'Buyer', ...place };
    const answer = await shop.ask(changeBillingIdentity, { body, token });
    expect(answer.response_status).toBe(200);
  };
  const read = async () => {
    const { db } = shop.server.deps;
    const bills = await db.selectFrom('bill').select('status').execute();
    const { status, renews } = await db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow();
    return { status, renews, bills: bills.map((bill) => bill.status) };
  };
  const quebec = { country: 'CA', postal_code: 'H2X 1Y4' };

  test('in Québec ends with its year, announced on the day of the notice there', async () => {
    const email = await buy('PT', 'fr');
    await letDaysPass(100);
    await moveTo(email, quebec);
    await letDaysPass(365 - 176);
    expect(await read()).toEqual({ status: 'active', renews: true, bills: [] });
    await letDaysPass(2);
    expect(await mailsTo(email, /prend bientôt fin$/)).toHaveLength(1);
    await letDaysPass(90);
    expect(await read()).toEqual({ status: 'ended', renews: false, bills: [] });
    expect(await mailsTo(email, /se renouvelle bientôt/)).toEqual([]);
  });

  test('in Québec after the reminder, even on the last day, gets the notice and isn’t charged', async () => {
    const email = await buy('CA', 'fr');
    await letDaysPass(365 - 20);
    expect(await mailsTo(email, /se renouvelle bientôt/)).toHaveLength(1);
    await shop.server.clock.advance(21 * dayMs);
    await moveTo(email, quebec);
    await letDaysPass(0);
    expect(await mailsTo(email, /prend bientôt fin$/)).toHaveLength(1);
    expect(await read()).toEqual({ status: 'ended', renews: false, bills: [] });
  });

  test('in Québec and away again before the notice renews', async () => {
    const email = await buy('PT', 'pt');
    await moveTo(email, quebec);
    await letDaysPass(200);
    await moveTo(email, { country: 'CA', postal_code: 'M5V 3L9' });
    await letDaysPass(166);
    expect(await read()).toEqual({ status: 'active', renews: true, bills: ['paid'] });
  });

  test('shows no renewal under Billing as soon as the address is in Québec', async () => {
    const person = await shop.signIn();
    const form = orderForm({ country: 'PT', email: person.email, ...yearly });
    const options = { body: form, idempotencyKey: randomUUID(), token: person.token };
    const { data: opened } = await shop.ask(createOrder, options);
    await shop.press(opened, 'paid', 'normal', 'pay');
    await shop.server.drain();
    const renews = async () =>
      (await shop.ask(billingPending, { token: person.token })).data.subscriptions.map((each) => each.renews);
    expect(await renews()).toEqual([true]);
    await moveTo(person.email, quebec);
    expect(await renews()).toEqual([false]);
  });
});

test('a British yearly renewal opens a cooling-off period from April 2027, and a Portuguese one doesn’t', async () => {
  await letDaysPass(30);
  const [british, portuguese] = [await buy('GB', 'en'), await buy('PT', 'pt')];
  expect(await mailsTo(british, /right to cancel the renewal/)).toEqual([]);
  await letDaysPass(366);
  expect(await mailsTo(portuguese, /direito de cancelar a renovação/)).toEqual([]);
  const [notice, ...others] = await mailsTo(british, /^Thor, 25 followers: your right to cancel the renewal$/);
  expect(others).toEqual([]);
  expect(notice).toContain('On April 11, 2027 we charged $499.00 for the renewal of Thor, 25 followers.');
  expect(notice).toContain('you have 14 days to cancel it');
  expect(notice).toContain('April 25, 2027');
  const order = /Order\W+([0-9A-Z]{4}-[0-9A-Z]{4})/.exec(notice ?? '')?.[1] ?? '';
  await shop.ask(cancelContract, { body: { name: 'Ada Buyer', email: british, order } });
  await shop.server.drain();
  const [answer] = await mailsTo(british, /^Your withdrawal from the contract/);
  expect(answer).toContain('refund the part of the renewal that you haven’t used');
  const tickets = await shop.server.deps.db
    .selectFrom('ticket')
    .innerJoin('ticket_message', 'ticket_message.ticket_id', 'ticket.id')
    .select(['topic', 'text'])
    .where('email', '=', british)
    .where('kind', '=', 'note')
    .execute();
  expect(tickets).toMatchObject([{ topic: 'payment' }]);
  // One of the 366 days until April 10, 2028: 49,900 ÷ 366 = 136.3 cents.
  expect(tickets[0]?.text).toContain('By law: the part of the renewal that wasn’t used.');
  expect(tickets[0]?.text).toContain('Paid period: April 10, 2027 to April 10, 2028.');
  expect(tickets[0]?.text).toContain('Supplied: $1.36. To refund: $497.64.');
});

test('the first renewal at full price after a discounted month opens one too, a later one doesn’t', async () => {
  const { catalog } = shop.server.deps;
  const { places } = catalog.consumerRights;
  const withdrawal = places['uk']?.withdrawal;
  if (!withdrawal?.renewals) throw new Error('The catalog has no cooling-off period after renewals');
  // The discount ends before 2027, so the law starts earlier here.
  const renewals = { ...withdrawal.renewals, startsOn: '2026-04-01' };
  const uk = { ...places['uk'], countries: ['GB'], withdrawal: { ...withdrawal, renewals } };
  const consumerRights = { ...catalog.consumerRights, places: { ...places, uk } };
  await shop.close();
  shop = await startShop({ catalog: { ...catalog, consumerRights } });
  const product = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic', coupon: 'TIDE20' } as const;
  const discounted = { selection: { ...product, addOns: [] }, expectedTotalCents: 11_920 };
  const [email, full] = [await buy('GB', 'en', discounted), await buy('GB', 'en', {})];
  await letDaysPass(32);
  expect(await mailsTo(email, /right to cancel the renewal/)).toHaveLength(1);
  await letDaysPass(32);
  expect(await mailsTo(email, /right to cancel the renewal/)).toHaveLength(1);
  expect(await mailsTo(full, /right to cancel the renewal/)).toEqual([]);
});
