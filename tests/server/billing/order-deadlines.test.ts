import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { handlers } from '#server/firm/jobs.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

async function buy() {
  const form = orderForm();
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  return { ...opened, email: form.email };
}

/** The emails that the hourly job sends staff after a time. The clock starts on Wednesday, March 11, 2026. */
async function emailsAfter(ms: number) {
  await shop.server.clock.advance(ms);
  for (let hour = 0; hour < 2; hour += 1) await handlers['check-order-deadlines'](shop.server.deps, {});
  const { db } = shop.server.deps;
  const rows = await db
    .selectFrom('mail')
    .select(['subject', 'text'])
    .where('dedupe_key', 'like', 'order-late:%')
    .execute();
  return rows.map(({ subject, text }) => [subject, /Due: (.*)/.exec(text)?.[1]]);
}

test('staff get one email about a refund that the provider hasn’t made, two days before it is due', async () => {
  const order = await buy();
  await shop.server.drain();
  const { number } = await shop.row(order);
  const { db, clock } = shop.server.deps;
  await db.updateTable('orders').set({ refund_requested_at: clock() }).where('id', '=', order.orderId).execute();
  expect(await emailsAfter(12 * dayMs - hourMs)).toEqual([]);
  expect(await emailsAfter(hourMs)).toEqual([[`Refund not made yet: ${number}`, 'March 25, 2026 at 10:00 (Chicago)']]);
});

test('staff get an email about a paid order that has no account after a bank day, and none once it has one', async () => {
  const [waiting, served] = [await buy(), await buy()];
  const { db } = shop.server.deps;
  const paid_at = shop.server.clock.now();
  await db.updateTable('orders').set({ status: 'paid', paid_at }).execute();
  await db.updateTable('orders').set({ status: 'fulfilled' }).where('id', '=', served.orderId).execute();
  const { number } = await shop.row(waiting);
  expect(await emailsAfter(30 * hourMs)).toEqual([]);
  expect(await emailsAfter(2 * hourMs)).toEqual([
    [`Paid, and no account yet: ${number}`, 'March 12, 2026 at 17:00 (Chicago)'],
  ]);
});

test('staff get an email about a withdrawal that they haven’t settled, unless its ticket is closed', async () => {
  for (const order of ['2345-678F', '2345-679F'])
    await shop.ask(cancelContract, { body: { name: 'Ada Buyer', email: `ada-${order}@example.com`, order } });
  const { db, clock } = shop.server.deps;
  const closed = { status: 'closed', closed_at: clock(), reply_due_at: null, resolution_due_at: null } as const;
  await db.updateTable('ticket').set(closed).where('email', '=', 'ada-2345-679f@example.com').execute();
  expect(await emailsAfter(12 * dayMs)).toEqual([
    ['Withdrawal not settled yet: W2026-000001', 'March 25, 2026 at 10:00 (Chicago)'],
  ]);
});
