import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { billingPending, cancelSubscription, resumeSubscription } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** A Classic 50K of March 11, 2026, and what its owner can do. */
async function open() {
  const { db } = shop.server.deps;
  const person = await shop.signIn();
  await db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(createOrder, options);
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
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
  const resume = (token = person.token) =>
    shop.ask(resumeSubscription, { body: { subscriptionId: subscription.id }, token });
  const pending = () => shop.ask(billingPending, { token: person.token });
  return { cancel, resume, pending, statusesOf, person };
}

/** The same, with its renewal due and about to be charged. */
async function renew() {
  const opened = await open();
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  return opened;
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

test('a canceled evaluation is resumed until its period ends, and is charged as before', async () => {
  const { cancel, resume, pending, statusesOf, person } = await open();
  expect((await resume()).error_code).toBe('subscription_over');
  await cancel();
  expect((await pending()).data.subscriptions).toMatchObject([{ renews: false, isResumable: true }]);
  const stranger = await shop.signIn();
  expect((await resume(stranger.token)).response_status).toBe(404);
  const { data } = await resume();
  expect(new Date(data.renewsAt).toISOString()).toBe('2026-04-11T15:00:00.000Z');
  expect((await pending()).data.subscriptions).toMatchObject([{ renews: true, isResumable: false }]);
  await shop.server.clock.advance(60_000);
  await cancel();
  await resume();
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect(await statusesOf('orders')).toEqual(['fulfilled', 'fulfilled']);
  const subjects = (await shop.server.mails(person.email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'You canceled Classic 50K')).toHaveLength(2);
  expect(subjects.filter((subject) => subject === 'Classic 50K renews again')).toHaveLength(2);
});

test('a cancellation can’t be taken back once the period has ended', async () => {
  const { cancel, resume, statusesOf } = await open();
  await cancel();
  await shop.server.clock.advance(32 * dayMs);
  expect((await resume()).error_code).toBe('subscription_over');
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect((await resume()).error_code).toBe('subscription_over');
  expect(await statusesOf('subscription')).toEqual(['ended']);
});
