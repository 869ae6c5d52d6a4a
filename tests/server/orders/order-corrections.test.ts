import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const address = () => `corrected-${randomUUID()}@example.com`;
const post = (body: ReturnType<typeof orderForm>, token?: string) =>
  shop.ask(createOrder, { body, idempotencyKey: randomUUID(), ...(token && { token }) });
const fetchPage = async ({ paymentUrl }: { paymentUrl: string }) =>
  (await shop.server.app.request(new URL(paymentUrl).pathname)).text();
const subjects = async (to: string) => (await shop.server.mails(to)).map(({ subject }) => subject);

/** An order with a mistyped address, and the same form with the right address, which replaces it. */
async function placeCorrected() {
  const [wrong, right] = [address(), address()];
  const form = orderForm({ email: wrong });
  const first = await shop.order(form);
  const second = await shop.order({ ...form, email: right });
  return { wrong, right, form, first, second };
}

describe('a corrected order', () => {
  test('replaces the unpaid order, whose payment page expires', async () => {
    const { first, second } = await placeCorrected();
    await shop.server.drain();
    expect((await shop.row(first)).status).toBe('canceled');
    expect(await fetchPage(first)).toContain('This payment has expired.');
    expect(await fetchPage(second)).toContain('name="outcome" value="paid"');
    const result = await shop.result(first);
    expect(result).toMatchObject({ status: 'canceled', paymentUrl: null });
    expect(result.replacedByPath).toContain(`/${second.orderId}/`);
    expect((await shop.result(second)).replacedByPath).toBeNull();
  });

  test('is delivered once, to the corrected address, and the mistyped one gets nothing', async () => {
    const { wrong, right, first, second } = await placeCorrected();
    await shop.server.drain();
    await shop.press(second, 'paid', 'twice');
    await shop.press(first, 'paid');
    await shop.server.drain();
    await shop.expectFulfilledOnce(second, right);
    expect(await shop.accounts(first)).toEqual([]);
    expect(await subjects(wrong)).toEqual([]);
  });

  test('can add a coupon or an add-on without leaving a second order', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    const selection = { ...form.selection, addOns: ['market-data' as const], coupon: 'TIDE20' };
    const second = await shop.order({ ...form, selection, expectedTotalCents: 12_420 });
    await shop.server.drain();
    await shop.press(second, 'paid');
    await shop.server.drain();
    expect((await shop.row(first)).status).toBe('canceled');
    expect((await shop.row(second)).status).toBe('fulfilled');
  });

  test('that is identical must be confirmed, and then exists alongside the first', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    const { orderNumber } = await shop.result(first);
    const confirmation = await post(form);
    expect(confirmation).toMatchObject({ response_status: 409, data: { earlier: { orderNumber } } });
    const second = await shop.order({ ...form, again: 1 });
    expect([(await shop.row(first)).status, (await shop.row(second)).status]).toEqual([
      'awaiting-payment',
      'awaiting-payment',
    ]);
  });

  test('doesn’t replace another person’s order', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    await shop.order({ ...form, first_name: 'Eve', browserSessionId: randomUUID() });
    const { token } = await shop.signIn();
    await post({ ...form, first_name: 'Eve' }, token);
    expect((await shop.row(first)).status).toBe('awaiting-payment');
  });

  test('makes the old key report that a newer order took its place', async () => {
    const form = orderForm();
    const key = randomUUID();
    await shop.order(form, key);
    await shop.order({ ...form, last_name: 'Newer' });
    const retried = await shop.ask(createOrder, { body: form, idempotencyKey: key });
    expect(retried).toMatchObject({ response_status: 409 });
    expect(retried.response_message).toContain('newer order');
  });

  test('submitted in two tabs at once leaves one order to pay', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    await Promise.all([post({ ...form, first_name: 'One' }), post({ ...form, first_name: 'Two' })]);
    const { db } = shop.server.deps;
    const orders = await db.selectFrom('orders').select('status').where('email', '=', form.email).execute();
    expect(orders.map(({ status }) => status).sort()).toEqual(['awaiting-payment', 'canceled', 'canceled']);
    expect((await shop.row(first)).status).toBe('canceled');
  });

  test('can’t replace a paid order', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    await shop.press(first, 'paid');
    await shop.server.drain();
    expect(await post({ ...form, email: address() })).toMatchObject({ response_status: 409 });
    expect((await shop.row(first)).status).toBe('fulfilled');
  });
});

describe('a late payment of a replaced order', () => {
  test('that arrives first is delivered to the corrected address, and the replacement can’t be paid', async () => {
    const { wrong, right, first, second } = await placeCorrected();
    await shop.press(first, 'paid');
    await shop.server.drain();
    await shop.expectFulfilledOnce(first, right);
    expect(await subjects(wrong)).toEqual([]);
    expect((await shop.row(second)).status).toBe('canceled');
    expect(await fetchPage(second)).toContain('This payment has expired.');
    expect((await shop.result(second)).replacedByPath).toContain(`/${first.orderId}/`);
  });

  test('that arrives with the replacement’s, in either order, delivers one and refunds the other', async () => {
    for (const sequence of [
      ['first', 'second'],
      ['second', 'first'],
    ] as const) {
      const { wrong, right, ...opened } = await placeCorrected();
      // Both pages are paid before the shop receives a webhook.
      for (const name of sequence) await shop.press(opened[name], 'paid', 'never');
      for (const name of sequence) await shop.webhook(opened[name], 'paid');
      await shop.server.drain();
      const statuses = [(await shop.row(opened.first)).status, (await shop.row(opened.second)).status];
      expect(statuses.sort()).toEqual(['fulfilled', 'refunded']);
      expect([...(await shop.accounts(opened.first)), ...(await shop.accounts(opened.second))]).toHaveLength(1);
      expect(await subjects(wrong)).toEqual([]);
      expect((await subjects(right)).filter((subject) => subject.startsWith('Your refund'))).toHaveLength(1);
    }
  });

  test('is found when the payment page closes, even without a webhook', async () => {
    const { right, first, second } = await placeCorrected();
    await shop.press(first, 'paid', 'never');
    await shop.server.drain();
    await shop.expectFulfilledOnce(first, right);
    expect((await shop.row(second)).status).toBe('canceled');
  });

  test('repeated twenty times delivers one account and refunds the rest', async () => {
    const form = orderForm({ email: address() });
    const opened = [await shop.order(form)];
    for (let index = 1; index < 5; index += 1)
      opened.push(await shop.order({ ...form, last_name: `Buyer ${'I'.repeat(index)}` }));
    await Promise.all(opened.flatMap((each) => Array.from({ length: 4 }, () => shop.webhook(each, 'paid'))));
    for (const each of opened) await shop.press(each, 'paid', 'never');
    await shop.server.drain();
    const statuses = await Promise.all(opened.map(async (each) => (await shop.row(each)).status));
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'refunded')).toHaveLength(4);
    const accounts = await Promise.all(opened.map((each) => shop.accounts(each)));
    expect(accounts.flat()).toHaveLength(1);
  });
});
