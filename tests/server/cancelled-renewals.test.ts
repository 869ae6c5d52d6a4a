import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cancelSubscription } from '../../src/contract/billing.ts';
import { createOrder } from '../../src/contract/orders.ts';
import { runRenewals } from '../../src/server/services/subscription/renew.ts';
import { orderForm, type Shop, startShop } from './support/shop.ts';

const dayMs = 86_400_000;

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** A Classic 50K whose renewal is due and about to be charged. */
async function renew() {
  const { db } = shop.server.deps;
  const person = await shop.signIn();
  const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(createOrder, options);
  const body = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals: 'pay' });
  await shop.server.app.request(new URL(opened.paymentUrl).pathname, { method: 'POST', body });
  await shop.server.drain();
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  const own = <Table extends 'subscription' | 'bill' | 'orders'>(table: Table) =>
    db
      .selectFrom(table as 'orders')
      .selectAll()
      .where('person_id', '=', person.personId)
      .orderBy('created_at');
  const subscription = await own('subscription').executeTakeFirstOrThrow();
  const cancel = async () =>
    shop.ask(cancelSubscription, { body: { subscriptionId: subscription.id }, token: person.token });
  const statusesOf = async (table: 'subscription' | 'bill' | 'orders') =>
    (await own(table).execute()).map(({ status }) => String(status));
  return { cancel, statusesOf };
}

test('a cancellation while a renewal is on its way to be charged ends it at once, without a charge', async () => {
  const { cancel, statusesOf } = await renew();
  expect(await statusesOf('bill')).toEqual(['open']);
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'awaiting-payment']);
  expect((await cancel()).data).toEqual({ endsAt: shop.server.clock.now().getTime() });
  await shop.server.drain();
  expect(await statusesOf('subscription')).toEqual(['ended']);
  expect(await statusesOf('bill')).toEqual(['void']);
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'cancelled']);
});

test('a renewal that the provider charged in the moment of the cancellation is refunded', async () => {
  const { cancel, statusesOf } = await renew();
  const { payments } = shop.server.deps;
  const charge = payments.charge.bind(payments);
  payments.charge = async (input) => {
    const event = await charge(input);
    expect((await cancel()).response_status).toBe(200);
    return event;
  };
  await shop.server.drain();
  await shop.server.drain();
  expect(await statusesOf('subscription')).toEqual(['ended']);
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'refunded']);
});
