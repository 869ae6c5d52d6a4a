import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { runRenewals } from '#server/billing/bills/renew.ts';
import type { PaymentEvent } from '#server/billing/ports/payments/events.ts';
import { requestOrderRefund } from '#server/orders/request-refund.ts';
import * as billing from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import * as calls from '#shared/orders/contract.ts';
import * as risk from '#shared/risk/contract.ts';
import { signInStaff } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** Buys a Classic 50K for a new person whose card pays or declines renewals. */
async function buyClassic(renewals: 'pay' | 'decline' = 'pay', taxBps?: number) {
  const person = await shop.signIn();
  await shop.server.deps.db.updateTable('person').set({ locale: 'en' }).where('id', '=', person.personId).execute();
  const options = { body: orderForm(), idempotencyKey: randomUUID(), token: person.token };
  const { data: opened } = await shop.ask(calls.createOrder, options);
  if (taxBps !== undefined) {
    const query = shop.server.deps.db.updateTable('orders').set({ tax_bps: taxBps });
    await query.where('id', '=', opened.orderId).execute();
  }
  const body = new URLSearchParams({ outcome: 'paid', delivery: 'normal', renewals });
  await shop.server.app.request(new URL(opened.paymentUrl).pathname, { method: 'POST', body });
  await shop.server.drain();
  return { person, opened };
}

const findAccount = async (opened: { orderId: string }) => (await shop.accounts(opened))[0];

const readSubscription = (personId: string) =>
  shop.server.deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();

const subjectsFor = async (address: string) => (await shop.server.mails(address)).map(({ subject }) => subject);

describe('chargebacks', () => {
  test('a dispute suspends the account, pauses renewals and notifies buyer and staff once; winning restores everything', async () => {
    const { person, opened } = await buyClassic();
    for (const outcome of ['disputed', 'disputed'] as const) await shop.press(opened, outcome);
    await shop.webhook(opened, 'disputed');
    await shop.server.drain();
    expect(await findAccount(opened)).toMatchObject({ ended_at: null, access: { trading: false } });
    expect((await shop.result(opened)).status).toBe('fulfilled');
    const { supportEmail } = shop.server.deps.catalog.site;
    expect(await subjectsFor(supportEmail)).toEqual([
      `Payment dispute opened: order ${(await shop.row(opened)).number}`,
    ]);
    expect(
      (await subjectsFor(person.email)).filter((subject) => subject.startsWith('Your bank is disputing')),
    ).toHaveLength(1);
    const notifications = await shop.ask(fetchNotifications, { token: person.token });
    expect(JSON.stringify(notifications.data)).toContain('Payment disputed');

    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const bills = shop.server.deps.db.selectFrom('bill').selectAll().where('person_id', '=', person.personId);
    expect(await bills.execute()).toEqual([]);

    await shop.press(opened, 'dispute-won');
    await shop.server.drain();
    expect((await findAccount(opened))?.access).toMatchObject({ trading: true });
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    expect(await bills.execute()).toMatchObject([{ status: 'paid' }]);
    expect(await subjectsFor(person.email)).toContain('Classic 50K is active again');
  });

  test('an order says what the bank disputes and offers no refund, until the dispute is decided', async () => {
    const { opened } = await buyClassic();
    const { token } = await signInStaff(shop.server, 'finance');
    const listed = async () => {
      const query = { q: (await shop.row(opened)).number };
      return (await shop.ask(officeLists.orders.page, { query, token })).data.rows[0];
    };
    expect(await listed()).toMatchObject({ disputedCents: null, isRefundable: true });
    await shop.press(opened, 'disputed');
    await shop.server.drain();
    expect(await listed()).toMatchObject({ disputedCents: 14_900, isRefundable: false });
    const query = { order: opened.orderId } as never;
    const { data } = await shop.ask(officeLists.chargebacks.page, { query, token });
    expect(data.rows).toMatchObject([{ orderId: opened.orderId, status: 'open', amountCents: 14_900 }]);
    await shop.press(opened, 'dispute-won');
    await shop.server.drain();
    expect(await listed()).toMatchObject({ disputedCents: null, isRefundable: true });
  });

  test('a lost dispute counts as a refund with a credit note and ends the account and its subscription', async () => {
    const { person, opened } = await buyClassic();
    await shop.press(opened, 'disputed');
    await shop.press(opened, 'dispute-lost');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await findAccount(opened)).toMatchObject({ end_reason: 'canceled' });
    expect(await readSubscription(person.personId)).toMatchObject({ status: 'ended' });
    const { data } = await shop.ask(myOrders, { token: person.token });
    expect(data.orders[0]?.documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit']);
    const mail = (await shop.server.mails(person.email)).find(({ subject }) => subject.startsWith('Your refund'));
    expect(mail?.text).toContain('Your bank returned');
  });

  test('a partly lost dispute keeps the order and leaves the account suspended until staff decide', async () => {
    const { opened } = await buyClassic();
    await shop.webhook(opened, 'disputed', { amountCents: 5_000 });
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
    expect((await findAccount(opened))?.access).toMatchObject({ trading: false });
  });

  test('a refund after a partly lost dispute pays back only the rest', async () => {
    const { opened } = await buyClassic();
    for (const outcome of ['disputed', 'dispute-lost'] as const)
      await shop.webhook(opened, outcome, { amountCents: 5_000 });
    await shop.server.drain();
    const { deps } = shop.server;
    const order = await shop.row(opened);
    await deps.db.transaction().execute((trx) => requestOrderRefund(deps, trx, order, 'operator', 'system'));
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    const events = await deps.db
      .selectFrom('provider_event')
      .select(['type', 'payload'])
      .where('order_id', '=', opened.orderId)
      .execute();
    const paidBack = events.filter(({ type }) => type === 'refunded').map(({ payload }) => payload as PaymentEvent);
    // $149.00 less what the bank took.
    expect(paidBack).toMatchObject([{ amountCents: 9_900 }]);
    expect(await shop.actions(opened)).not.toContain('payment-mismatch');
    // Repeating the message is no mismatch, but a payment of another amount is.
    await shop.webhook(opened, 'refunded', { amountCents: 9_900, refunds: paidBack[0]?.refunds ?? [] });
    await shop.server.drain();
    expect(await shop.actions(opened)).not.toContain('payment-mismatch');
    await shop.webhook(opened, 'paid', { amountCents: 9_900 });
    await shop.server.drain();
    expect(await shop.actions(opened)).toContain('payment-mismatch');
  });

  test('after a partly lost dispute, nothing renews until two people restore the account', async () => {
    const { person, opened } = await buyClassic();
    const first = await signInStaff(shop.server, 'risk_manager');
    const accountId = (await findAccount(opened))?.id ?? '';
    const restore = () =>
      shop.ask(risk.takeRiskAction, { token: first.token, body: { accountId, kind: 'restore', cause: 'It stays.' } });
    const canRestore = async () =>
      (await shop.ask(risk.riskAccount, { token: first.token, query: { accountId } })).data.isRestorable;
    await shop.webhook(opened, 'disputed', { amountCents: 5_000 });
    await shop.server.drain();
    expect([await canRestore(), (await restore()).response_status]).toEqual([false, 409]);
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    expect(await canRestore()).toBe(true);
    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const bills = shop.server.deps.db.selectFrom('bill').select('status').where('person_id', '=', person.personId);
    expect(await bills.execute()).toEqual([]);

    const staff = [await signInStaff(shop.server, 'risk_manager'), await signInStaff(shop.server, 'risk_manager')];
    const [asking, approving] = staff.map(({ token }) => token);
    const requested = await shop.ask(risk.takeRiskAction, {
      token: asking ?? '',
      body: { accountId, kind: 'restore', cause: 'It stays.' },
    });
    const body = { actionId: requested.data.actionId, decision: 'approve' } as const;
    expect((await shop.ask(risk.decideRiskAction, { token: approving ?? '', body })).response_status).toBe(200);
    await shop.server.drain();
    expect((await findAccount(opened))?.access).toMatchObject({ trading: true });
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    expect(await bills.execute()).toEqual([{ status: 'paid' }]);
  });

  test('a part lost before the order was submitted gets a credit note too', async () => {
    const opened = await shop.order();
    const { db } = shop.server.deps;
    await db.updateTable('orders').set({ status: 'draft' }).where('id', '=', opened.orderId).execute();
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.webhook(opened, 'paid');
    await shop.server.drain();
    const documents = db.selectFrom('invoice').select(['kind', 'cause']).where('order_id', '=', opened.orderId);
    expect((await documents.orderBy('kind').execute()).map(({ kind }) => kind)).toEqual(['credit', 'invoice']);
    expect((await findAccount(opened))?.access).toMatchObject({ trading: false });
  });

  test('a partly lost dispute gets one credit note, and a refund of the rest adds up to the invoice', async () => {
    const { person, opened } = await buyClassic('pay', 1_900);
    for (const outcome of ['disputed', 'dispute-lost', 'dispute-lost'] as const)
      await shop.webhook(opened, outcome, { amountCents: 5_001 });
    await shop.server.drain();
    const credits = async () => {
      const { data } = await shop.ask(myOrders, { token: person.token });
      const documents = (data.orders[0]?.documents ?? []).map(async ({ number }) => {
        return (await shop.ask(billing.fetchDocument, { token: person.token, query: { number } })).data;
      });
      const [invoice, ...rest] = await Promise.all(documents);
      return { invoice, rest };
    };
    const { invoice, rest } = await credits();
    const totalCents = invoice?.totalCents ?? 0;
    expect(totalCents).toBeGreaterThan(5_001);
    // $50.01 × 19/119 = $7.98.
    expect(rest).toMatchObject([
      {
        ...{ kind: 'credit', credits: invoice?.number, totalCents: -5_001, taxCents: -798, nextCharge: null },
        lines: [{ item: 'package', amountCents: -5_001 }],
      },
    ]);
    const [mail, ...others] = (await shop.server.mails(person.email)).filter(({ subject }) =>
      subject.startsWith('Your refund'),
    );
    expect([mail?.text, others]).toEqual([expect.stringContaining('$50.01 of your payment'), []]);
    expect(mail?.text).toContain(rest[0]?.number);

    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    const { rest: all } = await credits();
    expect(all).toHaveLength(2);
    expect(all.reduce((sum, each) => sum + each.totalCents, 0)).toBe(-totalCents);
    // 19/119 of the whole price.
    expect(all.reduce((sum, each) => sum + each.taxCents, 0)).toBe(-Math.round((totalCents * 19) / 119));
    expect((await shop.result(opened)).status).toBe('refunded');
  });

  test('two disputes, each lost for a part, refund the order with the second', async () => {
    const { person, opened } = await buyClassic();
    const { total_cents: totalCents } = await shop.row(opened);
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
    // The sandbox has one dispute per payment.
    const { db } = shop.server.deps;
    await db.updateTable('payment_dispute').set({ id: 'part-1' }).where('order_id', '=', opened.orderId).execute();
    await shop.webhook(opened, 'dispute-lost', { amountCents: totalCents - 5_000 });
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    const { data } = await shop.ask(myOrders, { token: person.token });
    expect(data.orders[0]?.documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit', 'credit']);
  });

  test('a partly lost dispute suspends the account even if the loss arrives first', async () => {
    const { opened } = await buyClassic();
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    await shop.webhook(opened, 'disputed', { amountCents: 5_000 });
    await shop.server.drain();
    expect((await findAccount(opened))?.access).toMatchObject({ trading: false });
  });

  test('a verdict counts even before its dispute, and a dispute before the payment suspends the paid account', async () => {
    const { opened } = await buyClassic();
    await shop.webhook(opened, 'dispute-won');
    await shop.webhook(opened, 'disputed');
    await shop.server.drain();
    expect((await findAccount(opened))?.suspended_at).toBeNull();

    const early = await shop.order();
    await shop.webhook(early, 'disputed');
    await shop.webhook(early, 'paid');
    await shop.server.drain();
    expect((await shop.result(early)).status).toBe('fulfilled');
    expect((await findAccount(early))?.access).toMatchObject({ trading: false });
  });
});

describe('replacing the payment card', () => {
  test('a new card pays the open bill at once, and only the owner can add one', async () => {
    const { person, opened } = await buyClassic('decline');
    await shop.server.clock.advance(32 * dayMs);
    await runRenewals(shop.server.deps);
    await shop.server.drain();
    const { id: subscriptionId, status } = await readSubscription(person.personId);
    expect(status).toBe('past-due');
    const ask = (token: string) => shop.ask(billing.changeCard, { body: { subscriptionId }, token });
    expect((await ask((await shop.signIn()).token)).response_status).toBe(404);
    const { data } = await ask(person.token);
    const url = new URL(data.url);
    const page = await (await shop.server.app.request(url.pathname + url.search)).text();
    expect(page).toContain('Sandbox card');
    const body = new URLSearchParams({ renewals: 'pay', back: 'https://elsewhere.example/' });
    const answer = await shop.server.app.request(url.pathname, { method: 'POST', body });
    expect(answer.headers.get('location')).toBe(shop.server.deps.env.origin);
    await shop.server.drain();
    expect(await readSubscription(person.personId)).toMatchObject({ status: 'active' });
    expect((await findAccount(opened))?.access).toMatchObject({ trading: true });
  });

  test('repeated declines of a new card don’t use up the retry dates', async () => {
    const { person } = await buyClassic('decline');
    const { clock, deps } = shop.server;
    await clock.advance(32 * dayMs);
    await runRenewals(deps);
    await shop.server.drain();
    const { id: subscriptionId } = await readSubscription(person.personId);
    const firstAttemptAt = clock.now().getTime();
    for (const card of [1, 2, 3, 4]) {
      await clock.advance(60_000 * card);
      const { data } = await shop.ask(billing.changeCard, { body: { subscriptionId }, token: person.token });
      const body = new URLSearchParams({ renewals: 'decline', back: deps.env.origin });
      await shop.server.app.request(new URL(data.url).pathname, { method: 'POST', body });
      await shop.server.drain();
    }
    expect((await readSubscription(person.personId)).status).toBe('past-due');
    const { data } = await shop.ask(billing.billingPending, { token: person.token });
    expect(data.bills).toMatchObject([{ nextAttemptAt: firstAttemptAt + dayMs }]);
  });

  test('a card can be added where none was stored, but not to a subscription that no longer charges', async () => {
    const { person } = await buyClassic();
    const { db } = shop.server.deps;
    const { id: subscriptionId } = await readSubscription(person.personId);
    await db.updateTable('subscription').set({ payment_method: null }).where('id', '=', subscriptionId).execute();
    const ask = () => shop.ask(billing.changeCard, { body: { subscriptionId }, token: person.token });
    const { data } = await ask();
    const body = new URLSearchParams({ renewals: 'pay', back: shop.server.deps.env.origin });
    await shop.server.app.request(new URL(data.url).pathname, { method: 'POST', body });
    await shop.server.drain();
    expect((await readSubscription(person.personId)).payment_method).toMatch(/^pay_/);
    await shop.ask(billing.cancelSubscription, { body: { subscriptionId }, token: person.token });
    expect((await ask()).response_status).toBe(409);
  });
});
