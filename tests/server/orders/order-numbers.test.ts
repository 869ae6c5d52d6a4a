import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelContract, fetchDocument } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { parseOrderNumber } from '#shared/orders/number.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { confirmWithdrawal } from '../support/withdrawal.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

test('one readable order number appears on the result, payment page, receipt and billing history', async () => {
  const { token, email } = await shop.signIn();
  const { data: opened } = await shop.ask(createOrder, { body: orderForm(), token, idempotencyKey: randomUUID() });
  const { orderNumber } = await shop.result(opened);
  expect(orderNumber).toMatch(/^[2-9B-Z]{4}-[2-9B-Z]{4}$/);
  expect(parseOrderNumber(orderNumber)).toBe(orderNumber);

  const page = await shop.server.app.request(new URL(opened.paymentUrl).pathname);
  expect(await page.text()).toContain(`<dd>${orderNumber}</dd>`);

  await shop.press(opened, 'paid');
  await shop.server.drain();
  const receipt = (await shop.server.mails(email)).find(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipt?.text).toContain(`Order ${orderNumber}, paid on`);

  const { orders } = (await shop.ask(myOrders, { token, query: {} })).data;
  expect(orders).toMatchObject([{ orderId: opened.orderId, orderNumber }]);
  const number = orders[0]?.documents[0]?.number ?? '';
  expect((await shop.ask(fetchDocument, { token, query: { number } })).data).toMatchObject({ orderNumber });
});

test('two orders never share a number', async () => {
  const opened = await Promise.all(Array.from({ length: 30 }, () => shop.order()));
  const numbers = await Promise.all(opened.map(async (each) => (await shop.row(each)).number));
  expect(new Set(numbers).size).toBe(30);
});

test('a contract can be canceled by an order number typed without dash and capitals', async () => {
  const form = orderForm({ country: 'FR', startNow: 0 });
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const { orderNumber } = await shop.result(opened);
  const typed = orderNumber.toLowerCase().replace('-', ' ');
  await shop.ask(cancelContract, { body: { name: 'Ada Buyer', email: form.email, order: typed } });
  await confirmWithdrawal(shop.server, form.email);
  expect((await shop.result(opened)).status).toBe('refunded');
});
