import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as billing from '../../src/contract/billing.ts';
import * as calls from '../../src/contract/orders.ts';
import type { Selection } from '../../src/contract/selection.ts';
import { activateAccount } from '../../src/server/services/lifecycle/activate.ts';
import { payOrder } from './support/people.ts';
import { orderForm, type Shop, startShop } from './support/shop.ts';
import { pass } from './support/trading.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const declare = async (order: string, email: string) => {
  await shop.ask(billing.cancelContract, { body: { name: 'Ada Buyer', email, order } });
  await shop.server.drain();
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

describe('a cancellation that a person has to decide', () => {
  test('of a started service becomes one ticket about the order, of which the firm gets a mail', async () => {
    const { orderId, email } = await buy();
    await declare(orderId, email);
    await declare(orderId, email);
    const [ticket, ...others] = await ticketsOf(email);
    expect(others).toEqual([]);
    expect(ticket).toMatchObject({ order_id: orderId, topic: 'payment', status: 'open', person_id: null });
    expect(ticket?.subject).toContain(`withdraw from the contract for order ${orderId}`);
    const firm = await shop.server.mails(shop.server.deps.catalog.site.supportEmail);
    expect(firm.filter(({ text }) => text.includes(`/admin/tickets/${ticket?.id}`))).toHaveLength(1);
    expect((await shop.server.mails(email)).map(({ subject }) => subject).sort()).toEqual([
      'Classic 50K is ready to trade',
      'Your receipt: Classic 50K',
      `Your withdrawal from the contract: ${orderId}`,
    ]);
  });

  test('of an evaluation that has led to a funded account is not refunded by itself', async () => {
    const { email, ...opened } = await buy({ country: 'BR' });
    const [evaluation] = await shop.accounts(opened);
    const evaluationId = evaluation?.id ?? '';
    const { person_id: personId } = await shop.row(opened);
    await pass(shop.server, evaluationId);
    await activateAccount(shop.server.deps, await payOrder(shop.server, personId ?? ''), evaluationId);
    await declare(opened.orderId, email);
    expect(await shop.row(opened)).toMatchObject({ status: 'fulfilled', refund_requested_at: null });
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('of an unknown order becomes a ticket without one, and a repeat is the same', async () => {
    const email = `unknown-${randomUUID()}@example.com`;
    await declare('O2026-000000', email);
    await declare('O2026-000000', email);
    expect(await ticketsOf(email)).toMatchObject([{ order_id: null }]);
  });
});

describe('a cancellation that refunds', () => {
  test('counts to midnight of the last day and not beyond', async () => {
    const paid = await buy({ country: 'BR' });
    const late = await buy({ country: 'BR' });
    // Paid on Wednesday 11 March in Brazil: Wednesday the 18th ends in Acre at 05:00 UTC on the 19th.
    const end = Date.UTC(2026, 2, 19, 5);
    expect(shop.server.clock.now().toISOString().slice(0, 10)).toBe('2026-03-11');
    await shop.server.clock.advance(end - hourMs - shop.server.clock.now().getTime());
    await declare(paid.orderId, paid.email);
    expect((await shop.result(paid)).status).toBe('refunded');
    expect(await ticketsOf(paid.email)).toEqual([]);
    await shop.server.clock.advance(hourMs);
    await declare(late.orderId, late.email);
    expect((await shop.result(late)).status).toBe('fulfilled');
    expect(await ticketsOf(late.email)).toHaveLength(1);
  });

  test('takes effect once the payment has arrived, although it was declared before', async () => {
    const form = orderForm({ startNow: 0 });
    const opened = await shop.order(form);
    await declare(opened.orderId, form.email);
    await shop.press(opened, 'paid');
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('paid');
    await declare(opened.orderId, form.email);
    await declare(opened.orderId, form.email);
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await mailsOf(form.email, 'Your withdrawal')).toHaveLength(2);
    expect(await mailsOf(form.email, 'Your refund')).toHaveLength(1);
  });

  test('pays nothing back while the buyer’s bank holds the money', async () => {
    const { email, ...opened } = await buy({ startNow: 0 });
    await shop.press(opened, 'disputed');
    await shop.server.drain();
    await declare(opened.orderId, email);
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('pays nothing back by itself after the buyer’s bank has returned a part', async () => {
    const { email, ...opened } = await buy({ startNow: 0 });
    await shop.webhook(opened, 'dispute-lost', { amountCents: 5_000 });
    await shop.server.drain();
    await declare(opened.orderId, email);
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
    expect(await ticketsOf(email)).toMatchObject([{ order_id: opened.orderId }]);
  });

  test('also pays back the next period if that was paid ahead, and nothing twice', async () => {
    const person = await shop.signIn();
    const order = async (change: Parameters<typeof orderForm>[0]) => {
      const body = orderForm({ country: 'BR', ...change });
      const answer = await shop.ask(calls.createOrder, { body, idempotencyKey: randomUUID(), token: person.token });
      expect(answer.response_status, answer.response_message).toBe(200);
      await shop.press(answer.data, 'paid');
      await shop.server.drain();
      return answer.data;
    };
    const first = await order({});
    const [account] = await shop.accounts(first);
    const selection: Selection = {
      ...{ kind: 'renew', accountId: account?.id ?? '', packageId: 'classic-50k', platform: 'rithmic' },
      ...{ addOns: [], coupon: '' },
    };
    const ahead = await order({ selection });
    await declare(ahead.orderId, person.email);
    expect((await shop.result(ahead)).status).toBe('fulfilled');
    await declare(first.orderId, person.email);
    await declare(first.orderId, person.email);
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

test('a British buyer who asks for no early start reads when it starts, and the account opens by itself', async () => {
  const startedAt = shop.server.clock.now().getTime();
  const { email, ...opened } = await buy({ country: 'GB', startNow: 0 });
  // To the end of the fourteenth day in London: no sooner than 14 days, no later than 15 and an hour.
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
