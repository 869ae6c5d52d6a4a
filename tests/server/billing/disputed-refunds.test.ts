import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { requestPartialRefund } from '#server/orders/fulfillment/request-partial-refund.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { createOrder } from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const classic = { packageId: 'classic-50k', platform: 'rithmic', coupon: '' } as const;

async function buy(token: string, selection: ProductSelection, expectedTotalCents: number) {
  const body = orderForm({ selection, expectedTotalCents });
  const { data } = await shop.ask(createOrder, { body, idempotencyKey: randomUUID(), token });
  await shop.press(data, 'paid');
  await shop.server.drain();
  return data;
}

/** What the provider has paid back, in cents. */
async function paidBack({ orderId }: { orderId: string }) {
  const { refunds } = await shop.server.deps.db
    .selectFrom('sandbox_payment')
    .select('refunds')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return refunds.map(({ amountCents }) => amountCents);
}

async function settle() {
  await shop.server.drain();
  await reconcileOrders(shop.server.deps, { afterStart: true });
  await shop.server.drain();
}

/** A Classic 50K and a renewal paid ahead, both disputed; the bank has decided for the buyer about the first. */
async function disputeBoth() {
  const { token } = await shop.signIn();
  const opened = await buy(token, { ...classic, kind: 'evaluation', addOns: [] }, 14_900);
  const [account] = await shop.accounts(opened);
  const renewal = await buy(token, { ...classic, kind: 'renew', addOns: [], accountId: account?.id ?? '' }, 14_900);
  await shop.webhook(renewal, 'disputed');
  await shop.webhook(opened, 'disputed');
  await shop.webhook(opened, 'dispute-lost');
  await settle();
  expect((await shop.row(renewal)).refund_requested_at).not.toBeNull();
  expect(await paidBack(renewal)).toEqual([]);
  return renewal;
}

test('a renewal paid ahead isn’t refunded while its own dispute is open, and not at all if the bank returns it', async () => {
  const renewal = await disputeBoth();
  await shop.webhook(renewal, 'dispute-lost');
  await settle();
  expect((await shop.row(renewal)).status).toBe('refunded');
  expect(await paidBack(renewal)).toEqual([]);
  expect((await shop.creditNotes(renewal)).map(({ totalCents }) => totalCents)).toEqual([-14_900]);
});

test('a renewal paid ahead is refunded once its dispute is won', async () => {
  const renewal = await disputeBoth();
  await shop.webhook(renewal, 'dispute-won');
  await shop.server.drain();
  expect(await paidBack(renewal)).toEqual([14_900]);
  expect((await shop.row(renewal)).status).toBe('refunded');
});

test('a refund that waited pays back only what a partly lost dispute has left', async () => {
  const renewal = await disputeBoth();
  await shop.webhook(renewal, 'dispute-lost', { amountCents: 5_000 });
  await shop.server.drain();
  expect(await paidBack(renewal)).toEqual([9_900]);
  expect((await shop.row(renewal)).status).toBe('refunded');
});

/** A Classic 50K for $149 with data for $5 whose dispute opens before the requested refund of the data is sent. */
async function disputeBeforePart() {
  const { token } = await shop.signIn();
  const opened = await buy(token, { ...classic, kind: 'evaluation', addOns: ['market-data'] }, 15_400);
  const { deps } = shop.server;
  const order = await shop.row(opened);
  const items = [{ item: 'market-data', amountCents: 500 }] as const;
  await deps.db.transaction().execute((trx) => requestPartialRefund(deps, trx, order, items, 'goodwill'));
  await shop.webhook(opened, 'disputed');
  await settle();
  expect(await paidBack(opened)).toEqual([]);
  const staff = await signInStaff(shop.server, 'finance');
  const body = {
    orderId: opened.orderId,
    items: ['package' as const],
    refundCents: 14_900,
    reason: 'goodwill' as const,
  };
  expect((await shop.ask(refundOrder, { body, token: staff.token })).error_code).toBe('refund_disputed');
  return opened;
}

test('the refund of an add-on waits for the bank, too: it is sent if the dispute is won', async () => {
  const opened = await disputeBeforePart();
  await shop.webhook(opened, 'dispute-won');
  await shop.server.drain();
  expect(await paidBack(opened)).toEqual([500]);
  expect((await shop.row(opened)).status).toBe('fulfilled');
});

test('the refund of an add-on isn’t sent if the bank returns the whole payment', async () => {
  const opened = await disputeBeforePart();
  await shop.webhook(opened, 'dispute-lost');
  await settle();
  expect((await shop.row(opened)).status).toBe('refunded');
  expect(await paidBack(opened)).toEqual([]);
  expect((await shop.creditNotes(opened)).map(({ totalCents }) => totalCents)).toEqual([-15_400]);
  const parts = shop.server.deps.db.selectFrom('partial_refund').select(['amount_cents', 'settled_at']);
  const [part] = await parts.where('order_id', '=', opened.orderId).execute();
  expect([part?.amount_cents, part?.settled_at]).toEqual([0, expect.any(Date)]);
});
