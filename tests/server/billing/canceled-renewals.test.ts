import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { cancelSubscription } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** Starts a Classic 50K whose renewal is due and about to be charged. */
async function renew() {
  const { db } = shop.server.deps;
  const person = await shop.signIn();
  const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(createOrder, options);
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  const rowsOf = <Table extends 'subscription' | 'bill' | 'orders'>(table: Table) =>
    db
      .selectFrom(table as 'orders')
      .selectAll()
      .where('person_id', '=', person.personId)
      .orderBy('created_at');
  const subscription = await rowsOf('subscription').executeTakeFirstOrThrow();
  const cancel = async () =>
    shop.ask(cancelSubscription, { body: { subscriptionId: subscription.id }, token: person.token });
  const statusesOf = async (table: 'subscription' | 'bill' | 'orders') =>
    (await rowsOf(table).execute()).map(({ status }) => String(status));
  return { cancel, statusesOf };
}

test('canceling before a due renewal is charged ends the subscription at once, without a charge', async () => {
  const { cancel, statusesOf } = await renew();
  expect(await statusesOf('bill')).toEqual(['open']);
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'awaiting-payment']);
  expect((await cancel()).data).toEqual({ endsAt: shop.server.clock.now().getTime() });
  await shop.server.drain();
  expect(await statusesOf('subscription')).toEqual(['ended']);
  expect(await statusesOf('bill')).toEqual(['void']);
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'canceled']);
});

test('a renewal that the provider charges while it is being canceled is refunded', async () => {
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
