import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Payments } from '#server/billing/ports/payments/payments.ts';
import { createStripePayments } from '#server/billing/ports/payments/stripe.ts';
import { type intentStatuses, startStripeApi } from '../support/stripe-api.ts';

let api: Awaited<ReturnType<typeof startStripeApi>>;
let payments: Payments;

beforeAll(async () => {
  api = await startStripeApi();
  const keys = { secretKey: 'sk_test_none', webhookSecret: 'whsec_for_tests_only' };
  payments = createStripePayments({ ...keys, clock: () => new Date(), api: api.api });
});

afterAll(() => api.close());

// https://docs.stripe.com/payments/checkout/fulfillment: a complete session is `unpaid` while its bank debit runs.
test.each([
  ['succeeded', 'paid', 'paid'],
  ['processing', 'unpaid', 'processing'],
  ['requires_payment_method', 'unpaid', 'declined'],
  ['canceled', 'unpaid', 'declined'],
])('a complete session whose intent is %s and payment %s is %s', async (status, payment_status, type) => {
  const intent = { id: `pi_${status}`, object: 'payment_intent', status, metadata: {} };
  api.intents.set(intent.id, intent);
  const session = { id: `cs_${status}`, object: 'checkout.session', status: 'complete', payment_status };
  api.sessions.set(session.id, { ...session, payment_intent: intent.id, metadata: { order_id: 'order-1' } });
  expect(await payments.lookUp(session.id)).toMatchObject({ type, orderId: 'order-1' });
});

// https://docs.stripe.com/payments/paymentintents/lifecycle
test.each([
  ['succeeded', 'paid'],
  ['processing', 'processing'],
  ['requires_action', 'declined'],
  ['requires_confirmation', 'declined'],
  ['requires_payment_method', 'declined'],
  ['canceled', 'declined'],
] satisfies [(typeof intentStatuses)[number], string][])(
  'a renewal that the bank leaves %s is %s, and a look-up later says the same',
  async (status, type) => {
    api.lists['payment_methods'] = [{ id: `pm_${status}`, object: 'payment_method' }];
    const orderId = `order-${status}`;
    const event = await payments.charge({
      ...{ orderId, amountCents: 14_900, currency: 'USD', method: 'cus_1', locale: 'en' },
      ...{ description: 'Classic 50K', email: 'ada@example.com' },
    });
    expect(event).toMatchObject({ type, orderId });
    const intent = { id: 'pi_renewal', object: 'payment_intent', status, amount: 1, currency: 'usd' };
    api.intents.set(intent.id, { ...intent, metadata: { renewal_order_id: orderId } });
    expect((await payments.lookUp(intent.id))?.type ?? 'processing').toBe(type);
  },
);
