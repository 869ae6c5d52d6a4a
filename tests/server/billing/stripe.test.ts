import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { createStripePayments } from '#server/billing/ports/payments/stripe.ts';
import { requestPartialRefund } from '#server/orders/fulfillment/request-partial-refund.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { startStripeApi } from '../support/stripe-api.ts';

const webhookSecret = 'whsec_for_tests_only';
const stripe = new Stripe('sk_test_none');

let api: Awaited<ReturnType<typeof startStripeApi>>;
let shop: Shop;
let clock: () => Date = () => new Date();

beforeAll(async () => {
  api = await startStripeApi();
  const payments = createStripePayments({
    secretKey: 'sk_test_none',
    webhookSecret,
    clock: () => clock(),
    api: api.api,
  });
  shop = await startShop({ payments });
  clock = shop.server.deps.clock;
});

beforeEach(() => {
  api.seen.length = 0;
});

afterAll(async () => {
  await shop.close();
  await api.close();
});

const seconds = () => Math.floor(clock().getTime() / 1000);

async function postWebhook(
  type: string,
  object: object,
  change: { timestamp?: number; secret?: string; body?: string } = {},
) {
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, data: { object } });
  const { timestamp = seconds(), secret = webhookSecret } = change;
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const response = await shop.server.app.request('/api/webhooks/payments', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: change.body ?? payload,
  });
  await shop.server.drain();
  return response.status;
}

/** Stripe's checkout session of an order, with changes applied. */
async function sessionOf({ orderId }: { orderId: string }, change: object = {}) {
  const { payment_session_id, total_cents } = await shop.row({ orderId });
  const session = api.sessions.get(payment_session_id ?? '');
  if (!session) throw new Error('No such session');
  return Object.assign(session, { amount_total: total_cents, ...change });
}

const credits = async (opened: { orderId: string }) =>
  (await shop.creditNotes(opened)).map(({ totalCents }) => totalCents);

const paid = { status: 'complete', payment_status: 'paid' };

describe('a Stripe checkout', () => {
  test('for a one-time purchase opens a payment keyed by the order', async () => {
    const selection = { ...orderForm().selection, packageId: 'merit-50k' };
    const opened = await shop.order(orderForm({ selection, expectedTotalCents: 54_900 }));
    const [checkoutRequest] = api.seen;
    expect(checkoutRequest).toMatchObject({
      path: '/v1/checkout/sessions',
      idempotencyKey: `checkout-${opened.orderId}`,
    });
    expect(Object.fromEntries(checkoutRequest?.form ?? [])).toMatchObject({
      mode: 'payment',
      client_reference_id: opened.orderId,
      'payment_intent_data[metadata][order_id]': opened.orderId,
      'wallet_options[link][display]': 'auto',
      'payment_method_options[card][request_three_d_secure]': 'automatic',
      'line_items[0][price_data][unit_amount]': '54900',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product_data][name]': 'Merit 50K evaluation, Rithmic',
      success_url: expect.stringContaining(`/success/${opened.sessionId}`),
      cancel_url: expect.stringContaining(`/canceled/${opened.sessionId}`),
    });
    expect([...(checkoutRequest?.form.keys() ?? [])].filter((key) => key.startsWith('payment_method_types'))).toEqual(
      [],
    );
    expect(opened.paymentUrl).toMatch(/^https:\/\/checkout\.stripe\.com\//);
  });

  test('for a subscription stores the card for renewals, and its discount counts once', async () => {
    const { data } = await shop.ask(calls.quoteOrder, {
      body: { selection: { ...orderForm().selection, addOns: ['market-data'], coupon: 'TIDE20' } },
    });
    const selection = { ...orderForm().selection, addOns: ['market-data' as const], coupon: 'TIDE20' };
    const opened = await shop.order(orderForm({ selection, expectedTotalCents: data.totalCents }));
    const [coupon, session] = api.seen;
    expect(Object.fromEntries(coupon?.form ?? [])).toMatchObject({ amount_off: '2980', duration: 'once' });
    expect(coupon?.idempotencyKey).toBe(`coupon-${opened.orderId}`);
    const form = Object.fromEntries(session?.form ?? []);
    expect(form).toMatchObject({
      mode: 'payment',
      customer_creation: 'always',
      'payment_intent_data[setup_future_usage]': 'off_session',
      'line_items[0][price_data][unit_amount]': '14900',
      'line_items[1][price_data][unit_amount]': '500',
      'discounts[0][coupon]': expect.stringMatching(/^co_/),
    });
  });

  test('charges nothing during an outage, and the order continues with the same key', async () => {
    const [form, key] = [orderForm(), randomUUID()];
    api.setDown(true);
    const refused = await shop.ask(calls.createOrder, { body: form, idempotencyKey: key });
    api.setDown(false);
    expect(refused.response_status).toBe(503);
    const opened = await shop.order(form, key);
    expect((await shop.row(opened)).status).toBe('awaiting-payment');
    expect(new Set(api.seen.map((request) => request.idempotencyKey))).toEqual(new Set([`checkout-${opened.orderId}`]));
  });
});

describe('Stripe webhooks', () => {
  test('a paid session opens the account', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    const session = await sessionOf(opened, paid);
    expect(await postWebhook('checkout.session.completed', session)).toBe(200);
    expect(await postWebhook('checkout.session.completed', session)).toBe(200);
    await shop.expectFulfilledOnce(opened, form.email);
  });

  test('a completed but unpaid session waits for the bank', async () => {
    const opened = await shop.order();
    const intent = { id: 'pi_debit', object: 'payment_intent', metadata: {} };
    const debit = { status: 'complete', payment_status: 'unpaid', payment_intent: intent.id };
    const session = await sessionOf(opened, debit);
    api.intents.set(intent.id, { ...intent, status: 'processing' });
    await postWebhook('checkout.session.completed', session);
    expect((await shop.row(opened)).status).toBe('processing');
    api.intents.set(intent.id, { ...intent, status: 'requires_payment_method' });
    await postWebhook('checkout.session.async_payment_failed', session);
    expect((await shop.result(opened)).status).toBe('failed');
    await postWebhook('checkout.session.async_payment_succeeded', { ...session, payment_status: 'paid' });
    expect((await shop.row(opened)).status).toBe('fulfilled');
  });

  test('an expired session closes the order', async () => {
    const opened = await shop.order();
    await postWebhook('checkout.session.expired', await sessionOf(opened, { status: 'expired' }));
    expect((await shop.result(opened)).status).toBe('expired');
  });

  test('a wrong secret, an old timestamp or a modified body gets a 400', async () => {
    const opened = await shop.order();
    const session = await sessionOf(opened, paid);
    expect(await postWebhook('checkout.session.completed', session, { secret: 'whsec_other' })).toBe(400);
    expect(await postWebhook('checkout.session.completed', session, { timestamp: seconds() - 600 })).toBe(400);
    expect(await postWebhook('checkout.session.completed', session, { body: '{}' })).toBe(400);
    expect((await shop.row(opened)).status).toBe('awaiting-payment');
  });

  test('a wrong amount changes nothing', async () => {
    const opened = await shop.order();
    const session = await sessionOf(opened, paid);
    expect(await postWebhook('checkout.session.completed', { ...session, amount_total: 1 })).toBe(200);
    expect((await shop.row(opened)).status).toBe('awaiting-payment');
    expect(await shop.actions(opened)).toContain('payment-mismatch');
  });
});

describe('Stripe refunds', () => {
  /** A sale of $149.00 that was paid, and the refunds that Stripe has of it. */
  async function sell(payment_intent: string) {
    const opened = await shop.order();
    await postWebhook('checkout.session.completed', await sessionOf(opened, { ...paid, payment_intent }));
    const made = (id: string, amount: number, status = 'succeeded') => {
      const refund = { object: 'refund', id, amount, currency: 'usd', status, payment_intent };
      api.refunds.push(refund);
      return refund;
    };
    return { opened, made };
  }

  /** Stripe's charge of a payment, which names no refunds. */
  const charge = (payment_intent: string) => ({ id: 'ch_1', object: 'charge', currency: 'usd', payment_intent });

  test('refunds made in the dashboard count once each, whichever events report them and in whichever order', async () => {
    const { opened, made } = await sell('pi_sale');
    const first = made('re_first', 5_000);
    for (const type of ['refund.updated', 'refund.created', 'refund.created']) await postWebhook(type, first);
    await postWebhook('charge.refunded', charge('pi_sale'));
    expect(await credits(opened)).toEqual([-5_000]);
    expect(await shop.result(opened)).toMatchObject({ status: 'fulfilled', refundedCents: 5_000 });
    const second = made('re_second', 9_900);
    await postWebhook('charge.refunded', charge('pi_sale'));
    for (const refund of [second, first]) await postWebhook('refund.created', refund);
    expect(await credits(opened)).toEqual([-5_000, -9_900]);
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await shop.actions(opened)).not.toContain('payment-mismatch');
  });

  test.each(['failed', 'canceled'])('a dashboard refund that ends as %s returns nothing', async (status) => {
    const { opened, made } = await sell(`pi_${status}`);
    const refund = made(`re_${status}`, 5_000, 'pending');
    await postWebhook('refund.created', refund);
    refund.status = status;
    for (const type of ['refund.failed', 'refund.updated']) await postWebhook(type, refund);
    // Late, from before it ended.
    await postWebhook('refund.created', { ...refund, status: 'pending' });
    expect(await credits(opened)).toEqual([]);
    expect((await shop.actions(opened)).filter((action) => action === 'refund-failed')).toHaveLength(1);
  });

  test('a dashboard refund of a renewal finds its order', async () => {
    const { opened } = await sell('pi_first');
    await shop.server.deps.db
      .updateTable('orders')
      .set({ payment_session_id: 'pi_renewed' })
      .where('id', '=', opened.orderId)
      .execute();
    const metadata = { renewal_order_id: opened.orderId };
    api.intents.set('pi_renewed', { id: 'pi_renewed', object: 'payment_intent', metadata });
    const refund = { id: 're_renewed', amount: 1_000, status: 'succeeded', payment_intent: 'pi_renewed' };
    api.refunds.push(refund);
    await postWebhook('refund.created', { ...refund, object: 'refund', currency: 'usd' });
    expect(await credits(opened)).toEqual([-1_000]);
  });

  test('a refund that we request names the session’s payment, is keyed by order and amount, and counts once', async () => {
    const { opened } = await sell('pi_asked');
    const { deps } = shop.server;
    const order = await shop.row(opened);
    await deps.db.transaction().execute((trx) => requestOrderRefund(deps, trx, order, 'operator', 'system'));
    await shop.server.drain();
    const refundRequest = api.seen.find(({ method, path }) => method === 'POST' && path === '/v1/refunds');
    expect(Object.fromEntries(refundRequest?.form ?? [])).toEqual({
      ...{ payment_intent: 'pi_asked', amount: '14900' },
      ...{ 'metadata[order_id]': opened.orderId, 'metadata[request_id]': 'rest' },
    });
    expect(refundRequest?.idempotencyKey).toBe(`refund-${opened.orderId}-rest-14900`);
    // Requested again, long after the idempotency key has expired: nothing is refunded twice.
    api.forgetKeys();
    await reconcileOrders(deps, { afterStart: true });
    await shop.server.drain();
    const ours = api.refunds.filter(({ payment_intent }) => payment_intent === 'pi_asked');
    expect(ours).toHaveLength(1);
    expect((await shop.row(opened)).status).toBe('fulfilled');
    for (const refund of ours) refund.status = 'succeeded';
    for (const type of ['charge.refunded', 'refund.updated']) await postWebhook(type, charge('pi_asked'));
    expect((await shop.row(opened)).status).toBe('refunded');
    expect(await credits(opened)).toEqual([-14_900]);
  });

  test('a refund whose webhook is lost counts when it is requested again', async () => {
    const { opened } = await sell('pi_lost');
    const { deps } = shop.server;
    const order = await shop.row(opened);
    await deps.db.transaction().execute((trx) => requestOrderRefund(deps, trx, order, 'operator', 'system'));
    await shop.server.drain();
    for (const refund of api.refunds) refund.status = 'succeeded';
    await reconcileOrders(deps, { afterStart: true });
    await shop.server.drain();
    expect((await shop.row(opened)).status).toBe('refunded');
  });

  test('a partial refund is requested once, however late its result, and settled by its own webhook', async () => {
    const opened = await shop.order(
      orderForm({
        selection: {
          ...{ kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic' },
          ...{ addOns: ['market-data', 'funded-reset'], coupon: '' },
        },
        expectedTotalCents: 22_400,
      }),
    );
    await postWebhook('checkout.session.completed', await sessionOf(opened, { ...paid, payment_intent: 'pi_parts' }));
    const { deps } = shop.server;
    const request = async (item: 'market-data' | 'funded-reset', amountCents: number) => {
      const order = await shop.row(opened);
      const items = [{ item, amountCents }];
      await deps.db.transaction().execute((trx) => requestPartialRefund(deps, trx, order, items, 'goodwill'));
      await shop.server.drain();
    };
    await request('market-data', 500);
    const partialRefunds = api.refunds.filter(({ payment_intent }) => payment_intent === 'pi_parts');
    expect(partialRefunds).toMatchObject([{ amount: 500, metadata: { order_id: opened.orderId } }]);
    // Requested again, long after the idempotency key has expired: nothing is refunded twice.
    api.forgetKeys();
    await reconcileOrders(deps, { afterStart: true });
    await shop.server.drain();
    expect(api.refunds.filter(({ payment_intent }) => payment_intent === 'pi_parts')).toHaveLength(1);
    await postWebhook('refund.created', partialRefunds[0] ?? {});
    expect(await credits(opened)).toEqual([]);
    for (const refund of partialRefunds) refund.status = 'succeeded';
    for (const type of ['refund.updated', 'charge.refunded', 'refund.updated'])
      await postWebhook(type, partialRefunds[0] ?? {});
    expect(await credits(opened)).toEqual([-500]);
    expect((await shop.row(opened)).status).toBe('fulfilled');

    // The webhook about the second refund is lost: requesting it again settles it.
    await request('funded-reset', 7_000);
    for (const refund of api.refunds) refund.status = 'succeeded';
    await reconcileOrders(deps, { afterStart: true });
    await shop.server.drain();
    expect(await credits(opened)).toEqual([-500, -7_000]);
    // Someone refunds the rest in the dashboard.
    const rest = { id: 're_rest', amount: 14_900, status: 'succeeded', payment_intent: 'pi_parts' };
    api.refunds.push(rest);
    await postWebhook('charge.refunded', charge('pi_parts'));
    expect((await shop.row(opened)).status).toBe('refunded');
    expect(await credits(opened)).toEqual([-500, -7_000, -14_900]);
  });
});

describe('Stripe renewals', () => {
  const request = (orderId: string) => ({
    orderId,
    amountCents: 14_900,
    currency: 'USD' as const,
    method: 'cus_1',
    description: 'Classic 50K',
    email: 'ada@example.com',
    locale: 'en',
  });

  test('a renewal charges the stored card off session, keyed by the order', async () => {
    api.lists.payment_methods = [{ id: 'pm_1', object: 'payment_method' }];
    const event = await shop.server.deps.payments.charge(request('order-1'));
    expect(event).toMatchObject({ type: 'paid', orderId: 'order-1', amountCents: 14_900, currency: 'USD' });
    const intentRequest = api.seen.find(({ path }) => path === '/v1/payment_intents');
    expect(Object.fromEntries(intentRequest?.form ?? [])).toMatchObject({
      customer: 'cus_1',
      payment_method: 'pm_1',
      off_session: 'true',
      confirm: 'true',
      'metadata[renewal_order_id]': 'order-1',
    });
    expect(intentRequest?.idempotencyKey).toBe('renewal-order-1');
  });

  test('a renewal charges the card that the customer chose after the purchase', async () => {
    api.lists.payment_methods = [{ id: 'pm_1', object: 'payment_method' }];
    api.defaults.set('cus_1', 'pm_chosen');
    await shop.server.deps.payments.charge(request('order-chosen'));
    const intentRequest = api.seen.find(({ path }) => path === '/v1/payment_intents');
    expect(intentRequest?.form.get('payment_method')).toBe('pm_chosen');
    api.defaults.clear();
  });

  test('the card that renewals charge is known by its last digits', async () => {
    const { payments } = shop.server.deps;
    api.lists.payment_methods = [];
    expect(await payments.findCardEnding('cus_1')).toBeNull();
    api.lists.payment_methods = [{ id: 'pm_1', object: 'payment_method', card: { last4: '4242' } }];
    expect(await payments.findCardEnding('cus_1')).toBe('4242');
    api.lists.payment_methods = [{ id: 'pm_2', object: 'payment_method', sepa_debit: { last4: '3000' } }];
    expect(await payments.findCardEnding('cus_1')).toBeNull();
  });

  test('a renewal without a card, or refused by the bank, is declined', async () => {
    api.lists.payment_methods = [];
    expect(await shop.server.deps.payments.charge(request('order-2'))).toMatchObject({ type: 'declined' });
    api.lists.payment_methods = [{ id: 'pm_declined', object: 'payment_method' }];
    expect(await shop.server.deps.payments.charge(request('order-3'))).toMatchObject({ type: 'declined' });
  });
});

describe('Stripe disputes', () => {
  const dispute = { id: 'du_1', object: 'dispute', amount: 14_900, currency: 'usd', reason: 'fraudulent' };

  test('a dispute suspends the account, and the bank’s decision takes effect', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    const payment_intent = 'pi_disputed';
    await postWebhook('checkout.session.completed', await sessionOf(opened, { ...paid, payment_intent }));
    api.intents.set(payment_intent, {
      id: payment_intent,
      object: 'payment_intent',
      metadata: { order_id: opened.orderId },
    });
    const disputed = { ...dispute, payment_intent };
    const due_by = Date.UTC(2026, 11, 1) / 1_000;
    await postWebhook('charge.dispute.created', {
      ...disputed,
      status: 'needs_response',
      evidence_details: { due_by },
    });
    const stored = shop.server.deps.db.selectFrom('payment_dispute').select('evidence_due_at').where('id', '=', 'du_1');
    expect(await stored.execute()).toEqual([{ evidence_due_at: new Date('2026-12-01T00:00:00Z') }]);
    expect((await shop.accounts(opened))[0]?.access).toMatchObject({ trading: false });
    await postWebhook('charge.dispute.closed', { ...disputed, status: 'won' });
    expect((await shop.accounts(opened))[0]?.access).toMatchObject({ trading: true });
    await postWebhook('charge.dispute.closed', { ...disputed, id: 'du_2', status: 'lost' });
    expect((await shop.result(opened)).status).toBe('refunded');
  });

  test('refunding the rest after a partly lost dispute marks the order as refunded', async () => {
    const opened = await shop.order();
    const payment_intent = 'pi_part';
    await postWebhook('checkout.session.completed', await sessionOf(opened, { ...paid, payment_intent }));
    const intent = { id: payment_intent, object: 'payment_intent', metadata: { order_id: opened.orderId } };
    api.intents.set(payment_intent, intent);
    await postWebhook('charge.dispute.closed', {
      ...dispute,
      id: 'du_part',
      amount: 5_000,
      payment_intent,
      status: 'lost',
    });
    const refund = async (id: string, amount: number) => {
      api.refunds.push({ id, amount, status: 'succeeded', payment_intent });
      await postWebhook('charge.refunded', { id: 'ch_part', object: 'charge', currency: 'usd', payment_intent });
    };
    await refund('re_part', 9_899);
    expect((await shop.result(opened)).status).toBe('fulfilled');
    await refund('re_cent', 1);
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await credits(opened)).toEqual([-5_000, -9_899, -1]);
  });
});

describe('the Stripe customer portal', () => {
  const change = {
    subscriptionId: 'sub-1',
    email: 'ada@example.com',
    locale: 'fr',
    returnUrl: 'https://shop.example/',
  };

  test('opens at the card change, and a missing customer is created once', async () => {
    const { payments } = shop.server.deps;
    expect(await payments.openMethodChange({ ...change, method: 'cus_1' })).toEqual({
      url: 'https://billing.stripe.com/p/session/one',
    });
    await payments.openMethodChange({ ...change, method: null });
    const portals = api.seen.filter(({ path }) => path === '/v1/billing_portal/sessions');
    expect(portals.map(({ form }) => form.get('customer'))).toEqual(['cus_1', 'cus_new']);
    expect(Object.fromEntries(portals[0]?.form ?? [])).toMatchObject({
      'flow_data[type]': 'payment_method_update',
      return_url: change.returnUrl,
      locale: 'fr',
    });
    const customerRequest = api.seen.find(({ path }) => path === '/v1/customers');
    expect(customerRequest?.idempotencyKey).toBe('customer-sub-1');
    expect(customerRequest?.form.get('metadata[subscription_id]')).toBe('sub-1');
  });

  test('reports only a new default card of the customer', async () => {
    const read = async (before: object, chosen: string | null) => {
      const object = {
        id: 'cus_1',
        object: 'customer',
        metadata: { subscription_id: 'sub-1' },
        invoice_settings: { default_payment_method: chosen },
      };
      const payload = JSON.stringify({
        id: 'evt_customer',
        object: 'event',
        type: 'customer.updated',
        data: { object, previous_attributes: before },
      });
      const signature = stripe.webhooks.generateTestHeaderString({
        payload,
        secret: webhookSecret,
        timestamp: seconds(),
      });
      return shop.server.deps.payments.readWebhook(payload, new Headers({ 'Stripe-Signature': signature }));
    };
    const settings = { invoice_settings: { default_payment_method: null } };
    expect(await read(settings, 'pm_new')).toEqual({
      eventId: 'evt_customer',
      type: 'method-changed',
      method: 'cus_1',
      subscriptionId: 'sub-1',
    });
    expect(await read({ email: 'old@example.com' }, 'pm_new')).toBeNull();
    expect(await read(settings, null)).toBeNull();
  });
});

test('a payment whose webhook never arrived is found by asking Stripe', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await sessionOf(opened, paid);
  await shop.server.clock.advance(3 * 60_000);
  await reconcileOrders(shop.server.deps);
  await shop.server.drain();
  await shop.expectFulfilledOnce(opened, form.email);
});
