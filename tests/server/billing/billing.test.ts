import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import * as billing from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { confirmWithdrawal } from '../support/withdrawal.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

type Person = Awaited<ReturnType<Shop['signIn']>>;

/** Starts a subscription to a Classic 50K whose card pays or declines renewals. */
async function subscribe(renewals: 'pay' | 'decline' = 'pay', country = 'FR') {
  const person = await shop.signIn();
  const { db } = shop.server.deps;
  await db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  const options = { body: orderForm({ country }), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(calls.createOrder, options);
  const body = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals });
  await shop.server.app.request(new URL(opened.paymentUrl).pathname, { method: 'POST', body });
  await shop.server.drain();
  return { person, opened };
}

const subscriptionOf = ({ personId }: Person) =>
  shop.server.deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
const billsOf = ({ personId }: Person) =>
  shop.server.deps.db.selectFrom('bill').selectAll().where('person_id', '=', personId).orderBy('created_at').execute();
const ordersOf = ({ personId }: Person) =>
  shop.server.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .execute();
const subjects = async ({ email }: Person) => (await shop.server.mails(email)).map(({ subject }) => subject);

async function letTimePass(days: number): Promise<void> {
  await shop.server.clock.advance(days * dayMs);
  await Promise.all([runRenewals(shop.server.deps), runRenewals(shop.server.deps)]);
  await shop.server.drain();
}

describe('subscriptions', () => {
  test('and orders have their names in the reader’s language, whatever language they were ordered in', async () => {
    const { token, email } = await shop.signIn();
    const selection = { kind: 'thor', packageId: 'thor-monthly', platform: 'rithmic', coupon: '' } as const;
    const body = orderForm({ selection, email, expectedTotalCents: 2_900 });
    const { data: opened } = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const names = async (locale: string) => {
      const { subscriptions } = (await shop.ask(billing.billingPending, { token, locale })).data;
      const { orders } = (await shop.ask(myOrders, { query: {}, token, locale })).data;
      return [...subscriptions, ...orders].map(({ name }) => name);
    };
    expect(await names('en')).toEqual(['Thor, 3 followers', 'Thor, 3 followers']);
    expect(await names('pt')).toEqual(['Thor, 3 contas seguidoras', 'Thor, 3 contas seguidoras']);
  });

  test('a renewal is announced a week before, charged once on its date, and extends the subscription', async () => {
    const { person } = await subscribe();
    await letTimePass(25);
    expect(await subjects(person)).toContain('Classic 50K renews soon');
    expect(await billsOf(person)).toEqual([]);
    const before = await subscriptionOf(person);
    await letTimePass(7);
    await letTimePass(0);
    expect(await billsOf(person)).toMatchObject([{ status: 'paid', attempts: 1 }]);
    const after = await subscriptionOf(person);
    expect(after.period_starts_at).toEqual(before.period_ends_at);
    expect(after.status).toBe('active');
    const orders = await ordersOf(person);
    expect(orders.map(({ kind, status }) => [kind, status])).toEqual([
      ['evaluation', 'fulfilled'],
      ['pending-bill', 'fulfilled'],
    ]);
    expect((await subjects(person)).filter((subject) => subject === 'Classic 50K renews soon')).toHaveLength(1);
  });

  test('a yearly renewal is announced 40 days ahead in France and 30 days ahead elsewhere', async () => {
    const { db, clock } = shop.server.deps;
    const [french, irish] = [await subscribe(), await subscribe('pay', 'IE')];
    const people = [french.person, irish.person];
    const announced = async (daysLeft: number) => {
      const period_ends_at = new Date(clock().getTime() + daysLeft * dayMs);
      const ids = people.map(({ personId }) => personId);
      await db
        .updateTable('subscription')
        .set({ billing_interval: 'yearly', period_ends_at })
        .where('person_id', 'in', ids)
        .execute();
      await letTimePass(0);
      const mails = await Promise.all(people.map(subjects));
      return mails.map((sent) => sent.filter((subject) => subject === 'Classic 50K renews soon').length);
    };
    expect(await announced(41)).toEqual([0, 0]);
    expect(await announced(39)).toEqual([1, 0]);
    expect(await announced(29)).toEqual([1, 1]);
  });

  test('a renewal resets a failed account free of charge', async () => {
    const { person, opened } = await subscribe();
    const { db } = shop.server.deps;
    const [account] = await shop.accounts(opened);
    const state = JSON.stringify({ ...account?.state, status: 'breached' });
    await db.updateTable('trading_account').set({ state }).where('order_id', '=', opened.orderId).execute();
    await letTimePass(32);
    const [after] = await shop.accounts(opened);
    expect(after?.state.status).toBe('active');
    expect((await billsOf(person)).map(({ amount_cents }) => amount_cents)).toEqual([14_900]);
  });

  test('a declined renewal is retried on announced dates, then the subscription ends without debt', async () => {
    const { person } = await subscribe('decline');
    await letTimePass(32);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past-due' });
    const pending = await shop.ask(billing.billingPending, { token: person.token });
    const now = shop.server.clock.now().getTime();
    expect(pending.data.bills).toMatchObject([{ amountCents: 14_900, nextAttemptAt: now + dayMs }]);
    for (const days of [1, 2, 4]) await letTimePass(days + 0.01);
    expect(await billsOf(person)).toMatchObject([{ status: 'void', attempts: 4 }]);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'ended' });
    const sent = await subjects(person);
    expect(sent.filter((subject) => subject === 'The renewal of Classic 50K was declined')).toHaveLength(3);
    expect(sent.filter((subject) => subject === 'Classic 50K has ended')).toHaveLength(1);
    const last = (await shop.server.mails(person.email)).find(({ subject }) => subject === 'Classic 50K has ended');
    expect(last?.text).toMatch(/Order it again.*\/evaluations/s);
    await letTimePass(40);
    expect(await ordersOf(person)).toHaveLength(5);
  });

  test('a renewal without a payment method is handled like a declined one', async () => {
    const { person } = await subscribe();
    const { db } = shop.server.deps;
    await db
      .updateTable('subscription')
      .set({ payment_method: null })
      .where('person_id', '=', person.personId)
      .execute();
    await letTimePass(32);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'past-due' });
    expect(await subjects(person)).toContain('The renewal of Classic 50K was declined');
  });

  test('a declined renewal can be paid by hand, and a second payment of the bill is refunded', async () => {
    const { person } = await subscribe('decline');
    await letTimePass(32);
    const [bill] = await billsOf(person);
    const selection = {
      kind: 'pending-bill' as const,
      billId: bill?.id ?? '',
      packageId: 'classic-50k',
      addOns: [],
      coupon: '',
    };
    const pay = async (again: 0 | 1) => {
      const options = { body: orderForm({ selection, again }), idempotencyKey: randomUUID(), token: person.token };
      return (await shop.ask(calls.createOrder, options)).data;
    };
    const both = [await pay(0), await pay(1)];
    for (const opened of both) await shop.press(opened, 'paid');
    await shop.server.drain();
    const states = await Promise.all(both.map(async (opened) => (await shop.result(opened)).status));
    expect(states.sort()).toEqual(['fulfilled', 'refunded']);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'active' });
    expect(await billsOf(person)).toMatchObject([{ status: 'paid' }]);
  });

  test('a canceled subscription runs to the end of its period and is not charged again', async () => {
    const { person } = await subscribe();
    const { id, period_ends_at: endsAt } = await subscriptionOf(person);
    const cancel = (token: string) => shop.ask(billing.cancelSubscription, { body: { subscriptionId: id }, token });
    expect((await cancel((await shop.signIn()).token)).response_status).toBe(404);
    const answers = await Promise.all([cancel(person.token), cancel(person.token)]);
    expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.response_status === 200)?.data).toEqual({ endsAt: endsAt.getTime() });
    const style = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' } as const;
    const now = new Intl.DateTimeFormat('en-US', { ...style, timeZone: 'America/Chicago' }).format(
      shop.server.clock.now(),
    );
    await shop.server.drain();
    const texts = (await shop.server.mails(person.email)).map(({ text }) => text);
    const sent = texts.filter((text) => text.includes('Canceled on: '));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toContain(`Canceled on: ${now} (Chicago)`);
    await letTimePass(40);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'ended' });
    expect(await ordersOf(person)).toHaveLength(1);
  });
});

describe('invoices', () => {
  test('have consecutive, unique numbers, however many orders are paid at once', async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => shop.order()));
    await Promise.all(orders.map((opened) => shop.press(opened, 'paid')));
    await Promise.all([shop.server.drain(), shop.server.drain()]);
    const { db } = shop.server.deps;
    const rows = await db.selectFrom('invoice').select('number').where('kind', '=', 'invoice').execute();
    const numbers = rows.map(({ number }) => Number(number.slice(-6))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const paid = await db.selectFrom('orders').select('id').where('paid_at', 'is not', null).execute();
    expect(numbers).toHaveLength(paid.length);
  });

  test('list the purchase, its tax and its refunds, and other people can’t read them', async () => {
    const { person, opened } = await subscribe();
    const { data } = await shop.ask(myOrders, { token: person.token });
    const number = data.orders[0]?.documents[0]?.number ?? '';
    const ask = (token: string) => shop.ask(billing.fetchDocument, { query: { number }, token });
    const document = await ask(person.token);
    expect(document.data).toMatchObject({
      orderId: opened.orderId,
      name: 'Classic 50K',
      totalCents: 14_900,
      taxBps: 2_000,
      taxCents: 2_483,
      buyer: { country: 'FR' },
    });
    expect((await ask((await shop.signIn()).token)).response_status).toBe(404);
    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    const after = await shop.ask(myOrders, { token: person.token });
    expect(after.data.orders[0]?.documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit']);
    expect(await subscriptionOf(person)).toMatchObject({ status: 'ended' });
    const headers = { Authorization: `Bearer ${person.token}` };
    const pdf = await shop.server.app.request(`/api/billing/document.pdf?number=${number}`, { headers });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const csv = await (await shop.server.app.request('/api/billing/history.csv', { headers })).text();
    expect(csv.trim().split('\r\n')).toHaveLength(3);
    expect(csv).toContain(`,Classic 50K,-149.00,-24.83,20,USD,${number}`);
  });

  test('the calendar file contains each upcoming charge', async () => {
    const { person } = await subscribe();
    const headers = { Authorization: `Bearer ${person.token}` };
    const text = await (await shop.server.app.request('/api/billing/renewals.ics', { headers })).text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(text).toContain('RRULE:FREQ=MONTHLY');
    expect(text.split('\r\n').every((line) => line.length <= 75)).toBe(true);
  });

  test('a subscription of the 31st keeps its rule after a short month, and each charge is an all-day event', async () => {
    const { person } = await subscribe();
    await shop.server.deps.db
      .updateTable('subscription')
      .set({ anchor_at: new Date('2026-01-31T12:00:00Z'), period_ends_at: new Date('2026-04-30T12:00:00Z') })
      .where('person_id', '=', person.personId)
      .execute();
    const headers = { Authorization: `Bearer ${person.token}` };
    const text = await (await shop.server.app.request('/api/billing/renewals.ics', { headers })).text();
    const lines = text.replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toContain('RRULE:FREQ=MONTHLY;BYMONTHDAY=-1');
    expect(lines).toContain('DTSTART;VALUE=DATE:20260430');
    // Another library reads the days as its user's calendar shows them.
    const [event, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
    if (!event) throw new Error('the calendar is empty');
    const days = new ICAL.Event(event).iterator();
    const shown = Array.from({ length: 4 }, () => String(days.next()));
    expect(shown).toEqual(['2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31']);
    expect(others).toEqual([]);
  });
});

describe('contract cancellation', () => {
  const cancelContract = (order: string, email: string) =>
    shop.ask(billing.cancelContract, { body: { name: 'Ada Buyer', email, order } });

  test('a cancellation within 14 days refunds once and confirms by email', async () => {
    const form = orderForm({ startNow: 0 });
    const opened = await shop.order(form);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const answers = await Promise.all([
      cancelContract(opened.orderId, form.email),
      cancelContract(opened.orderId, form.email),
    ]);
    expect(answers.map((answer) => answer.response_status)).toEqual([200, 200]);
    await confirmWithdrawal(shop.server, form.email);
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await shop.accounts(opened)).toEqual([]);
    const sent = (await shop.server.mails(form.email)).map(({ subject }) => subject);
    expect(sent.filter((subject) => subject.startsWith('Your withdrawal'))).toHaveLength(2);
    expect(sent.filter((subject) => subject.startsWith('Your refund'))).toHaveLength(1);
  });

  test('a cancellation after an early start, or of an unknown order, goes to review with the same response', async () => {
    const form = orderForm();
    const opened = await shop.order(form);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect((await cancelContract(opened.orderId, form.email)).response_status).toBe(200);
    expect((await cancelContract('no-such-order', form.email)).response_status).toBe(200);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
    const mails = await shop.server.mails(form.email);
    const known = mails.find(({ subject }) => subject.startsWith('Your withdrawal'));
    const unknown = mails.find(({ subject }) => subject.startsWith('We’ve received a statement'));
    expect(known?.text).toContain('you pay for what you received until now');
    expect(known?.text).toContain('confirms that we received your statement');
    expect(unknown?.text).toContain('We’re checking which contract it is about');
  });

  test('in Brazil the order starts at once, the receipt states the seven days, and the full price is refunded', async () => {
    const form = orderForm({ country: 'BR', startNow: 0 });
    const opened = await shop.order(form);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect(await shop.result(opened)).toMatchObject({
      status: 'fulfilled',
      cancellationRight: { days: 7, earlyStart: 'keeps-right' },
    });
    const receipt = (await shop.server.mails(form.email)).find(({ subject }) => subject.startsWith('Your receipt'));
    expect(receipt?.text).toContain('You can withdraw from the contract within 7 days of this order');
    await cancelContract(opened.orderId, form.email);
    await confirmWithdrawal(shop.server, form.email);
    expect((await shop.result(opened)).status).toBe('refunded');
  });
});
