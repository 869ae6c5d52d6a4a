import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { remindBuyers } from '#server/orders/checkout/remind.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const form = () => orderForm({ email: `left-${randomUUID()}@example.com` });

async function letTimePass(minutes: number): Promise<void> {
  await shop.server.clock.advance(minutes * minuteMs);
  await Promise.all([remindBuyers(shop.server.deps), remindBuyers(shop.server.deps)]);
  await shop.server.drain();
}

async function remindersTo(address: string): Promise<string[]> {
  const mails = await shop.server.mails(address);
  return mails.filter(({ subject }) => subject.startsWith('Your order is waiting')).map(({ text }) => text);
}

test('a buyer with an unpaid order gets one reminder with a link back, while the order can be paid', async () => {
  const waiting = form();
  const opened = await shop.order(waiting);
  await shop.press(opened, 'declined');
  await shop.server.drain();
  await letTimePass(30);
  expect(await remindersTo(waiting.email)).toEqual([]);
  await letTimePass(31);
  await letTimePass(1);
  const mails = await remindersTo(waiting.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain('Classic 50K for $149.00');
  expect(mails[0]).toContain(`/${opened.orderId}/`);
  expect(mails[0]).toContain(`/${opened.sessionId}`);
});

test('no reminder is sent for a paid, abandoned, replaced or expired order', async () => {
  const [paid, canceled, followed, late] = [form(), form(), form(), form()];
  await shop.press(await shop.order(paid), 'paid');
  await shop.press(await shop.order(canceled), 'cancelled');
  await shop.order(followed);
  await shop.server.clock.advance(minuteMs);
  await shop.press(await shop.order({ ...followed, email: followed.email.toUpperCase(), again: 1 }), 'paid');
  const lateOne = await shop.order(late);
  await shop.server.drain();
  await letTimePass(70);
  for (const { email } of [paid, canceled, followed]) expect(await remindersTo(email)).toEqual([]);
  expect(await remindersTo(late.email)).toHaveLength(1);
  const { db } = shop.server.deps;
  await db.updateTable('orders').set({ reminded_at: null }).where('id', '=', lateOne.orderId).execute();
  await letTimePass(40);
  expect(await remindersTo(late.email)).toHaveLength(1);
});

test('a buyer who objects by the link of a reminder gets none again, by any alias of the address', async () => {
  const waiting = form();
  await shop.order(waiting);
  await letTimePass(61);
  const [mail = ''] = await remindersTo(waiting.email);
  const link = /https?:\/\/\S+\/api\/orders\/reminders\S+/.exec(mail)?.[0] ?? '';
  const opened = await shop.server.app.request(link);
  expect(await opened.text()).toContain('Stop reminders of unpaid orders');
  expect((await shop.server.app.request(link.replace(/.$/, 'x'), { method: 'POST' })).status).toBe(404);
  expect((await shop.server.app.request(link, { method: 'POST' })).status).toBe(200);
  expect((await shop.server.app.request(link, { method: 'POST' })).status).toBe(200);
  await shop.server.clock.advance(24 * 60 * minuteMs);
  const alias = waiting.email.replace('@', '+again@');
  await shop.order(orderForm({ email: alias }));
  await letTimePass(61);
  expect(await remindersTo(alias)).toEqual([]);
});
