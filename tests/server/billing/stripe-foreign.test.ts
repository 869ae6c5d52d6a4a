import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStripePayments } from '#server/billing/ports/payments/stripe.ts';
import { type Shop, startShop } from '../support/shop.ts';
import { startStripeApi } from '../support/stripe-api.ts';

const webhookSecret = 'whsec_for_tests_only';
const stripe = new Stripe('sk_test_none');

let api: Awaited<ReturnType<typeof startStripeApi>>;
let shop: Shop;

beforeAll(async () => {
  api = await startStripeApi();
  const clock = () => shop.server.deps.clock();
  const payments = createStripePayments({ secretKey: 'sk_test_none', webhookSecret, clock, api: api.api });
  shop = await startShop({ payments });
});

afterAll(async () => {
  await shop.close();
  await api.close();
});

const intent = { id: 'pi_foreign', object: 'payment_intent', amount: 14_900, currency: 'usd', metadata: {} };
const of = { amount: 14_900, currency: 'usd', payment_intent: intent.id };
const session = {
  id: 'cs_foreign',
  object: 'checkout.session',
  amount_total: 14_900,
  metadata: {},
  payment_status: 'paid',
  ...of,
};
const refund = { id: 're_foreign', object: 'refund', ...of, status: 'succeeded' };
const ends = ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'];
const events: readonly (readonly [type: string, object: object])[] = [
  ...ends.map((end) => [`checkout.session.${end}`, session] as const),
  ...['succeeded', 'payment_failed'].map((end) => [`payment_intent.${end}`, intent] as const),
  ...['charge.refunded', 'refund.created', 'refund.updated', 'refund.failed'].map((type) => [type, refund] as const),
  ...['created', 'closed'].map((step) => [`charge.dispute.${step}`, { ...of, status: 'lost' }] as const),
  ['customer.created', { id: 'cus_foreign', object: 'customer' }],
];
test.each(events)(
  '%s about another shop of the same Stripe account is accepted, and nothing of it is kept',
  async (type, object) => {
    api.intents.set(intent.id, intent);
    const payload = JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object } });
    const timestamp = Math.floor(shop.server.deps.clock().getTime() / 1_000);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp });
    const headers = { 'Stripe-Signature': signature };
    const { app, deps } = shop.server;
    const response = await app.request('/api/webhooks/payments', { method: 'POST', headers, body: payload });
    expect(response.status).toBe(200);
    expect(await deps.db.selectFrom('provider_event').select('type').execute()).toEqual([]);
  },
);
