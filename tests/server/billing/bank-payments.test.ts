import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

// A bank debit is authorized on the payment page and settles or fails days later.
let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

async function payByBank(form = orderForm()) {
  const opened = await shop.order(form);
  await shop.press(opened, 'processing');
  await shop.server.drain();
  return opened;
}

const statusOf = async (opened: { orderId: string }) => (await shop.row(opened)).status;
const subjectsTo = async (address: string) => (await shop.server.mails(address)).map(({ subject }) => subject);

/** Days pass, with the checks that would close an order that nobody has paid. */
async function wait(days: number) {
  await shop.server.clock.advance(days * dayMs);
  await reconcileOrders(shop.server.deps);
  await shop.server.drain();
}

describe('a payment that the bank takes days to send', () => {
  test('keeps its order waiting past the payment page’s end, and delivers it on arrival', async () => {
    const form = orderForm();
    const opened = await payByBank(form);
    expect(await shop.result(opened)).toMatchObject({ status: 'processing', paymentUrl: null });
    await wait(6);
    expect(await statusOf(opened)).toBe('processing');
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect(await statusOf(opened)).toBe('fulfilled');
    const subjects = await subjectsTo(form.email);
    expect(subjects.filter((subject) => subject.includes('on its way'))).toHaveLength(1);
  });

  test('that the bank refuses delivers nothing and tells the buyer, who has left the page', async () => {
    const form = orderForm();
    const opened = await payByBank(form);
    await wait(4);
    await shop.press(opened, 'declined');
    await shop.server.drain();
    expect(await statusOf(opened)).toBe('failed');
    expect((await subjectsTo(form.email)).filter((subject) => subject.includes('refused'))).toHaveLength(1);
    await wait(1);
    expect(await statusOf(opened)).toBe('expired');
  });

  test('isn’t asked for a second time: the same order again names the one on its way', async () => {
    const form = orderForm();
    await payByBank(form);
    const answer = await shop.ask(createOrder, { body: { ...form, last_name: 'Byron' }, idempotencyKey: randomUUID() });
    expect(answer).toMatchObject({
      error_code: 'ordered_before',
      data: { earlier: { isProcessing: true, paymentUrl: null } },
    });
  });

  test('and another payment of the same purchase deliver once, and the later one is refunded', async () => {
    const form = orderForm();
    const first = await shop.order(form);
    // Authorized in another tab, of which we haven't heard yet when the buyer corrects the order.
    await shop.press(first, 'processing', 'never');
    const second = await shop.order({ ...form, last_name: 'Byron' });
    await shop.press(second, 'paid');
    await shop.server.drain();
    expect([await statusOf(first), await statusOf(second)]).toEqual(['processing', 'fulfilled']);
    await shop.press(first, 'paid');
    await shop.server.drain();
    const { status, refund_requested_at } = await shop.row(first);
    expect(refund_requested_at !== null || status === 'refunded').toBe(true);
    const accounts = await shop.server.deps.db
      .selectFrom('trading_account')
      .select('id')
      .where('order_id', 'in', [first.orderId, second.orderId])
      .execute();
    expect(accounts).toHaveLength(1);
  });

  test('keeps its buyer’s profile until it has arrived or is refused', async () => {
    const { token, personId } = await shop.signIn();
    const opened = (await shop.ask(createOrder, { body: orderForm(), token, idempotencyKey: randomUUID() })).data;
    await shop.press(opened, 'processing');
    await shop.server.drain();
    const confirmed = { confirmed_at: shop.server.clock.now() };
    await shop.server.deps.db.updateTable('session').set(confirmed).where('person_id', '=', personId).execute();
    expect((await shop.ask(deleteProfile, { token })).error_code).toBe('delete_busy');
    await shop.press(opened, 'declined');
    await shop.server.drain();
    expect((await shop.ask(deleteProfile, { token })).response_status).toBe(200);
  });
});
