import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { getRow, insertRow } from '#server/core/database/rows.ts';
import { handlers } from '#server/firm/jobs.ts';
import { disputeBreach } from '#shared/accounts/contract-breach.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { fetchClaims } from '#shared/support/contract.ts';
import { officeTicketReply, officeTicketStatus } from '#shared/support/contract-office.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { lose } from '../support/trading.ts';

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

test('staff get an email about an order paid in the evening when the next bank day ends, less than a day later', async () => {
  await shop.server.clock.advance(8 * hourMs);
  const { number } = await shop.row(await buy());
  await shop.server.deps.db.updateTable('orders').set({ status: 'paid', paid_at: shop.server.clock.now() }).execute();
  expect(await emailsAfter(22 * hourMs)).toEqual([]);
  expect(await emailsAfter(hourMs)).toEqual([
    [`Paid, and no account yet: ${number}`, 'March 12, 2026 at 17:00 (Chicago)'],
  ]);
});

test('staff get an email about a withdrawal that they haven’t settled, unless its ticket is closed', async () => {
  for (const order of ['2345-678F', '2345-679F'])
    await shop.ask(cancelContract, { body: { name: 'Ada Buyer', email: `ada-${order}@example.com`, order } });
  const staff = await signInStaff(shop.server, 'support');
  const { id: ticketId } = await getRow(shop.server.deps.db, 'ticket', { email: 'ada-2345-679f@example.com' }, ['id']);
  const reply = { ticketId, version: 1, message: 'We know no such order.', status: 'answered' as const };
  await shop.ask(officeTicketReply, { body: reply, token: staff.token, idempotencyKey: randomUUID() });
  await shop.ask(officeTicketStatus, { body: { ticketId, version: 2, status: 'closed' }, token: staff.token });
  expect(await emailsAfter(12 * dayMs)).toEqual([
    ['Withdrawal not settled yet: W2026-000001', 'March 25, 2026 at 10:00 (Chicago)'],
  ]);
});

test('staff get an email about evidence for a bank and about a disputed breach before they are due', async () => {
  const { token } = await shop.signIn();
  const { data: opened } = await shop.ask(createOrder, { body: orderForm(), idempotencyKey: randomUUID(), token });
  await shop.press(opened, 'paid');
  await shop.server.drain();
  const accountId = (await shop.accounts(opened))[0]?.id ?? '';
  await lose(shop.server, accountId);
  await shop.ask(disputeBreach, { body: { accountId, message: 'Nothing traded at that price.' }, token });
  const { db, clock } = shop.server.deps;
  const { number } = await shop.row(opened);
  const at = clock();
  await insertRow(db, 'payment_dispute', {
    ...{ id: 'du_1', provider: 'sandbox', order_id: opened.orderId, amount_cents: 14_900, reason: 'fraudulent' },
    ...{ status: 'open', opened_at: at, evidence_due_at: new Date(at.getTime() + 9 * dayMs) },
  });
  const { data } = await shop.ask(fetchClaims, { token });
  expect(data.claims.map(({ kind, status }) => [kind, status]).sort()).toEqual([
    ['breach-dispute', 'to-decide'],
    ['chargeback', 'at-bank'],
  ]);
  expect(data.claims.map((claim) => claim.number).sort()).toEqual([number, 'D2026-000001'].sort());
  expect(await emailsAfter(6 * dayMs)).toEqual([]);
  expect((await emailsAfter(dayMs)).map(([subject]) => subject)).toEqual([`Evidence for the bank is due: ${number}`]);
  expect((await emailsAfter(10 * dayMs)).map(([subject]) => subject).sort()).toEqual([
    'Dispute not decided yet: D2026-000001',
    `Evidence for the bank is due: ${number}`,
  ]);
});
