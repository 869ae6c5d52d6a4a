import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { $accounts } from '#app/accounts/stores/accounts.ts';
import {
  $deferredOrders,
  $unpaidOrder,
  awaitNewAccount,
  loadUnfinishedOrders,
} from '#app/accounts/stores/unfinished-orders.ts';
import { readStored, writeStored } from '#app/http/browser-storage.ts';
import { createOrderResult, createResendForm } from '#app/orders/stores/orders.ts';
import { createStartOrder } from '#app/orders/stores/start-order.ts';
import { startSession } from '#app/shell/stores/session.ts';
import { createPayments } from '#server/billing/ports/payments/create.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { createOrder, orderResult, resendOrderMails, startOrder } from '#shared/orders/contract.ts';
import { signInPerson } from '../../server/support/people.ts';
import { orderForm, shopOn } from '../../server/support/shop.ts';
import { connectFetch, hold, openPage, serveStores, signIn, toasts, until } from '../support.ts';

const server = await serveStores();
const post: typeof fetch = async (input, init) => shop.server.app.request(new URL(String(input)).pathname, init);
const shop = shopOn(await server.another({ payments: await createPayments(server.deps, post) }));

beforeEach(() => {
  openPage('/payments/orders/result');
  $unpaidOrder.set(null);
  $deferredOrders.set([]);
  $accounts.clear();
});

/** A guest's order for a Classic 50K in this browser. */
async function orderAsGuest(change: Parameters<typeof orderForm>[0] = {}) {
  const form = orderForm(change);
  writeStored(storageKeys.sessionId, form.browserSessionId ?? '');
  return { ...(await shop.order(form)), email: form.email };
}

/** Counts the calls whose path ends with this; `answer` can replace one response. */
function watch(
  part: string,
  answer: (call: number) => Response | undefined | Promise<Response | undefined> = () => undefined,
) {
  let calls = 0;
  connectFetch(server, (path) => {
    if (!path.endsWith(part)) return undefined;
    calls += 1;
    return answer(calls);
  });
  return () => calls;
}

const maxWaitMs = 10_000;

describe('an order result', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Waits for a status: pending responses arrive, later polls wait for their timer. */
  const statusOf = async ({ $result }: ReturnType<typeof createOrderResult>, status: string) => {
    const find = () => {
      const state = $result.get();
      return state.status === 'ready' ? state.data.status : state.status;
    };
    await until(() => find() === status);
  };

  test('polls until the payment is settled, then stops', async () => {
    const opened = await orderAsGuest();
    const asked = watch(orderResult.path);
    const result = createOrderResult({ orderId: opened.orderId, sessionId: opened.sessionId });
    const stop = result.start();
    await statusOf(result, 'awaiting-payment');
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await vi.advanceTimersByTimeAsync(800);
    await statusOf(result, 'fulfilled');
    expect(result.$result.get()).toMatchObject({ data: { totalCents: 14_900, email: opened.email } });
    const before = asked();
    await vi.advanceTimersByTimeAsync(maxWaitMs * 3);
    expect(asked()).toBe(before);
    stop();
  });

  test('stops polling a refunded order', async () => {
    const opened = await orderAsGuest();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await shop.webhook(opened, 'refunded');
    await shop.server.drain();
    const asked = watch(orderResult.path);
    const result = createOrderResult({ orderId: opened.orderId, sessionId: opened.sessionId });
    const stop = result.start();
    await statusOf(result, 'refunded');
    await vi.advanceTimersByTimeAsync(maxWaitMs * 3);
    expect(asked()).toBe(1);
    stop();
  });

  test('keeps polling after a declined payment, because another tab may still pay', async () => {
    const opened = await orderAsGuest();
    const result = createOrderResult({ orderId: opened.orderId, sessionId: opened.sessionId });
    const stop = result.start();
    await statusOf(result, 'awaiting-payment');
    await shop.press(opened, 'declined');
    await shop.server.drain();
    await vi.advanceTimersByTimeAsync(800);
    await statusOf(result, 'failed');
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await vi.advanceTimersByTimeAsync(maxWaitMs);
    await statusOf(result, 'fulfilled');
    stop();
  });

  test('is the newest order of the signed-in person at their own address, and at no other', async () => {
    const person = await shop.signIn();
    const order = async (packageId: string, expectedTotalCents: number) =>
      shop.ask(createOrder, {
        body: orderForm({
          expectedTotalCents,
          selection: { kind: 'evaluation', packageId, platform: 'dxfeed', addOns: [], coupon: '' },
        }),
        idempotencyKey: randomUUID(),
        token: person.token,
      });
    await order('classic-50k', 14_900);
    await shop.server.clock.advance(1_000);
    const newest = (await order('classic-50k', 14_900)).data;
    signIn(person.token);
    await startSession();
    const own = createOrderResult({ orderId: '', sessionId: '', email: ` ${person.email.toUpperCase()}` });
    const stop = own.start();
    await statusOf(own, 'awaiting-payment');
    expect(own.$result.get()).toMatchObject({ data: { orderId: newest.orderId } });
    stop();
    const other = createOrderResult({ orderId: '', sessionId: '', email: 'somebody@example.org' });
    const end = other.start();
    await statusOf(other, 'missing');
    end();
  });

  test.each([
    ['no order', () => ['', ''] as const],
    ['an order nobody made', () => ['x'.repeat(22), 'y'.repeat(22)] as const],
    ['something that can’t be an order', () => ['hello', 'world'] as const],
  ])('%s is said to be missing, without a message', async (_, address) => {
    const [orderId, sessionId] = address();
    const result = createOrderResult({ orderId, sessionId });
    const stop = result.start();
    await statusOf(result, 'missing');
    expect(toasts()).toEqual([]);
    stop();
  });

  test('offers a retry after a first failure; after a later one it keeps what is known and polls again', async () => {
    const opened = await orderAsGuest();
    let isDown = true;
    watch(orderResult.path, () => (isDown ? new Response(null, { status: 500 }) : undefined));
    const result = createOrderResult({ orderId: opened.orderId, sessionId: opened.sessionId });
    const stop = result.start();
    await statusOf(result, 'failed');
    expect(toasts()).toEqual([{ key: 'server_error' }]);
    isDown = false;
    void result.$result.load();
    expect(result.$result.get()).toEqual({ status: 'loading' });
    await statusOf(result, 'awaiting-payment');
    isDown = true;
    await vi.advanceTimersByTimeAsync(maxWaitMs);
    expect(result.$result.get().status).toBe('ready');
    expect(toasts()).toEqual([]);
    isDown = false;
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await vi.advanceTimersByTimeAsync(maxWaitMs);
    await statusOf(result, 'fulfilled');
    stop();
  });

  test('keeps a single polling timer when requests overlap, and stops with the screen', async () => {
    const opened = await orderAsGuest();
    const late = hold<undefined>();
    const asked = watch(orderResult.path, (call) => (call === 1 ? late.promise : undefined));
    const result = createOrderResult({ orderId: opened.orderId, sessionId: opened.sessionId });
    const stop = result.start();
    result.pollNow();
    await statusOf(result, 'awaiting-payment');
    late.settle(undefined);
    await until(() => vi.getTimerCount() > 0);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(asked()).toBe(2);
    await vi.advanceTimersByTimeAsync(maxWaitMs);
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    const before = asked();
    stop();
    await vi.advanceTimersByTimeAsync(maxWaitMs * 3);
    expect(asked()).toBe(before);
  });
});

describe('a wrong address', () => {
  test('is corrected by the browser that ordered, and the emails go to the new one', async () => {
    const opened = await orderAsGuest();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const sentTo: string[] = [];
    const form = createResendForm({ ...opened, onSent: (email) => void sentTo.push(email) });
    const email = `right-${randomUUID()}@example.com`;
    form.set('email', email);
    await form.submit();
    await shop.server.drain();
    expect(sentTo).toEqual([email]);
    expect((await server.mails(email)).map(({ subject }) => subject)).toContain('Your receipt: Classic 50K');
  });

  test('is refused at its field, and always refused in another browser', async () => {
    const opened = await orderAsGuest();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const sentTo: string[] = [];
    const options = { ...opened, onSent: (email: string) => void sentTo.push(email) };
    const form = createResendForm(options);
    form.set('email', 'no address');
    await form.submit();
    expect(Object.keys(form.$form.get().errors)).toEqual(['email']);
    writeStored(storageKeys.sessionId, randomUUID());
    const other = createResendForm(options);
    other.set('email', 'thief@example.com');
    await other.submit();
    expect(other.$form.get().busy).toBe(false);
    expect(sentTo).toEqual([]);
    expect(await server.mails('thief@example.com')).toEqual([]);
  });

  test('is sent once for a double click and stays in the form when the network is down', async () => {
    const opened = await orderAsGuest();
    await shop.press(opened, 'paid');
    await shop.server.drain();
    const form = createResendForm({ ...opened, onSent: () => undefined });
    const asked = watch(resendOrderMails.path);
    await Promise.all([form.submit(), form.submit()]);
    expect(asked()).toBe(1);
    form.set('email', 'later@example.com');
    watch(resendOrderMails.path, () => Promise.reject(new TypeError('fetch failed')));
    await form.submit();
    expect(form.$form.get()).toMatchObject({ busy: false, values: { email: 'later@example.com' } });
    expect(toasts()).toEqual([{ key: 'network' }]);
  });
});

/** A buyer's paid order that starts after the 14-day cancellation period. */
async function buyDeferred() {
  const person = await signInPerson(server);
  const { email } = await server.deps.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', person.personId)
    .executeTakeFirstOrThrow();
  const opened = await shop.ask(createOrder, {
    ...{ body: orderForm({ startNow: 0, email, country: 'PT' }), token: person.token, idempotencyKey: randomUUID() },
  });
  expect(opened.response_status).toBe(200);
  await shop.press(opened.data, 'paid');
  await shop.server.drain();
  signIn(person.token);
  return { ...person, ...opened.data };
}

describe('a deferred order', () => {
  test('starts once its buyer consents, however often the button is pressed', async () => {
    const { orderId } = await buyDeferred();
    const started: string[] = [];
    const start = createStartOrder({ orderId, onStarted: () => void started.push(orderId) });
    const asked = watch(startOrder.path);
    start.setConsented(true);
    await Promise.all([start.submit(), start.submit()]);
    await start.submit();
    expect(start.$start.get()).toEqual({ consented: true, error: undefined, busy: false, started: true });
    expect([asked(), started]).toEqual([1, [orderId]]);
    await shop.server.drain();
    expect(await shop.accounts({ orderId })).toHaveLength(1);
  });

  test('asks for the missing consent beside the checkbox until it is ticked', async () => {
    const { orderId } = await buyDeferred();
    const start = createStartOrder({ orderId });
    await start.submit();
    expect(start.$start.get()).toMatchObject({ busy: false, started: false, error: expect.stringMatching(/\w{4,}/) });
    expect(toasts()).toEqual([]);
    start.setConsented(true);
    expect(start.$start.get().error).toBeUndefined();
    await start.submit();
    expect(start.$start.get().started).toBe(true);
  });

  test('can’t be started by anyone but its buyer', async () => {
    const { orderId } = await buyDeferred();
    signIn((await signInPerson(server)).token);
    const start = createStartOrder({ orderId });
    start.setConsented(true);
    await start.submit();
    expect(start.$start.get()).toMatchObject({ busy: false, started: false });
    expect(toasts()).toHaveLength(1);
    expect(await shop.accounts({ orderId })).toEqual([]);
  });

  test('is listed on the account page with unpaid orders until both are done', async () => {
    const person = await buyDeferred();
    const { email } = await server.deps.db
      .selectFrom('person')
      .select('email')
      .where('id', '=', person.personId)
      .executeTakeFirstOrThrow();
    const selection = { ...orderForm().selection, packageId: 'classic-25k' };
    const { data: unpaid } = await shop.ask(createOrder, {
      body: orderForm({ email, selection, expectedTotalCents: 9_900 }),
      ...{ token: person.token, idempotencyKey: randomUUID() },
    });
    await loadUnfinishedOrders();
    expect($unpaidOrder.get()).toMatchObject({ orderId: unpaid.orderId, paymentUrl: unpaid.paymentUrl });
    expect($deferredOrders.get().map(({ orderId }) => orderId)).toEqual([person.orderId]);
    await shop.press(unpaid, 'cancelled');
    const start = createStartOrder({ orderId: person.orderId });
    start.setConsented(true);
    await start.submit();
    await shop.server.drain();
    await loadUnfinishedOrders();
    expect($unpaidOrder.get()).toBeNull();
    expect($deferredOrders.get()).toEqual([]);
  });

  test('stays on the page when the orders can’t be loaded, without a message', async () => {
    await buyDeferred();
    await loadUnfinishedOrders();
    const shown = $deferredOrders.get();
    expect(shown).toHaveLength(1);
    watch(myOrders.path, () => new Response(null, { status: 500 }));
    await loadUnfinishedOrders();
    expect($deferredOrders.get()).toBe(shown);
    expect(toasts()).toEqual([]);
  });
});

describe('after a start', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const settle = async () => {
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  };

  test('the page polls for the new account until it exists', async () => {
    const { orderId } = await buyDeferred();
    await $accounts.load();
    const looked = watch('account/data');
    awaitNewAccount();
    await vi.advanceTimersByTimeAsync(1_500);
    await settle();
    expect(looked()).toBe(1);
    await shop.ask(startOrder, { body: { orderId, startNow: 1 }, token: readStored(storageKeys.token) ?? '' });
    await shop.server.drain();
    await vi.advanceTimersByTimeAsync(2_250);
    await settle();
    expect($accounts.get()).toMatchObject({ status: 'ready', data: [{}] });
    expect(looked()).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looked()).toBe(2);
  });

  test('the page stops polling when the screen is left, even after a pending response', async () => {
    await buyDeferred();
    await $accounts.load();
    const late = hold<undefined>();
    const looked = watch('account/data', () => late.promise);
    const stop = awaitNewAccount();
    await vi.advanceTimersByTimeAsync(1_500);
    stop();
    late.settle(undefined);
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looked()).toBe(1);
  });
});
