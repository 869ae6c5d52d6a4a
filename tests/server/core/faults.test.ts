import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { handleProviderEvent } from '#server/billing/payments/handle.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { createStripePayments, defaultPersonTimeoutMs } from '#server/billing/ports/payments/stripe.ts';
import { answerWithinMs } from '#server/core/http/limit-time.ts';
import { handlers } from '#server/firm/jobs.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { client } from '../support/client.ts';
import { orderForm, type Shop, shopOn, startShop } from '../support/shop.ts';
import { startStripeApi } from '../support/stripe-api.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

test('a platform failure after the payment is retried, and one account opens', async () => {
  const form = orderForm();
  const account = await shop.order(form);
  const down = vi.spyOn(shop.server.deps.platform, 'openAccount').mockRejectedValue(new Error('the platform is down'));
  const subjects = async () => (await shop.server.mails(form.email)).map((mail) => mail.subject).sort();
  await shop.press(account, 'paid');
  expect(await shop.server.drain({ allowFailures: true })).toHaveLength(1);
  expect((await shop.result(account)).status).toBe('paid');
  expect(await subjects()).toEqual(['Your receipt: Classic 50K']);
  // After some minutes the buyer gets a sign-in link without waiting for the account.
  await shop.server.clock.advance(6 * minuteMs);
  await shop.server.drain({ allowFailures: true });
  expect(await subjects()).toEqual(['Choose your password', 'Your receipt: Classic 50K']);
  down.mockRestore();
  await shop.server.clock.advance(10 * minuteMs);
  await shop.server.drain();
  expect(await subjects()).toEqual([
    'Choose your password',
    'Classic 50K is ready to trade',
    'Your receipt: Classic 50K',
  ]);
  expect(await shop.accounts(account)).toHaveLength(1);
});

test('an order whose job is lost in a crash after the payment is fulfilled by another server', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  const withoutFulfillment = { ...handlers, 'fulfill-order': async () => undefined };
  await shop.server.drain({ handlers: withoutFulfillment });
  expect((await shop.result(opened)).status).toBe('paid');

  const next = shopOn(await shop.server.another({ payments: shop.server.deps.payments }));
  await next.server.clock.advance(2 * minuteMs);
  await Promise.all([reconcileOrders(next.server.deps), reconcileOrders(shop.server.deps)]);
  await next.server.drain();
  await next.expectFulfilledOnce(opened, form.email);
});

test('a crash after the platform has created the account stores the account once on retry', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  const { deps } = shop.server;
  const transaction = vi.spyOn(deps.db, 'transaction');
  await shop.press(opened, 'paid');
  await shop.server.drain({ handlers: { ...handlers, 'fulfill-order': async () => undefined } });
  const openAccount = deps.platform.openAccount.bind(deps.platform);
  const openAccountSpy = vi.spyOn(deps.platform, 'openAccount').mockImplementationOnce(async (selection) => {
    const opened = await openAccount(selection);
    transaction.mockImplementationOnce(() => {
      throw new Error('the process is gone');
    });
    return opened;
  });
  await shop.server.clock.advance(2 * minuteMs);
  await reconcileOrders(deps);
  expect(await shop.server.drain({ allowFailures: true })).toHaveLength(1);
  await shop.server.clock.advance(10 * minuteMs);
  await shop.server.drain();
  expect(openAccountSpy).toHaveBeenCalledTimes(2);
  await shop.expectFulfilledOnce(opened, form.email);
});

test('ten concurrent runs of the same job open one account', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain({ handlers: { ...handlers, 'fulfill-order': async () => undefined } });
  const fulfill = () => handlers['fulfill-order']?.(shop.server.deps, { orderId: opened.orderId });
  await Promise.all(Array.from({ length: 10 }, fulfill));
  await shop.server.drain();
  await shop.expectFulfilledOnce(opened, form.email);
});

test('a webhook that was stored but not handled is reconciled', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.webhook(opened, 'paid');
  await shop.server.drain({ handlers: { ...handlers, 'handle-provider-event': async () => undefined } });
  expect((await shop.result(opened)).status).toBe('awaiting-payment');
  vi.spyOn(shop.server.deps.payments, 'lookUp').mockRejectedValue(new Error('the provider is down'));
  await shop.server.clock.advance(6 * minuteMs);
  await reconcileOrders(shop.server.deps);
  await shop.server.drain();
  await shop.expectFulfilledOnce(opened, form.email);
});

test('a failure while a webhook is handled leaves no partial changes', async () => {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.webhook(opened, 'paid', { eventId: 'evt_half' });
  const send = vi.spyOn(shop.server.deps.jobs, 'send').mockRejectedValueOnce(new Error('the process is gone'));
  await expect(handleProviderEvent(shop.server.deps, 'evt_half')).rejects.toThrow('gone');
  send.mockRestore();
  expect(await shop.row(opened)).toMatchObject({ status: 'awaiting-payment', person_id: null });
  await shop.server.drain();
  await shop.expectFulfilledOnce(opened, form.email);
});

test('an order that crashed after its payment page was opened accepts its payment and is fulfilled once', async () => {
  const { deps } = shop.server;
  const form = orderForm();
  const transaction = deps.db.transaction.bind(deps.db);
  const spy = vi
    .spyOn(deps.db, 'transaction')
    .mockImplementationOnce(transaction)
    .mockImplementationOnce(() => {
      throw new Error('the process is gone');
    });
  await expect(shop.order(form, 'one-and-the-same-key')).rejects.toThrow();
  spy.mockRestore();
  const draft = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('email', '=', form.email)
    .executeTakeFirstOrThrow();
  expect(draft.status).toBe('draft');
  const payment = await deps.db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('order_id', '=', draft.id)
    .executeTakeFirstOrThrow();
  await shop.webhook({ orderId: draft.id }, 'paid', { paymentId: payment.id });
  await shop.server.drain();
  const opened = { orderId: draft.id, sessionId: draft.session_id, paymentUrl: '' };
  await shop.expectFulfilledOnce(opened, form.email);
});

test('a buyer whom Stripe leaves waiting reads within the call’s limit that nothing was charged, and can repeat', async () => {
  const stripe = await startStripeApi();
  onTestFinished(() => void stripe.close());
  const { clock } = shop.server.deps;
  const connect = (change = {}) =>
    createStripePayments({ secretKey: 'sk_test_none', webhookSecret: 'whsec_none', clock, api: stripe.api, ...change });
  const [body, idempotencyKey] = [orderForm(), randomUUID()];
  stripe.setHanging(true);
  const hurried = await shop.server.another({ payments: connect({ personTimeoutMs: 50 }) });
  const refused = await client(hurried)(createOrder, { body, idempotencyKey });
  stripe.setHanging(false);
  expect(refused).toMatchObject({ response_status: 503, error_code: 'payment_unavailable' });
  expect(refused.response_message).toContain('You haven’t been charged.');
  const patient = await shop.server.another({ payments: connect() });
  expect((await client(patient)(createOrder, { body, idempotencyKey })).response_status).toBe(200);
  // A coupon and a session, each asked for twice with up to a second between.
  expect(4 * defaultPersonTimeoutMs + 2_000).toBeLessThan(answerWithinMs);
});
