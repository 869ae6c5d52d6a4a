import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '#lib/durations.ts';
import { reconcileOrders } from '#server/billing/payments/reconcile.ts';
import { cancelContract } from '#shared/billing/contract.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import type { BodyOf } from '#shared/core/call.ts';
import * as calls from '#shared/orders/contract.ts';
import { setPassword } from '#shared/people/contract.ts';
import { deleteProfile } from '#shared/people/contract-profile.ts';
import { confirmNow } from '../support/funded.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';
import { play, trade } from '../support/trading.ts';
import { confirmWithdrawal } from '../support/withdrawal.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

/** A paid Classic 50K whose buyer left "Open my account immediately" unticked. */
async function buyDeferred(change: object = {}, token?: string) {
  const form = orderForm({ startNow: 0, ...change });
  const answer = await shop.ask(calls.createOrder, {
    body: form,
    idempotencyKey: randomUUID(),
    ...(token && { token }),
  });
  expect(answer.response_status, answer.response_message).toBe(200);
  await shop.press(answer.data, 'paid');
  await shop.server.drain();
  return { ...answer.data, email: form.email };
}

const start = (body: { orderId: string; sessionId?: string; startNow?: 0 | 1 }, token?: string) =>
  shop.ask(calls.startOrder, { body: { startNow: 1, ...body }, ...(token && { token }) });

async function startUrl(email: string): Promise<string> {
  const receipt = (await shop.server.mails(email)).find(({ subject }) => subject.startsWith('Your receipt'));
  const [url = ''] = /http\S+start-link\S+/.exec(receipt?.text ?? '') ?? [];
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const subjects = async (email: string) => (await shop.server.mails(email)).map(({ subject }) => subject).sort();

describe('a deferred start for EU buyers', () => {
  test('lets the buyer sign in at once, and the result shows the start at the end of the 14 days', async () => {
    const opened = await buyDeferred();
    expect(await subjects(opened.email)).toEqual(['Choose your password', 'Your receipt: Classic 50K']);
    const result = await shop.result(opened);
    expect(result).toMatchObject({ status: 'paid', isDeferred: true, passwordWanted: true });
    // The end of the fourteenth day after March 11, on the Azores.
    expect(result.beginsAt).toBe(Date.UTC(2026, 2, 26, 1));

    const mails = await shop.server.mails(opened.email);
    const { text = '' } = mails.find(({ subject }) => subject === 'Choose your password') ?? {};
    const [, code = ''] = /\/password\/set\/[^/]+\/_\/#code=([\w-]+)/.exec(text) ?? [];
    const password = 'a-long-enough-phrase-7';
    const body = { email: opened.email, code, password, confirm_password: password };
    const set = await shop.ask(setPassword, { body });
    expect(set.response_status, set.response_message).toBe(200);
  });

  test('comes after the holiday on which the 14 days would end, and until then the full price is refunded', async () => {
    const { clock } = shop.server;
    const moveTo = (at: number) => clock.advance(at - clock.now().getTime());
    // The fourteenth day after Friday the 20th is Good Friday; the next working day is Tuesday, April 7.
    await moveTo(Date.UTC(2026, 2, 20, 12));
    const end = Date.UTC(2026, 3, 8, 1);
    const kept = await buyDeferred();
    const canceled = await buyDeferred();
    expect((await shop.result(kept)).beginsAt).toBe(end);
    const receipt = (await shop.server.mails(kept.email)).find(({ subject }) => subject.startsWith('Your receipt'));
    expect(receipt?.text).toContain('April 8, 2026');
    await moveTo(end - 60_000);
    await shop.server.drain();
    expect(await shop.accounts(kept)).toEqual([]);
    const body = { name: 'Ada Buyer', email: canceled.email, order: canceled.orderId };
    await shop.ask(cancelContract, { body });
    await confirmWithdrawal(shop.server, canceled.email);
    expect((await shop.result(canceled)).status).toBe('refunded');
    await moveTo(end + 60_000);
    await shop.server.drain();
    expect((await shop.result(kept)).status).toBe('fulfilled');
    expect(await shop.accounts(kept)).toHaveLength(1);
  });

  test('sends a working password link with the account’s details after the first link has expired', async () => {
    const opened = await buyDeferred();
    await shop.server.clock.advance(15 * dayMs);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('fulfilled');
    const mails = await shop.server.mails(opened.email);
    const ready = mails.find(({ subject }) => subject.endsWith('is ready to trade'));
    const [, code = ''] = /\/password\/set\/[^/]+\/_\/#code=([\w-]+)/.exec(ready?.text ?? '') ?? [];
    const password = 'a-long-enough-phrase-7';
    const body = { email: opened.email, code, password, confirm_password: password };
    expect((await shop.ask(setPassword, { body })).response_status).toBe(200);
  });

  test('can be brought forward once from the result page with its session, and the consent is stored', async () => {
    const opened = await buyDeferred();
    const { orderId, sessionId } = opened;
    const startedAt = shop.server.clock.now().getTime();
    const both = await Promise.all([start({ orderId, sessionId }), start({ orderId, sessionId })]);
    expect(both.map((answer) => answer.response_status)).toEqual([200, 200]);
    await shop.server.drain();
    expect((await start({ orderId, sessionId })).response_status).toBe(200);
    await shop.server.clock.advance(15 * dayMs);
    await shop.server.drain();

    expect(await shop.result(opened)).toMatchObject({ status: 'fulfilled', isDeferred: false });
    expect(await shop.accounts(opened)).toHaveLength(1);
    const { consents, start_now, begins_at } = await shop.row(opened);
    const [terms, _renewal, ...others] = consents;
    expect(others).toEqual([{ text: 'start_now', version: terms?.version, at: expect.any(Number), ip: '127.0.0.1' }]);
    expect(others[0]?.at).toBeGreaterThanOrEqual(startedAt);
    expect(others[0]?.at).toBe(begins_at?.getTime());
    expect(start_now).toBe(true);
    const requests = (await shop.actions(opened)).filter((action) => action === 'order-start-requested');
    expect(requests).toHaveLength(1);
    expect(await subjects(opened.email)).toEqual([
      'Choose your password',
      'Classic 50K is ready to trade',
      'We’re starting Classic 50K now',
      'Your receipt: Classic 50K',
    ]);
    const mails = await shop.server.mails(opened.email);
    const confirmation = mails.find(({ subject }) => subject.startsWith('We’re starting'));
    expect(confirmation?.text).toContain('you pay for what you received if you withdraw within 14 days');
    expect(confirmation?.text).toContain(`version ${terms?.version}`);
  });

  test('that was brought forward is delivered within the hour if its job has given up', async () => {
    const opened = await buyDeferred();
    const { orderId, sessionId } = opened;
    await start({ orderId, sessionId });
    const { db } = shop.server.deps;
    await sql`delete from jobs.job where singleton_key = ${`start:${orderId}`}`.execute(db);
    await shop.server.drain();
    expect(await shop.accounts(opened)).toHaveLength(0);
    await shop.server.clock.advance(hourMs);
    await reconcileOrders(shop.server.deps);
    await shop.server.drain();
    expect(await shop.accounts(opened)).toHaveLength(1);
  });

  test('can be brought forward only with consent, by the order’s session or its buyer', async () => {
    const { orderId, sessionId } = await buyDeferred();
    const unticked = await start({ orderId, sessionId, startNow: 0 });
    expect([unticked.response_status, Object.keys(unticked.validation_errors ?? {})]).toEqual([422, ['startNow']]);
    const other = await shop.signIn();
    expect((await start({ orderId })).response_status).toBe(404);
    expect((await start({ orderId, sessionId: 'wrong' })).response_status).toBe(404);
    expect((await start({ orderId }, other.token)).response_status).toBe(404);
    expect((await start({ orderId: 'unknown', sessionId })).response_status).toBe(404);
    expect((await shop.result({ orderId, sessionId })).isDeferred).toBe(true);
  });

  test('is listed in the portal, which can start the order', async () => {
    const person = await shop.signIn();
    const { orderId } = await buyDeferred({}, person.token);
    const list = async () =>
      (await shop.ask(myOrders, { query: { unfinished: '1' }, token: person.token })).data.orders;
    const { begins_at } = await shop.row({ orderId });
    expect(await list()).toMatchObject([{ orderId, status: 'paid', deferredUntil: begins_at?.getTime() }]);
    expect((await start({ orderId }, person.token)).response_status).toBe(200);
    await shop.server.drain();
    expect(await list()).toEqual([]);
    expect(await shop.accounts({ orderId })).toHaveLength(1);
  });

  test('can be brought forward with the button behind the receipt’s link, not by opening the link', async () => {
    const opened = await buyDeferred();
    const url = await startUrl(opened.email);
    const page = await shop.server.app.request(url);
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('you pay for what you received if you withdraw within 14 days');
    expect(html).toContain('>Start now</button>');
    // Requesting a start doesn’t waive the right to cancel: it ends once the service is fully performed.
    expect(html).not.toContain('give up my right');
    await shop.server.drain();
    expect((await shop.result(opened)).isDeferred).toBe(true);

    const press = (to: string, startNow: string) =>
      shop.server.app.request(to, { method: 'POST', body: new URLSearchParams({ startNow }) });
    expect((await press(`${url.slice(0, -3)}AAA`, '1')).status).toBe(404);
    expect(await (await press(url, '0')).text()).toContain('Start your order now');
    expect(await (await press(url, '1')).text()).toContain('Your order has started');
    expect(await (await press(url, '1')).text()).toContain('Your order has started');
    await shop.server.drain();
    expect(await shop.accounts(opened)).toHaveLength(1);
    expect((await shop.row(opened)).consents.map(({ text }) => text)).toEqual(['terms', 'renewal', 'start_now']);
  });

  test('can’t be brought forward while the order is being refunded', async () => {
    const opened = await buyDeferred();
    const { db } = shop.server.deps;
    const now = shop.server.clock.now();
    await db.updateTable('orders').set({ refund_requested_at: now }).where('id', '=', opened.orderId).execute();
    const { orderId, sessionId } = opened;
    expect((await start({ orderId, sessionId })).response_status).toBe(409);
    expect((await shop.server.app.request(await startUrl(opened.email))).status).toBe(404);
    expect((await shop.result(opened)).isDeferred).toBe(false);
    // Nor does it start at the end of the 14 days.
    await shop.server.clock.advance(15 * dayMs);
    await shop.server.drain();
    expect((await shop.row(opened)).status).toBe('paid');
    expect(await shop.accounts(opened)).toEqual([]);
    expect(await subjects(opened.email)).toEqual(['Choose your password', 'Your receipt: Classic 50K']);
  });
});

describe('deleting the profile of a buyer whose order waits for its deferred start', () => {
  async function buyDeferredSignedIn() {
    const person = await shop.signIn();
    await confirmNow(shop.server, person.personId);
    const opened = await buyDeferred({}, person.token);
    return { opened, person, deleteIt: () => shop.ask(deleteProfile, { token: person.token }) };
  }

  test('refunds the order in full and never fulfills it', async () => {
    const { opened, person, deleteIt } = await buyDeferredSignedIn();
    const answer = await deleteIt();
    expect(answer.response_status, answer.response_message).toBe(200);
    await shop.server.drain();
    expect((await shop.result(opened)).status).toBe('refunded');
    expect(await shop.creditNotes(opened)).toMatchObject([{ totalCents: -14_900 }]);
    expect(await subjects(person.email)).toContain('Your refund: Classic 50K');
    await shop.server.clock.advance(15 * dayMs);
    await shop.server.drain();
    expect((await shop.row(opened)).status).toBe('refunded');
    expect(await shop.accounts(opened)).toEqual([]);
  });

  test('waits for an order that has been started, until it is delivered', async () => {
    const { opened, person, deleteIt } = await buyDeferredSignedIn();
    await start({ orderId: opened.orderId }, person.token);
    expect(await deleteIt()).toMatchObject({ response_status: 409, error_code: 'delete_busy' });
    await shop.server.drain();
    expect((await deleteIt()).response_status).toBe(200);
  });

  test('waits while the bank decides on the payment, which a refund would return twice', async () => {
    const { opened, deleteIt } = await buyDeferredSignedIn();
    await shop.press(opened, 'disputed');
    await shop.server.drain();
    expect(await deleteIt()).toMatchObject({ response_status: 409, error_code: 'delete_busy' });
    expect((await shop.row(opened)).refund_requested_at).toBeNull();
  });
});

test('the checkout asks for consent exactly where the start would be deferred', async () => {
  const evaluation = orderForm().selection;
  const needsConsent = async (
    selection: BodyOf<typeof calls.quoteOrder>['selection'],
    country: string,
    token?: string,
  ) => {
    const answer = await shop.ask(calls.quoteOrder, { body: { selection, country }, ...(token && { token }) });
    expect(answer.response_status, answer.response_message).toBe(200);
    return answer.data.needsStartConsent;
  };
  expect(await needsConsent(evaluation, 'FR')).toBe(true);
  expect(await needsConsent(evaluation, 'US')).toBe(false);

  const person = await shop.signIn();
  await buyDeferred({ startNow: 1, selection: { ...evaluation, platform: 'dxfeed' } }, person.token);
  const { orderId } = await buyDeferred({ startNow: 1 }, person.token);
  const [account] = await shop.accounts({ orderId });
  const common = { platform: 'rithmic', coupon: '' } as const;
  await play(shop.server, account?.id ?? '', trade(shop.server.clock.now().getTime() - hourMs, 4));
  const ofAccount = { ...common, accountId: account?.id ?? '', packageId: 'classic-50k' };
  expect(await needsConsent({ kind: 'renew', ...ofAccount }, 'FR', person.token)).toBe(false);
  expect(await needsConsent({ kind: 'reset', ...ofAccount }, 'FR', person.token)).toBe(true);
  const free = { ...common, kind: 'market-data-free', packageId: 'cme-top', platform: 'dxfeed' } as const;
  expect(await needsConsent({ ...free, professional: false }, 'FR', person.token)).toBe(false);
});
