import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createStripePayments } from '#server/billing/ports/payments/stripe.ts';
import { readProviderPayouts } from '#server/billing/provider-payouts/read.ts';
import { refundOrder } from '#shared/firm/contract-corrections.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { payOrder, signInPerson } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { startStripeApi } from '../support/stripe-api.ts';

async function open(...options: Parameters<typeof startShop>): Promise<Shop> {
  const shop = await startShop(...options);
  onTestFinished(() => shop.close());
  return shop;
}

async function buy(shop: Shop) {
  const { token } = await shop.signIn();
  const { data } = await shop.ask(createOrder, { body: orderForm(), idempotencyKey: randomUUID(), token });
  await shop.press(data, 'paid');
  await shop.server.drain();
  return data;
}

/** Reads the provider's payouts, twice as two servers may, and what finance then sees of them. */
async function readAll(shop: Shop, query: Readonly<Record<string, string>> = {}) {
  await Promise.all([readProviderPayouts(shop.server.deps), readProviderPayouts(shop.server.deps)]);
  const { token } = await signInStaff(shop.server, 'finance');
  const { rows } = (await shop.ask(officeLists.providerPayouts.page, { token, query })).data;
  const list = async (payout: string, more: Readonly<Record<string, string>> = {}) =>
    (await shop.ask(officeLists.providerTransactions.page, { token, query: { payout, ...more } })).data.rows;
  return { rows, list, token };
}

test('a payout of the sandbox agrees with orders, refunds and disputes, and its transactions name the orders', async () => {
  const shop = await open();
  const { clock } = shop.server;
  const [kept, refunded, disputed] = [await buy(shop), await buy(shop), await buy(shop)];
  const { token } = await signInStaff(shop.server, 'finance');
  const body = { orderId: refunded.orderId, refundCents: 14_900, reason: 'goodwill' } as const;
  await shop.ask(refundOrder, { token, body: { ...body, items: ['package'] } });
  await shop.press(disputed, 'disputed');
  await shop.server.drain();
  await clock.advance(dayMs);
  expect((await readAll(shop)).rows).toEqual([]);
  await clock.advance(2 * dayMs);

  // Three payments of $149.00 cost $4.62 each, 2.9 % and 30 cents; the dispute costs $15.00.
  const { rows, list } = await readAll(shop);
  expect(rows).toMatchObject([
    {
      ...{ status: 'paid', currency: 'USD', paymentProvider: 'sandbox' },
      ...{ chargedCents: 44_700, returnedCents: -14_900, disputedCents: -14_900, feesCents: -2_886, otherCents: 0 },
      ...{ paidOutCents: 12_014, recordedCents: 14_900, differenceCents: 0 },
    },
  ]);
  const transactions = await list(rows[0]?.id ?? '');
  const numberOf = async (order: { orderId: string }) => (await shop.row(order)).number;
  const charges = [kept, refunded, disputed].map(async (order) => ['charge', await numberOf(order), 14_900, 0]);
  expect(
    transactions.map((row) => [row.transactionKind, row.order, row.amountCents, row.differenceCents]).toSorted(),
  ).toEqual(
    [
      ...(await Promise.all(charges)),
      ['refund', await numberOf(refunded), -14_900, 0],
      ['dispute', await numberOf(disputed), -14_900, 0],
    ].toSorted(),
  );
});

test('a payout of Stripe shows what we haven’t recorded, and only its automatic payouts are read', async () => {
  const api = await startStripeApi();
  onTestFinished(() => api.close().then(() => undefined));
  const now = () => shop.server.clock.now();
  const secrets = { secretKey: 'sk_test_none', webhookSecret: 'whsec_for_tests_only' };
  const payments = createStripePayments({ ...secrets, clock: () => now(), api: api.api });
  const shop = await open({ payments });
  const created = Math.floor(now().getTime() / 1_000);
  const [sale, renewal] = [
    await payOrder(shop.server, (await signInPerson(shop.server)).personId),
    await payOrder(shop.server, (await signInPerson(shop.server)).personId),
  ];
  const payout = { object: 'payout', currency: 'usd', created, arrival_date: created, automatic: true };
  api.lists['payouts'] = [
    { ...payout, id: 'po_1', status: 'in_transit', amount: 22_960 },
    { ...payout, id: 'po_manual', status: 'paid', amount: 100, automatic: false },
    { ...payout, id: 'po_euro', status: 'paid', amount: 9_000, currency: 'eur' },
  ];
  const line = (id: string, reporting_category: string, amount: number, fee: number, source: object | null) => ({
    ...{ id, object: 'balance_transaction', reporting_category, amount, fee, net: amount - fee, created },
    source,
  });
  const charge = (metadata: object) => ({ id: 'ch_1', object: 'charge', metadata });
  api.balanceTransactions['po_1'] = [
    line('txn_payout', 'payout', -22_960, 0, { id: 'po_1' }),
    line('txn_sale', 'charge', 14_900, 462, charge({ order_id: sale.id })),
    line('txn_renewal', 'charge', 14_900, 462, charge({ renewal_order_id: renewal.id })),
    line('txn_refund', 'refund', -5_000, 0, { id: 're_unknown', object: 'refund' }),
    line('txn_account', 'fee', 0, 200, null),
    line('txn_reserve', 'risk_reserved_funds', -716, 0, null),
  ];
  api.balanceTransactions['po_euro'] = [line('txn_euro', 'charge', 9_500, 500, charge({}))];

  const { rows, list } = await readAll(shop);
  expect(rows.map(({ id, differenceCents }) => [id, differenceCents]).toSorted()).toEqual([
    ['po_1', -5_000],
    ['po_euro', null],
  ]);
  expect(rows.find(({ id }) => id === 'po_1')).toMatchObject({
    ...{ status: 'in-transit', paymentProvider: 'stripe', paidOutCents: 22_960, recordedCents: 29_800 },
    ...{ chargedCents: 29_800, returnedCents: -5_000, disputedCents: 0, feesCents: -1_124, otherCents: -716 },
  });
  expect(await list('po_1', { agrees: 'no' })).toMatchObject([
    { number: 'txn_refund', reference: 're_unknown', amountCents: -5_000, recordedCents: null },
  ]);

  // The refund is recorded later, and the payout has arrived.
  await shop.server.deps.db
    .insertInto('payment_refund')
    .values({ id: 're_unknown', order_id: sale.id, amount_cents: 5_000, status: 'succeeded', reported_at: now() })
    .execute();
  api.lists['payouts'] = [{ ...payout, id: 'po_1', status: 'paid', amount: 22_960 }];
  const later = await readAll(shop, { agrees: 'yes' });
  expect(later.rows).toMatchObject([{ id: 'po_1', status: 'paid', differenceCents: 0 }]);
  const requests = api.seen.length;
  await readProviderPayouts(shop.server.deps);
  // What hasn't changed is listed, and not read again.
  expect(api.seen.slice(requests).map(({ path }) => path)).toEqual(['/v1/payouts']);

  const support = await signInStaff(shop.server, 'support');
  const refused = await shop.ask(officeLists.providerPayouts.page, { token: support.token, query: {} });
  expect(refused.error_code).toBe('not_allowed');
});
