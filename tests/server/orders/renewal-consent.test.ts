import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { billingPending } from '#shared/billing/contract.ts';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop, termsVersion } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const create = (change: object, headers: Record<string, string> = {}) =>
  shop.ask(createOrder, { body: orderForm(change), idempotencyKey: randomUUID(), headers });

test('a product that renews is not sold without consent to its renewal, and the message names the box', async () => {
  const refused = await create({ renewalConsent: 0 });
  expect([refused.response_status, refused.validation_errors]).toEqual([
    422,
    { renewalConsent: ['Please agree to the automatic renewal.'] },
  ]);
  const orders = await shop.server.deps.db.selectFrom('orders').selectAll().execute();
  expect(orders).toEqual([]);
  expect((await create({ renewalConsent: 1 })).response_status).toBe(200);
});

test('a product that is paid once asks for no such consent and stores none', async () => {
  const selection = {
    kind: 'evaluation',
    packageId: 'merit-50k',
    platform: 'rithmic',
    coupon: '',
  } as const;
  const { data: quote } = await shop.ask(quoteOrder, { body: { selection } });
  expect([quote.renewal, quote.needsRenewalConsent]).toEqual([null, false]);
  const opened = await create({ selection, expectedTotalCents: 54_900, renewalConsent: 0 });
  const { consents } = await shop.row(opened.data);
  expect(consents.map(({ text }) => text)).toEqual(['terms', 'start_now']);
});

// The shop's clock starts on March 11, 2026, so a month later is April 11.
test.each([
  [
    'en',
    'Renews automatically|$149.00 on April 11, 2026, then every month until you cancel.|Cancel at any time under Billing, or without signing in. It takes effect at the end of the period you paid for.|I agree to the automatic renewal.',
  ],
  [
    'fr',
    'Renouvellement automatique|149,00 $ US le 11 avril 2026, puis chaque mois jusqu’à résiliation.|Résiliable à tout moment dans Facturation, ou sans connexion. La résiliation prend effet à la fin de la période payée.|J’accepte le renouvellement automatique.',
  ],
  [
    'pt',
    'Renovação automática|US$ 149,00 em 11 de abril de 2026, e depois todos os meses até cancelar.|Pode cancelar em qualquer altura em Faturação, ou sem iniciar sessão. Produz efeito no fim do período pago.|Aceito a renovação automática.',
  ],
])('the order keeps what a buyer agreed to, as the checkout showed it in %s', async (locale, shown) => {
  const opened = await create({}, { 'Accept-Language': locale });
  const { consents } = await shop.row(opened.data);
  const at = shop.server.clock.now().getTime();
  const consent = consents.at(-1);
  expect(consent).toMatchObject({ text: 'renewal', version: termsVersion, at, ip: '127.0.0.1', locale });
  expect(consent?.shown?.replaceAll('\n', '|').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(shown);
});

test('renewals and bills of a subscription need no second consent', async () => {
  const person = await shop.signIn();
  const form = orderForm({ email: person.email });
  const { data } = await shop.ask(createOrder, { body: form, idempotencyKey: randomUUID(), token: person.token });
  await shop.press(data, 'paid', 'normal', 'decline');
  await shop.server.drain();
  await shop.server.clock.advance(31 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  const { data: pending } = await shop.ask(billingPending, { token: person.token });
  const billId = pending.bills[0]?.id ?? '';
  const selection = { kind: 'pending-bill', packageId: 'classic-50k', billId, coupon: '' } as const;
  const { data: quote } = await shop.ask(quoteOrder, { body: { selection }, token: person.token });
  expect([quote.renewal?.amountCents, quote.needsRenewalConsent]).toEqual([14_900, false]);
});
