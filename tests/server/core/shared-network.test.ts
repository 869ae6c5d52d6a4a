import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/contract.ts';
import { client } from '../support/client.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

test('a guest on the same network never sees another guest’s order or payment page', async () => {
  const { browserSessionId: _, ...anonymous } = orderForm({ email: 'first-guest@example.com' });
  const first = await shop.ask(createOrder, { body: anonymous, idempotencyKey: 'first-guest-key' });
  expect(first.response_status).toBe(200);
  const second = await client(shop.server)(createOrder, {
    body: { ...anonymous, email: 'second-guest@example.com' },
    idempotencyKey: 'second-guest-key',
  });
  expect(second.response_status).toBe(200);
  expect(JSON.stringify(second.data)).not.toContain(first.data.orderId);
  expect(second.data.paymentUrl).not.toBe(first.data.paymentUrl);
});

test('a browser that orders the same thing twice must confirm', async () => {
  const form = orderForm();
  await shop.order(form);
  const again = await shop.ask(createOrder, { body: form, idempotencyKey: 'another-tab-key' });
  expect(again).toMatchObject({ response_status: 409, error_code: 'ordered_before' });
});
