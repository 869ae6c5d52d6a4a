import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { previewRefund, refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { joinAffiliates, readDashboard, sellThrough } from '../support/affiliates.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

type ProductSelection = BodyOf<typeof createOrder>['selection'];
type Items = BodyOf<typeof refundOrder>['items'];

let shop: Shop;
let finance: { token: string };

beforeAll(async () => {
  shop = await startShop();
  finance = await signInStaff(shop.server, 'finance');
});

afterAll(() => shop.close());

const selection = { kind: 'evaluation', packageId: 'classic-50k', platform: 'rithmic' } as const;

/** A paid Classic 50K for $149.00 with data for $5.00 and a reset for $70.00; TIDE20 takes $29.80 off the package. */
async function buy(coupon = '') {
  const expectedTotalCents = coupon === '' ? 22_400 : 19_420;
  const opened = await shop.order(
    orderForm({ selection: { ...selection, addOns: ['market-data', 'funded-reset'], coupon }, expectedTotalCents }),
  );
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return opened;
}

const preview = (orderId: string) => shop.ask(previewRefund, { query: { orderId }, token: finance.token });

function refund(orderId: string, items: Items, refundCents: number) {
  return shop.ask(refundOrder, { body: { orderId, items, refundCents, reason: 'goodwill' }, token: finance.token });
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

test('a coupon reduces only the package, so each add-on is refunded at its full price', async () => {
  const { orderId } = await buy('TIDE20');
  expect((await preview(orderId)).data).toEqual({
    items: [
      { item: 'package', amountCents: 11_920 },
      { item: 'market-data', amountCents: 500 },
      { item: 'funded-reset', amountCents: 7_000 },
    ],
    totalCents: 19_420,
    returnedCents: 0,
    refundCents: 19_420,
    keptCents: 0,
    provider: 'sandbox',
  });
});

test('an add-on is refunded once, with a credit note and an email, and its data ends while the account continues', async () => {
  const opened = await buy();
  const { orderId } = opened;
  const access = async () => (await shop.accounts(opened))[0]?.access?.marketData;
  expect(await access()).toContain('market-data');
  // Only the amount that was shown is accepted.
  expect((await refund(orderId, ['market-data'], 501)).error_code).toBe('refund_changed');
  expect((await refund(orderId, ['market-data'], 7_000)).error_code).toBe('refund_changed');
  const both = await Promise.all([refund(orderId, ['market-data'], 500), refund(orderId, ['market-data'], 500)]);
  expect(both.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
  await shop.server.drain();
  await reconcileOrders(shop.server.deps, { afterStart: true });
  await shop.server.drain();

  expect((await shop.row(opened)).status).toBe('fulfilled');
  expect((await shop.accounts(opened))[0]?.ended_at).toBeNull();
  expect(await access()).not.toContain('market-data');
  expect((await shop.creditNotes({ orderId })).map(({ lines, totalCents }) => [lines, totalCents])).toEqual([
    [[{ item: 'market-data', amountCents: -500 }], -500],
  ]);
  const { db } = shop.server.deps;
  const mails = await db
    .selectFrom('mail')
    .select('dedupe_key')
    .where('recipient', '=', (await shop.row(opened)).email)
    .where('dedupe_key', 'like', 'part-credited:partial:%')
    .execute();
  expect(mails).toHaveLength(1);
  const payment = await db
    .selectFrom('sandbox_payment')
    .select(['status', 'refunds'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect([payment.status, payment.refunds.map(({ amountCents }) => amountCents)]).toEqual(['paid', [500]]);
  expect((await preview(orderId)).data).toMatchObject({
    items: [
      { item: 'package', amountCents: 14_900 },
      { item: 'funded-reset', amountCents: 7_000 },
    ],
    returnedCents: 500,
    refundCents: 21_900,
  });
  const rows = await shop.ask(officeLists.orders.page, {
    query: { q: (await shop.row(opened)).number },
    token: finance.token,
  });
  expect(rows.data.rows[0]).toMatchObject({
    refund: 'partial',
    refundedAddOns: 'market-data',
    refundReason: 'goodwill',
    refundRequestedAt: shop.server.clock.now().getTime(),
    isRefundable: true,
  });
});

test('the rest can be refunded afterward, and all credit notes and taxes add up to the invoice', async () => {
  const opened = await buy('TIDE20');
  const { orderId } = opened;
  await refund(orderId, ['funded-reset'], 7_000);
  await shop.server.drain();
  expect((await refund(orderId, ['package', 'market-data'], 19_420)).error_code).toBe('refund_changed');
  expect((await refund(orderId, ['package'], 12_420)).response_status).toBe(200);
  await shop.server.drain();
  expect((await shop.row(opened)).status).toBe('refunded');
  expect((await shop.accounts(opened))[0]?.end_reason).toBe('canceled');
  const creditNotes = await shop.creditNotes({ orderId });
  expect(creditNotes.map(({ lines }) => lines)).toEqual([
    [{ item: 'funded-reset', amountCents: -7_000 }],
    [
      { item: 'package', amountCents: -11_920 },
      { item: 'market-data', amountCents: -500 },
    ],
  ]);
  const invoice = await shop.server.deps.db
    .selectFrom('invoice')
    .select('document')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  expect(sumOf(creditNotes.map(({ totalCents }) => totalCents))).toBe(-invoice.document.totalCents);
  expect(sumOf(creditNotes.map(({ taxCents }) => taxCents))).toBe(-invoice.document.taxCents);
  expect((await refund(orderId, ['market-data'], 500)).error_code).toBe('not_refundable');
});

test('a contract cancellation during an add-on’s refund refunds only the rest', async () => {
  const opened = await buy();
  const { orderId } = opened;
  const { deps } = shop.server;
  await refund(orderId, ['funded-reset'], 7_000);
  const order = await shop.row(opened);
  await deps.db.transaction().execute((trx) => requestOrderRefund(deps, trx, order, 'withdrawal', 'guest'));
  await shop.server.drain();
  expect((await shop.row(opened)).status).toBe('refunded');
  const amounts = (await shop.creditNotes({ orderId })).map(({ totalCents }) => totalCents);
  expect([...amounts].sort((left, right) => left - right)).toEqual([-15_400, -7_000]);
});

test('an add-on isn’t refundable while the bank decides, nor on its own after the bank took a part', async () => {
  const opened = await buy();
  const { orderId } = opened;
  await shop.webhook(opened, 'disputed', { amountCents: 5_000 });
  await shop.server.drain();
  expect((await refund(orderId, ['market-data'], 500)).error_code).toBe('refund_disputed');
  await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
  await shop.server.drain();
  expect((await preview(orderId)).data).toMatchObject({
    items: [{ item: 'package', amountCents: 17_400 }],
    refundCents: 17_400,
  });
  expect((await refund(orderId, ['market-data'], 500)).error_code).toBe('refund_changed');
});

test('a refund needs at least one item, and the package is refunded only with its add-ons', async () => {
  const { orderId } = await buy();
  expect((await refund(orderId, [], 0)).validation_errors).toHaveProperty('items');
  expect((await refund(orderId, ['package'], 14_900)).error_code).toBe('refund_changed');
  expect((await refund(orderId, ['package'], 22_400)).response_status).toBe(200);
});

test('refunding a part revokes that part’s commission, and refunding the rest revokes the rest', async () => {
  const { code, token } = await joinAffiliates(shop);
  // 15 % of $224.00 without tax is $33.60, of which $10.50 is for the $70.00 reset.
  const { orderId } = await sellThrough(shop, code, {
    selection: { ...selection, addOns: ['market-data', 'funded-reset'], coupon: '' },
    expectedTotalCents: 22_400,
  });
  const pending = async () => (await readDashboard(shop, token)).balances.pendingCents;
  expect(await pending()).toBe(3_360);
  await refund(orderId, ['funded-reset'], 7_000);
  await shop.server.drain();
  expect(await pending()).toBe(2_310);
  await refund(orderId, ['package'], 15_400);
  await shop.server.drain();
  expect(await pending()).toBe(0);
});

describe('a reset bought with an evaluation', () => {
  /** Opens a funded account whose evaluation was bought with a reset. */
  async function openFunded(beforeActivation?: (orderId: string) => Promise<unknown>) {
    const person = await shop.signIn();
    const placeOrder = async (chosen: ProductSelection, expectedTotalCents: number) => {
      const form = orderForm({ selection: chosen, expectedTotalCents, email: person.email });
      const answer = await shop.ask(createOrder, { body: form, idempotencyKey: randomUUID(), token: person.token });
      expect(answer.response_status, answer.response_message).toBe(200);
      if (expectedTotalCents > 0) await shop.press(answer.data, 'paid');
      await shop.server.drain();
      return answer.data;
    };
    const bought = await placeOrder({ ...selection, addOns: ['funded-reset'], coupon: '' }, 21_900);
    const [account] = await shop.accounts(bought);
    if (!account) throw new Error('No account');
    await beforeActivation?.(bought.orderId);
    const { db } = shop.server.deps;
    const state = JSON.stringify({ ...account.state, status: 'passed' });
    await db.updateTable('trading_account').set({ state }).where('id', '=', account.id).execute();
    const activation: ProductSelection = {
      ...{ kind: 'funded-activation', accountId: account.id, packageId: 'classic-50k', platform: 'rithmic' },
      ...{ platformUser: account.platform_user, addOns: [], coupon: '' },
    };
    const [funded] = await shop.accounts(await placeOrder(activation, 12_900));
    return { orderId: bought.orderId, fundedId: funded?.id ?? '' };
  }

  const resetsOf = async (accountId: string) =>
    (
      await shop.server.deps.db
        .selectFrom('funded_account')
        .select('resets_left')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).resets_left;

  test('isn’t given to the funded account if it was refunded before', async () => {
    expect(await resetsOf((await openFunded()).fundedId)).toBe(1);
    const { fundedId } = await openFunded((orderId) => refund(orderId, ['funded-reset'], 7_000));
    expect(await resetsOf(fundedId)).toBe(0);
  });

  test('is taken from the funded account as soon as it is refunded', async () => {
    const { orderId, fundedId } = await openFunded();
    expect((await refund(orderId, ['funded-reset'], 7_000)).response_status).toBe(200);
    expect(await resetsOf(fundedId)).toBe(0);
  });
});
