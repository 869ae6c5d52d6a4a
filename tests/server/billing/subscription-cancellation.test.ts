import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { createLimits } from '#server/core/http/limits.ts';
import { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await startShop();
});

afterEach(() => shop.close());

/** A guest's Classic 50K, which renews for $149 on April 11, 2026. */
async function buy() {
  const form = orderForm();
  const { data: opened } = await shop.ask(createOrder, { body: form, idempotencyKey: randomUUID() });
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  const { number } = await shop.row(opened);
  return { email: form.email, number, orderId: opened.orderId };
}

type Stated = Partial<Pick<BodyOf<typeof declareSubscriptionEnd>, 'kind' | 'reason' | 'endsOn'>>;

async function declare(order: string, email: string, token?: string, stated: Stated = {}) {
  const body = { name: 'Ada Buyer', email, order, ...stated };
  const answer = await shop.ask(declareSubscriptionEnd, { body, ...(token && { token }) });
  await shop.server.drain();
  return answer;
}

const linksTo = async (email: string) =>
  (await shop.server.mails(email)).flatMap(
    ({ text }) => /\/api\/contract\/cancel-confirm\?id=[\w-]+&key=[\w-]+/.exec(text)?.[0] ?? [],
  );

const subjectsTo = async (email: string) => (await shop.server.mails(email)).map(({ subject }) => subject);

async function press(link: string): Promise<string> {
  const answer = await shop.server.app.request(link, { method: 'POST' });
  await shop.server.drain();
  return answer.text();
}

function subscriptionOf(orderId: string) {
  const { db } = shop.server.deps;
  return db.selectFrom('subscription').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow();
}

async function countCharges(): Promise<number> {
  const { db } = shop.server.deps;
  return (await db.selectFrom('orders').select('id').where('kind', '=', 'pending-bill').execute()).length;
}

test('a guest cancels with the order number and the mailed link, as of the statement, and is never charged again', async () => {
  const { email, number, orderId } = await buy();
  const sentAt = shop.server.clock.now();
  const { data } = await declare(number, email);
  expect(data).toEqual({ receivedAt: sentAt.getTime(), reference: `K2026-${'1'.padStart(6, '0')}` });
  expect((await subscriptionOf(orderId)).canceled_at).toBeNull();
  const [link = ''] = await linksTo(email);
  const page = await (await shop.server.app.request(link)).text();
  expect(page).toContain('Cancel this subscription?');
  // A scanner that opens the link changes nothing.
  expect((await subscriptionOf(orderId)).canceled_at).toBeNull();
  expect(await press(link)).toContain('The subscription is canceled');
  expect(await press(link)).toContain('The subscription is canceled');
  expect((await subscriptionOf(orderId)).canceled_at).not.toBeNull();
  const receipts = (await subjectsTo(email)).filter((subject) => subject === 'You canceled Classic 50K');
  expect(receipts).toHaveLength(1);
  await shop.server.clock.advance(32 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect([await countCharges(), (await subscriptionOf(orderId)).status]).toEqual([0, 'ended']);
});

test('a renewal waits two days for the click, and then goes on', async () => {
  const { email, number } = await buy();
  await shop.server.clock.advance(31 * dayMs - hourMs);
  await declare(number, email);
  await shop.server.clock.advance(24 * hourMs);
  await runRenewals(shop.server.deps);
  expect(await countCharges()).toBe(0);
  await shop.server.clock.advance(25 * hourMs);
  await runRenewals(shop.server.deps);
  expect(await countCharges()).toBe(1);
});

test('further statements don’t extend the wait, and a retry waits too', async () => {
  const { email, number, orderId } = await buy();
  await shop.server.clock.advance(31 * dayMs - hourMs);
  for (let day = 0; day < 4; day += 1) {
    await declare(number, email);
    await runRenewals(shop.server.deps);
    expect(await countCharges()).toBe(day < 3 ? 0 : 1);
    await shop.server.clock.advance(24 * hourMs);
  }
  const { db, clock } = shop.server.deps;
  const { id } = await subscriptionOf(orderId);
  await db.updateTable('subscription').set({ status: 'past-due' }).where('id', '=', id).execute();
  const due = { status: 'open', next_attempt_at: clock() } as const;
  await db.updateTable('bill').set(due).where('subscription_id', '=', id).execute();
  await db.updateTable('orders').set({ status: 'failed' }).where('kind', '=', 'pending-bill').execute();
  await declare(number, email);
  await runRenewals(shop.server.deps);
  expect(await countCharges()).toBe(1);
  await shop.server.clock.advance(49 * hourMs);
  await runRenewals(shop.server.deps);
  expect(await countCharges()).toBe(2);
});

test('the owner who is signed in with the address needs no link', async () => {
  const person = await shop.signIn();
  const { data: opened } = await shop.ask(createOrder, {
    ...{ body: orderForm({ email: person.email }), idempotencyKey: randomUUID(), token: person.token },
  });
  await shop.press(opened, 'paid', 'normal', 'pay');
  await shop.server.drain();
  await declare((await shop.row(opened)).number, person.email, person.token);
  expect(await linksTo(person.email)).toEqual([]);
  expect((await subscriptionOf(opened.orderId)).canceled_at).not.toBeNull();
});

test('statements about others’ orders from one network open five tickets a day, and staff read the others in one more', async () => {
  const { number } = await buy();
  const another = await buy();
  const captcha = { challenge: async () => null, verify: async () => true };
  const limited = await shop.server.another({ limits: createLimits(), captcha });
  const addresses = Array.from({ length: 9 }, (_, index) => `stranger-${index}@example.com`);
  for (const [index, email] of addresses.entries()) {
    const order = index % 2 ? number : another.number;
    const body = {
      name: 'Ada Buyer',
      email,
      order,
      captcha: 'solved',
      kind: 'extraordinary',
      reason: 'Moved',
    } as const;
    expect((await client(limited)(declareSubscriptionEnd, { body })).response_status).toBe(200);
  }
  const { db, catalog } = shop.server.deps;
  const tickets = await db.selectFrom('ticket').select(['id', 'email', 'order_id']).orderBy('number').execute();
  expect(tickets.map(({ email }) => email)).toEqual([...addresses.slice(0, 5), catalog.site.supportEmail]);
  expect(tickets.at(-1)?.order_id).toBeNull();
  const joined = await db
    .selectFrom('ticket_message')
    .select('text')
    .where('ticket_id', '=', tickets.at(-1)?.id ?? '')
    .orderBy('number')
    .execute();
  expect(joined.map(({ text }) => addresses.find((email) => text.includes(email)))).toEqual(addresses.slice(5));
  expect(joined.every(({ text }) => text.includes('Moved'))).toBe(true);
});

test('a stranger learns nothing, and a wrong number or address cancels nothing', async () => {
  const { email, number, orderId } = await buy();
  const stranger = `stranger-${randomUUID()}@example.com`;
  const known = await declare(number, email);
  const unknown = await declare(number, stranger);
  expect(Object.keys(unknown.data).sort()).toEqual(Object.keys(known.data).sort());
  expect(await linksTo(stranger)).toEqual([]);
  const [mail] = await shop.server.mails(stranger);
  for (const typed of ['Ada Buyer', number, 'Classic']) expect(`${mail?.subject} ${mail?.text}`).not.toContain(typed);
  expect(mail?.text).toContain('We found no subscription that still renews');
  const [link = ''] = await linksTo(email);
  const forged = link.replace(/key=.*/, 'key=forged');
  expect((await shop.server.app.request(forged, { method: 'POST' })).status).toBe(404);
  expect((await subscriptionOf(orderId)).canceled_at).toBeNull();
});

test('the form works without JavaScript, in the reader’s language', async () => {
  const { email, number, orderId } = await buy();
  const post = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ locale: 'fr', name: 'Ada', email, order: number, ...fields });
    return (await shop.server.app.request('/api/contract/cancel-form', { method: 'POST', body })).text();
  };
  expect(await post({ order: '' })).toContain('role="alert"');
  // The final button stands beside the empty fields; another one shows what it would send.
  expect(await post({ order: '', step: 'check' })).toMatch(/<button name="step" value="confirm">Résilier maintenant/);
  const summary = await post({ step: 'check', kind: 'extraordinary', reason: 'Prix changé', endsOn: '2026-03-20' });
  expect(summary).toContain(`commande ${number} pour motif légitime. Il doit prendre fin le 20 mars 2026.`);
  expect(summary).toContain('Motif\u00a0: Prix changé');
  expect(summary).toMatch(/<input type="hidden" name="endsOn" value="2026-03-20"/);
  expect(await linksTo(email)).toEqual([]);
  expect(await post({ step: 'confirm' })).toContain(
    `je résilie l’abonnement de la commande ${number} dès que possible`,
  );
  await shop.server.drain();
  const [link = ''] = await linksTo(email);
  await press(link);
  expect((await subscriptionOf(orderId)).canceled_at).not.toBeNull();
});

test('the owner gets content, time of receipt and end of the contract at once, in the mail with the link', async () => {
  const { email, number } = await buy();
  await declare(number, email);
  const mail = (await shop.server.mails(email)).find(({ subject }) => subject.startsWith('Confirm the cancellation'));
  expect(mail?.text).toContain(`I, Ada Buyer, cancel the subscription of order ${number} as soon as possible.`);
  expect(mail?.text).toContain('We received it on: March 11, 2026 at 10:00 (Chicago)');
  expect(mail?.text).toContain('Ends on: April 11, 2026 at 10:00 (Chicago)');
});

test('for good cause it ends at the receipt, and staff decide about the money', async () => {
  const { email, number, orderId } = await buy();
  await declare(number, email, undefined, { kind: 'extraordinary', reason: 'The rules changed.\nSee my email.' });
  await shop.server.clock.advance(hourMs);
  await press((await linksTo(email))[0] ?? '');
  expect((await subscriptionOf(orderId)).status).toBe('ended');
  const mail = (await shop.server.mails(email)).find(({ subject }) => subject === 'You canceled Classic 50K');
  expect(mail?.text).toContain('Classic 50K has ended');
  expect(mail?.text).toContain('Reason: The rules changed.\nSee my email.');
  expect(mail?.text).toContain('Ends on: March 11, 2026 at 10:00 (Chicago)');
  const tickets = await shop.server.deps.db.selectFrom('ticket').selectAll().execute();
  expect(tickets.map((ticket) => [ticket.topic, ticket.order_id])).toEqual([['payment', orderId]]);
  expect(tickets[0]?.reply_due_at).not.toBeNull();
  const staff = await signInStaff(shop.server, 'finance');
  const { data } = await shop.ask(officeLists.claims.page, {
    query: { kind: 'cancellation' },
    token: staff.token,
  });
  expect(data.rows).toMatchObject([
    { number: expect.stringMatching(/^K2026-/), message: 'The rules changed.\nSee my email.', status: 'to-decide' },
  ]);
});

test('for good cause with a day to come, it runs on without a renewal until staff decide', async () => {
  const { email, number, orderId } = await buy();
  await declare(number, email, undefined, { kind: 'extraordinary', reason: 'I move', endsOn: '2026-03-20' });
  await press((await linksTo(email))[0] ?? '');
  const { status, canceled_at: canceledAt } = await subscriptionOf(orderId);
  expect([status, canceledAt === null]).toEqual(['active', false]);
  expect(await shop.server.deps.db.selectFrom('ticket').select('id').execute()).toHaveLength(1);
});

test('a day after the paid period is kept: it renews until then, and is canceled as soon as that period is paid', async () => {
  const { email, number, orderId } = await buy();
  await declare(number, email, undefined, { endsOn: '2026-05-05' });
  await press((await linksTo(email))[0] ?? '');
  const planned = (await shop.server.mails(email)).find(
    ({ subject }) => subject === 'Your cancellation of Classic 50K',
  );
  expect(planned?.text).toContain('It ends on May 11, 2026');
  expect((await subscriptionOf(orderId)).canceled_at).toBeNull();
  await shop.server.clock.advance(31 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect([await countCharges(), (await subscriptionOf(orderId)).canceled_at === null]).toEqual([1, false]);
  expect(await subjectsTo(email)).toContain('You canceled Classic 50K');
  await shop.server.clock.advance(31 * dayMs);
  await runRenewals(shop.server.deps);
  await shop.server.drain();
  expect([await countCharges(), (await subscriptionOf(orderId)).status]).toEqual([1, 'ended']);
});

test('a statement from another address than the order’s goes to staff', async () => {
  const { number, orderId } = await buy();
  const other = `new-${randomUUID()}@example.com`;
  await declare(number, other);
  const tickets = await shop.server.deps.db.selectFrom('ticket').select(['email', 'order_id']).execute();
  expect(tickets).toEqual([{ email: other, order_id: orderId }]);
  expect((await subscriptionOf(orderId)).canceled_at).toBeNull();
});

test('a second statement within the hour gets its own mail, whose link proves it', async () => {
  const { email, number, orderId } = await buy();
  await declare(number, email);
  await shop.server.clock.advance(10 * 60_000);
  const { data } = await declare(number, email);
  const links = await linksTo(email);
  expect(new Set(links).size).toBe(2);
  const mails = await shop.server.mails(email);
  const second = mails.find(({ text }) => text.includes(data.reference));
  const link = links.find((each) => second?.text.includes(each)) ?? '';
  expect(await press(link)).toContain('The subscription is canceled');
  const proven = await shop.server.deps.db
    .selectFrom('subscription_cancellation')
    .select('reference')
    .where('confirmed_at', 'is not', null)
    .execute();
  expect(proven).toEqual([{ reference: data.reference }]);
  expect((await subscriptionOf(orderId)).canceled_at).not.toBeNull();
});

test('a statement after the cancellation is answered with the day on which the subscription ends', async () => {
  const { email, number } = await buy();
  await declare(number, email);
  await press((await linksTo(email))[0] ?? '');
  const { data } = await declare(number, email);
  const mail = (await shop.server.mails(email)).find(({ subject }) => subject === 'Classic 50K is already canceled');
  expect(mail?.text).toContain(data.reference);
  expect(mail?.text).toContain('You keep what you paid for until April 11, 2026');
});
