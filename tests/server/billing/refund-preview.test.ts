import { afterAll, beforeAll, expect, test } from 'vitest';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
let finance: { token: string };

beforeAll(async () => {
  shop = await startShop();
  finance = await signInStaff(shop.server, 'finance');
});

afterAll(() => shop.close());

/** A paid Classic 50K for $149.00. */
async function buy() {
  const opened = await shop.order(orderForm());
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

const preview = (orderId: string, token = finance.token) => shop.ask(previewRefund, { query: { orderId }, token });

test('a refund shows the amount of each line and the provider before anyone confirms it', async () => {
  const { orderId } = await buy();
  expect((await preview(orderId)).data).toEqual({
    items: [{ item: 'package', amountCents: 14_900 }],
    totalCents: 14_900,
    returnedCents: 0,
    refundCents: 14_900,
    keptCents: 0,
    provider: 'sandbox',
  });
  expect((await preview((await shop.order()).orderId)).error_code).toBe('not_refundable');
  expect((await preview('no-such-order-anywhere')).response_status).toBe(404);
  expect((await preview(orderId, (await shop.signIn()).token)).response_status).toBe(403);
});

test('money that the bank took back isn’t refunded again, and an outdated amount is refused', async () => {
  const opened = await buy();
  const { orderId } = opened;
  await shop.webhook(opened, 'disputed', { amountCents: 5_000 });
  await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
  await shop.server.drain();
  expect((await preview(orderId)).data).toMatchObject({
    items: [{ item: 'package', amountCents: 9_900 }],
    totalCents: 14_900,
    returnedCents: 5_000,
    refundCents: 9_900,
  });

  const refund = (refundCents: number) =>
    shop.ask(refundOrder, {
      body: { orderId, items: ['package'], refundCents, reason: 'goodwill' },
      token: finance.token,
    });
  expect((await refund(14_900)).error_code).toBe('refund_changed');
  expect((await shop.row(opened)).refund_requested_at).toBeNull();
  expect((await refund(9_900)).response_status).toBe(200);
  await shop.server.drain();
  expect((await shop.row(opened)).status).toBe('refunded');
  const credits = await shop.server.deps.db
    .selectFrom('invoice')
    .select('document')
    .where('order_id', '=', orderId)
    .where('cause', '=', 'refund')
    .execute();
  expect(credits.map(({ document }) => [document.lines, document.totalCents])).toEqual([
    [[{ item: 'package', amountCents: -9_900 }], -9_900],
  ]);
});

test('an order can’t be refunded while the bank decides on a dispute, and can be refunded in full once it is won', async () => {
  const opened = await buy();
  const { orderId } = opened;
  const refund = () =>
    shop.ask(refundOrder, {
      body: { orderId, items: ['package'], refundCents: 14_900, reason: 'goodwill' },
      token: finance.token,
    });
  await shop.webhook(opened, 'disputed');
  await shop.server.drain();
  const refused = await preview(orderId);
  expect([refused.response_status, refused.error_code]).toEqual([409, 'refund_disputed']);
  const attempt = await refund();
  expect([attempt.response_status, attempt.error_code]).toEqual([409, 'refund_disputed']);
  expect((await shop.row(opened)).refund_requested_at).toBeNull();

  await shop.webhook(opened, 'dispute-won');
  await shop.server.drain();
  expect((await preview(orderId)).data.refundCents).toBe(14_900);
  expect((await refund()).response_status).toBe(200);
  await shop.server.drain();
  expect((await shop.row(opened)).status).toBe('refunded');
});
