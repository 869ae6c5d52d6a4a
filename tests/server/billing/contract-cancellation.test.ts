import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { activateAccount } from '#server/accounts/lifecycle/activate.ts';
import { endAccount } from '#server/accounts/lifecycle/end.ts';
import type { Deps } from '#server/core/deps.ts';
import { createLimits } from '#server/core/http/limits.ts';
import { handlers } from '#server/firm/jobs.ts';
import { fulfillOrder } from '#server/orders/fulfillment/fulfill.ts';
import * as billing from '#shared/billing/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { startTestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { payOrder } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { lose, pass } from '../support/trading.ts';
import { confirmWithdrawal } from '../support/withdrawal.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const cancelContract = async (order: string, email: string) => {
  await shop.ask(billing.cancelContract, { body: { name: 'Ada Buyer', email, order } });
  await confirmWithdrawal(shop.server, email);
};
const ticketsOf = (email: string) =>
  shop.server.deps.db.selectFrom('ticket').selectAll().where('email', '=', email).execute();
const mailsOf = async (email: string, subject: string) =>
  (await shop.server.mails(email)).filter((mail) => mail.subject.startsWith(subject));

async function buy(change: Parameters<typeof orderForm>[0] = {}) {
  const form = orderForm(change);
  const opened = await shop.order(form);
  await shop.press(opened, 'paid');
  await shop.server.drain();
  return { ...opened, email: form.email };
}

const readAccount = (id: string) =>
  shop.server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A reset of a failed evaluation, paid and, unless its jobs stop, delivered when it is due. */
async function buyReset(change: Parameters<typeof orderForm>[0], isDelivered = true) {
  const { token, email } = await shop.signIn();
  const place = async (body: ReturnType<typeof orderForm>) =>
    (await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token })).data;
  const evaluation = await place(orderForm());
  await shop.press(evaluation, 'paid');
  await shop.server.drain();
  const accountId = (await shop.accounts(evaluation))[0]?.id ?? '';
  await lose(shop.server, accountId);
  await shop.server.drain();
  const selection: ProductSelection = {
    ...{ kind: 'reset', accountId, packageId: 'classic-50k', platform: 'rithmic', addOns: [], coupon: '' },
  };
  const order = await place(orderForm({ selection, expectedTotalCents: 7_900, ...change }));
  await shop.press(order, 'paid');
  await shop.server.drain(isDelivered ? {} : { handlers: { ...handlers, 'fulfill-order': async () => undefined } });
  return { order, email, accountId };
}

describe('a cancellation that staff must decide', () => {
  test('of a started service becomes one ticket about the order, and staff get one email', async () => {
    const { orderId, email } = await buy();
    await cancelContract(orderId, email);
    await cancelContract(orderId, email);
    const [ticket, ...others] = await ticketsOf(email);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ order_id: orderId, topic: 'payment', status: 'open', person_id: null });
    expect(ticket?.subject).toContain(`withdraw from the contract for order ${orderId}`);
    const firm = await shop.server.mails(shop.server.deps.catalog.site.supportEmail);
    expect(firm.filter(({ text }) => text.includes(`/admin/tickets/${ticket?.id}`))).toHaveLength(1);
    const { number } = await shop.row({ orderId });
    expect((await shop.server.mails(email)).map(({ subject }) => subject).sort()).toEqual([
      'Classic 50K is ready to trade',
      'Your receipt: Classic 50K',
      ...Array.from({ length: 2 }, () => `Your withdrawal from the contract: ${number}`),
    ]);
    const [last] = await shop.server.mails(email);
    expect(last?.text).toContain('You’ve already sent us a statement about this order');
  });

  test('of an evaluation that led to a funded account is not refunded automatically', async () => {
    const { email, ...opened } = await buy({ country: 'BR' });
    const [evaluation] = await shop.accounts(opened);
    const evaluationId = evaluation?.id ?? '';
    const { person_id: personId } = await shop.row(opened);
    await pass(shop.server, evaluationId);
    await activateAccount(shop.server.deps, await payOrder(shop.server, personId ?? ''), evaluationId);
    await cancelContract(opened.orderId, email);
    expect(await shop.row(opened)).toMatchObject({ status: 'fulfilled', refund_requested_at: null });
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test.each([
    ['that is carried out', true],
    ['that is being carried out', false],
  ])('of a Brazilian’s reset %s keeps the reset and refunds nothing automatically', async (_case, isDelivered) => {
    const { order, email } = await buyReset({ country: 'BR' }, isDelivered);
    await cancelContract(order.orderId, email);
    expect(await shop.row(order)).toMatchObject({
      status: isDelivered ? 'fulfilled' : 'paid',
      refund_requested_at: null,
    });
    expect(await ticketsOf(email)).toMatchObject([{ order_id: order.orderId }]);
  });

  test.each([
    ['breached', (id: string) => lose(shop.server, id)],
    ['ended', (id: string) => endAccount(shop.server.deps, id, 'canceled')],
  ])('of a Brazilian’s order whose account was %s isn’t another free attempt', async (_case, end) => {
    const { email, ...opened } = await buy({ country: 'BR' });
    await end((await shop.accounts(opened))[0]?.id ?? '');
    await cancelContract(opened.orderId, email);
    expect(await shop.row(opened)).toMatchObject({ status: 'fulfilled', refund_requested_at: null });
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('of a Brazilian’s second order is decided by a person', async () => {
    const first = await buy({ country: 'BR' });
    await cancelContract(first.orderId, first.email);
    expect((await shop.row(first)).status).toBe('refunded');
    const second = await buy({ country: 'BR', email: first.email });
    await cancelContract(second.orderId, first.email);
    expect((await shop.row(second)).refund_requested_at).toBeNull();
    expect(await ticketsOf(first.email)).toMatchObject([{ order_id: second.orderId }]);
  });

  test('of an order from Brazil, with a profile from elsewhere, is decided by a person', async () => {
    const { email, ...opened } = await buy({ country: 'BR' });
    const { person_id } = await shop.row(opened);
    await shop.server.deps.db
      .updateTable('person')
      .set({ country: 'PT' })
      .where('id', '=', person_id ?? '')
      .execute();
    await cancelContract(opened.orderId, email);
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
    expect(await ticketsOf(email)).toHaveLength(1);
  });

  test.each([
    ['issued in another country', async () => ({ country: 'US', fingerprint: null }), 'fulfilled'],
    ['issued where nobody can say now', () => Promise.reject(new Error('down')), 'fulfilled'],
    ['not issued in Brazil, which this one was', async () => ({ country: 'BR', fingerprint: null }), 'refunded'],
  ])('of an order from Brazil is decided by a person if its card was %s', async (_case, findCard, status) => {
    const { payments } = shop.server.deps;
    const { email, ...opened } = await buy({ country: 'BR' });
    const original = payments.findCard;
    Object.assign(payments, { findCard });
    await cancelContract(opened.orderId, email);
    Object.assign(payments, { findCard: original });
    expect((await shop.row(opened)).status).toBe(status);
    expect(await ticketsOf(email)).toHaveLength(status === 'refunded' ? 0 : 1);
  });

  test.each([
    ['another country', 'US', 'fulfilled'],
    ['Brazil', 'BR', 'refunded'],
  ])(
    'of an order from Brazil is decided by a person unless the identity document fits: %s',
    async (_case, country, status) => {
      const { email, ...opened } = await buy({ country: 'BR' });
      const { person_id: personId } = await shop.row(opened);
      const now = shop.server.clock.now();
      await shop.server.deps.db
        .insertInto('identity_check')
        .values({
          ...{ id: randomUUID(), person_id: personId ?? '', provider: 'veriff', status: 'approved' },
          ...{ first_name: 'Ada', last_name: 'Buyer', country, started_at: now, decided_at: now },
        })
        .execute();
      await cancelContract(opened.orderId, email);
      expect((await shop.row(opened)).status).toBe(status);
      expect(await ticketsOf(email)).toHaveLength(status === 'refunded' ? 0 : 1);
    },
  );

  test('of an unknown order becomes one ticket without an order, even if it is sent twice', async () => {
    const email = `unknown-${randomUUID()}@example.com`;
    await cancelContract('O2026-000000', email);
    await cancelContract('O2026-000000', email);
    expect(await ticketsOf(email)).toMatchObject([{ order_id: null }]);
  });

  test('of many unknown orders becomes one ticket, in which staff read each', async () => {
    const email = `unknown-${randomUUID()}@example.com`;
    const orders = ['O2026-000001', 'O2026-000002', 'O2026-000003'];
    for (const order of orders) await cancelContract(order, email);
    const [ticket, ...others] = await ticketsOf(email);
    expect(others).toEqual([]);
    const messages = await shop.server.deps.db
      .selectFrom('ticket_message')
      .select('text')
      .where('ticket_id', '=', ticket?.id ?? '')
      .orderBy('number')
      .execute();
    expect(messages.map(({ text }) => orders.find((order) => text.includes(order)))).toEqual(orders);
  });
});

test('statements about unknown orders from one network open five tickets a day, and staff read the others in one more', async () => {
  const server = await startTestApp({
    replace: { limits: createLimits(), captcha: { challenge: async () => null, verify: async () => true } },
  });
  onTestFinished(() => server.close());
  const addresses = Array.from({ length: 9 }, (_, index) => `stranger-${index}@example.com`);
  for (const email of addresses) {
    const body = { name: 'Ada Buyer', email, order: 'O2026-000000', captcha: 'solved' };
    await client(server)(billing.cancelContract, { body });
  }
  const { db } = server.deps;
  const tickets = await db.selectFrom('ticket').select(['id', 'email']).orderBy('number').execute();
  expect(tickets.map(({ email }) => email)).toEqual([...addresses.slice(0, 5), server.deps.catalog.site.supportEmail]);
  const joined = await db
    .selectFrom('ticket_message')
    .select('text')
    .where('ticket_id', '=', tickets.at(-1)?.id ?? '')
    .orderBy('number')
    .execute();
  expect(joined.map(({ text }) => addresses.find((email) => text.includes(email)))).toEqual(addresses.slice(5));
  expect(await db.selectFrom('contract_cancellation').select('email').orderBy('received_at').execute()).toHaveLength(9);
  for (const email of addresses) expect(await server.drain().then(() => server.mails(email))).toHaveLength(1);
});

describe('a cancellation with a refund', () => {
  test('is possible until midnight of the last day, and not later', async () => {
    const paid = await buy({ country: 'BR' });
    const late = await buy({ country: 'BR' });
    // Paid on Wednesday March 11 in Brazil: in Acre, Wednesday the 18th ends at 05:00 UTC on the 19th.
    const end = Date.UTC(2026, 2, 19, 5);
    expect(shop.server.clock.now().toISOString().slice(0, 10)).toBe('2026-03-11');
    await shop.server.clock.advance(end - hourMs - shop.server.clock.now().getTime());
    await cancelContract(paid.orderId, paid.email);
    expect((await shop.result(paid)).status).toBe('refunded');
    expect(await ticketsOf(paid.email)).toEqual([]);
    await shop.server.clock.advance(hourMs);
    await cancelContract(late.orderId, late.email);
    expect((await shop.result(late)).status).toBe('fulfilled');
    expect(await ticketsOf(late.email)).toHaveLength(1);
  });

  test('takes effect once the payment has arrived, even if it was sent before', async () => {
    const form = orderForm({ startNow: 0 });
    const opened = await shop.order(form);
    await cancelContract(opened.orderId, form.email);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('paid');
    await cancelContract(opened.orderId, form.email);
    await cancelContract(opened.orderId, form.email);
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await mailsOf(form.email, 'Your withdrawal')).toHaveLength(3);
    expect(await mailsOf(form.email, 'Your refund')).toHaveLength(1);
  });

  test('ends an account that the platform opens while the refund is under way', async () => {
    const selection: ProductSelection = {
      ...{ kind: 'evaluation', packageId: 'merit-50k', platform: 'rithmic', addOns: [], coupon: '' },
    };
    const form = orderForm({ selection, expectedTotalCents: 54_900 });
    const opened = await shop.order(form);
    await shop.press(opened, 'paid');
    await shop.server.drain({ handlers: { ...handlers, 'fulfill-order': async () => undefined } });
    const { deps } = shop.server;
    const openAccount: Deps['platform']['openAccount'] = async (request) => {
      const answer = await deps.platform.openAccount(request);
      await cancelContract(opened.orderId, form.email);
      return answer;
    };
    await fulfillOrder({ ...deps, platform: { ...deps.platform, openAccount } }, opened.orderId);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await shop.accounts(opened)).toMatchObject([{ phase: 'live', end_reason: 'canceled' }]);
    expect(await shop.actions(opened)).toContain('account-of-refunded-order');
  });

  test('refunds nothing while the buyer’s bank holds the money', async () => {
    const { email, ...opened } = await buy({ startNow: 0 });
    await shop.press(opened, 'disputed');
    await shop.server.drain();
    await cancelContract(opened.orderId, email);
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('refunds nothing automatically after the buyer’s bank has returned a part', async () => {
    const { email, ...opened } = await buy({ startNow: 0 });
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    await cancelContract(opened.orderId, email);
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('returns the price of a reset that hasn’t started yet', async () => {
    const { order, email, accountId } = await buyReset({ country: 'FR', startNow: 0 });
    await cancelContract(order.orderId, email);
    expect((await shop.row(order)).status).toBe('refunded');
    const { state } = await readAccount(accountId);
    expect(state.status).toBe('breached');
  });

  test('also refunds the next period if it was paid ahead, and nothing twice', async () => {
    const person = await shop.signIn();
    const order = async (change: Parameters<typeof orderForm>[0]) => {
      const body = orderForm({ country: 'BR', ...change });
      const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: person.token });
      expect(answer.response_status, answer.response_message).toBe(200);
      await shop.press(answer.data, 'paid');
      await shop.server.drain();
      return answer.data;
    };
    await shop.server.deps.db.updateTable('person').set({ country: 'BR' }).where('email', '=', person.email).execute();
    const first = await order({});
    const [account] = await shop.accounts(first);
    const selection: ProductSelection = {
      ...{ kind: 'renew', accountId: account?.id ?? '', packageId: 'classic-50k', platform: 'rithmic' },
      ...{ addOns: [], coupon: '' },
    };
    const ahead = await order({ selection });
    await cancelContract(ahead.orderId, person.email);
    expect((await shop.result(ahead)).status).toBe('fulfilled');
    await cancelContract(first.orderId, person.email);
    await cancelContract(first.orderId, person.email);
    await shop.server.drain();
    expect([(await shop.result(first)).status, (await shop.result(ahead)).status]).toEqual(['refunded', 'refunded']);
    const credits = await shop.server.deps.db
      .selectFrom('invoice')
      .select('order_id')
      .where('kind', '=', 'credit')
      .where('person_id', '=', person.personId)
      .execute();
    expect(credits.map(({ order_id: id }) => id).sort()).toEqual([first.orderId, ahead.orderId].sort());
  });
});

test('a British buyer who declines an early start is shown the start date, and the account opens on that day', async () => {
  const startedAt = shop.server.clock.now().getTime();
  const { email, ...opened } = await buy({ country: 'GB', startNow: 0 });
  // The end of the fourteenth day in London: at least 14 and at most 15 days from now.
  const result = await shop.result(opened);
  expect(result).toMatchObject({ status: 'paid', isDeferred: true, cancellationRight: { days: 14 } });
  const beginsAt = result.beginsAt ?? 0;
  expect(beginsAt).toBeGreaterThan(startedAt + 14 * dayMs);
  expect(beginsAt % dayMs).toBe(0);
  expect(beginsAt).toBeLessThanOrEqual(startedAt + 15 * dayMs);
  const [receipt] = await mailsOf(email, 'Your receipt');
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(beginsAt);
  expect(receipt?.text).toContain(`You didn’t ask us to start immediately. It starts on ${day}`);
  await shop.server.clock.advance(beginsAt - startedAt - hourMs);
  await shop.server.drain();
  expect(await shop.accounts(opened)).toEqual([]);
  await shop.server.clock.advance(hourMs + 1_000);
  await shop.server.drain();
  expect((await shop.result(opened)).status).toBe('fulfilled');
  expect(await shop.accounts(opened)).toHaveLength(1);
});
