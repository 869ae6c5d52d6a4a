import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop, termsVersion } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic' } as const;

describe('quotes', () => {
  test('a quote lists package, add-ons and coupon as lines and sums them up', async () => {
    const answer = await shop.ask(calls.quoteOrder, {
      body: { selection: { ...selection, addOns: ['market-data', 'funded-reset', 'market-data'], coupon: ' tide20 ' } },
    });
    expect(answer.data).toMatchObject({
      currency: 'USD',
      name: 'Classic 50K',
      lines: [
        { item: 'package', amountCents: 14_900 },
        { item: 'market-data', amountCents: 500 },
        { item: 'funded-reset', amountCents: 7_000 },
        { item: 'coupon', amountCents: -2_980 },
      ],
      totalCents: 19_420,
      coupon: 'applied',
    });
  });

  test('a quote says why a coupon does not apply', async () => {
    const coupon = async (packageId: string, code: string) =>
      (await shop.ask(calls.quoteOrder, { body: { selection: { ...selection, packageId, coupon: code } } })).data
        .coupon;
    expect(await coupon('classic-50k', '')).toBe('none');
    expect(await coupon('classic-50k', 'GUESS')).toBe('unknown');
    expect(await coupon('merit-50k', 'TIDE20')).toBe('not-for-this');
  });

  test('a quote of an unknown package gets a 404, and invalid input a 422 by field', async () => {
    const missing = await shop.ask(calls.quoteOrder, {
      body: { selection: { ...selection, packageId: 'classic-51k' } },
    });
    expect(missing.response_status).toBe(404);
    const wrong = await shop.ask(calls.quoteOrder, {
      body: { selection: { ...selection, platform: 'other' as 'rithmic' } },
    });
    expect(wrong.response_status).toBe(422);
    expect(Object.keys(wrong.validation_errors)).toEqual(['selection.platform']);
  });
});

describe('opening an order', () => {
  test('a new order has a payment page and stores the buyer’s consents', async () => {
    const opened = await shop.order();
    const order = await shop.row(opened);
    expect(order).toMatchObject({
      status: 'awaiting-payment',
      person_id: null,
      total_cents: 14_900,
      rules_version: 'v1',
    });
    const at = shop.server.clock.now().getTime();
    expect(order.consents).toEqual([
      { text: 'terms', version: termsVersion, at, ip: '127.0.0.1' },
      { text: 'start_now', version: termsVersion, at, ip: '127.0.0.1' },
      { text: 'renewal', version: termsVersion, at, ip: '127.0.0.1', locale: 'en', shown: expect.any(String) },
    ]);
    expect((await shop.actions(opened)).sort()).toEqual(['order-awaiting-payment', 'order-created']);
    expect((await shop.result(opened)).paymentUrl).toBe(opened.paymentUrl);
  });

  test('twenty concurrent requests with one key open one order and one payment', async () => {
    const form = orderForm();
    const key = randomUUID();
    const opened = await Promise.all(Array.from({ length: 20 }, () => shop.order(form, key)));
    expect(new Set(opened.map((each) => JSON.stringify(each))).size).toBe(1);
    const { db } = shop.server.deps;
    const orders = await db.selectFrom('orders').select('id').where('email', '=', form.email).execute();
    expect(orders).toHaveLength(1);
    const payments = await db.selectFrom('sandbox_payment').select('id').where('email', '=', form.email).execute();
    expect(payments).toHaveLength(1);
  });

  test('reusing a key with another body is a conflict, and another browser can use the same key', async () => {
    const key = randomUUID();
    const form = orderForm();
    const first = await shop.order(form, key);
    const changed = { ...form, first_name: 'Eve' };
    const conflict = await shop.ask(calls.createOrder, { body: changed, idempotencyKey: key });
    expect(conflict).toMatchObject({ response_status: 409, data: null });
    const elsewhere = await shop.order({ ...changed, browserSessionId: randomUUID() }, key);
    expect(elsewhere.orderId).not.toBe(first.orderId);
  });

  test('a price that differs from the one the buyer saw gets a 409 with the new quote and opens nothing', async () => {
    const form = orderForm({ expectedTotalCents: 9_900 });
    const answer = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID() });
    expect(answer).toMatchObject({ response_status: 409, data: { totalCents: 14_900, currency: 'USD' } });
    const orders = shop.server.deps.db.selectFrom('orders').select('id').where('email', '=', form.email);
    expect(await orders.execute()).toEqual([]);
  });

  test('an order with a token belongs to its bearer, whatever address is typed, and one key is one order in all tabs', async () => {
    const { token, personId, email } = await shop.signIn();
    const key = randomUUID();
    const form = orderForm({ email: 'somebody.else@example.com' });
    const ask = (browserSessionId: string) =>
      shop.ask(calls.createOrder, { body: { ...form, browserSessionId }, idempotencyKey: key, token });
    const tabs = await Promise.all([ask('tab-one'), ask('tab-two')]);
    expect(tabs.map((tab) => tab.response_status)).toEqual([200, 200]);
    expect(tabs[0]?.data).toEqual(tabs[1]?.data);
    expect(await shop.row(tabs[0]?.data ?? { orderId: '' })).toMatchObject({ person_id: personId, email });
  });

  test('each missing or invalid field is reported', async () => {
    const form = orderForm({ email: 'emptyBuyer', first_name: ' ', country: 'France', termsUse: 0, startNow: 0 });
    const answer = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID() });
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors).sort()).toEqual(['country', 'email', 'first_name', 'termsUse']);
  });

  test('a missing idempotency key is a bad request', async () => {
    expect((await shop.ask(calls.createOrder, { body: orderForm() })).response_status).toBe(400);
  });

  test('a provider failure gives a clear message, and the same key works afterward', async () => {
    const provider = vi.spyOn(shop.server.deps.payments, 'openCheckout');
    provider.mockRejectedValueOnce(new Error('connect ECONNREFUSED'));
    const form = orderForm();
    const key = randomUUID();
    const refused = await shop.ask(calls.createOrder, { body: form, idempotencyKey: key });
    expect(refused.response_status).toBe(503);
    expect(refused.response_message).toContain('You haven’t been charged');
    const opened = await shop.order(form, key);
    expect((await shop.row(opened)).status).toBe('awaiting-payment');
  });
});

describe('order result', () => {
  test('a result requires the order and its session together', async () => {
    const [mine, other] = [await shop.order(), await shop.order()];
    const status = async (orderId: string, sessionId: string) =>
      (await shop.ask(calls.orderResult, { query: { orderId, sessionId } })).response_status;
    expect(await status(mine.orderId, mine.sessionId)).toBe(200);
    expect(await status(mine.orderId, other.sessionId)).toBe(404);
    expect(await status('no-such-order', mine.sessionId)).toBe(404);
    expect(await status(mine.orderId, '')).toBe(422);
  });

  test('a result masks the address and reveals nothing about its owner before the payment', async () => {
    const form = orderForm({ email: `ada.${randomUUID()}@example.com` });
    const result = await shop.result(await shop.order(form));
    expect(result.email).toMatch(/^a•••[0-9a-f]@example\.com$/);
    expect(result).toMatchObject({ status: 'awaiting-payment', passwordWanted: false, paidAt: null });
  });

  test('a result shows the included tax, and the invoice once it is paid', async () => {
    const opened = await shop.order(orderForm({ country: 'FR' }));
    expect(await shop.result(opened)).toMatchObject({ tax: { includedCents: 2_483, rateBps: 2_000 }, invoice: null });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect((await shop.result(opened)).invoice).toMatch(/^I\d{4}-\d{6}$/);
  });
});
