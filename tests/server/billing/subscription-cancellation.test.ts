import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import { declareSubscriptionEnd } from '#shared/billing/contract.ts';
import { createOrder } from '#shared/orders/contract.ts';
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

async function declare(order: string, email: string, token?: string) {
  const body = { name: 'Ada Buyer', email, order };
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
  expect(await post({})).toContain('Confirmer la résiliation');
  expect(await post({ step: 'confirm' })).toContain(`je résilie l’abonnement de la commande ${number}`);
  await shop.server.drain();
  const [link = ''] = await linksTo(email);
  await press(link);
  expect((await subscriptionOf(orderId)).canceled_at).not.toBeNull();
});
