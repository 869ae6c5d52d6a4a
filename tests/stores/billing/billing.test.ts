import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $unpaidOrder, loadUnfinishedOrders } from '#app/accounts/stores/unfinished-orders.ts';
import {
  $canceling,
  $declared,
  $document,
  $orders,
  $pending,
  askToCancel,
  confirmCancel,
  openCardChange,
  openDocument,
  withdrawalForm,
} from '#app/billing/stores/billing.ts';
import { createOrderResult } from '#app/orders/stores/orders.ts';
import { $session } from '#app/shell/stores/session.ts';
import { createOrder } from '#shared/orders/contract.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import { orderForm, type Shop, startShop } from '../../server/support/shop.ts';
import { connectFetch, openPage, resetPage, signIn, toasts } from '../support.ts';

let shop: Shop;
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

beforeEach(() => {
  disconnect = connectFetch(shop.server);
  resetPage();
  $orders.clear();
  $pending.clear();
  $declared.set(null);
});

afterEach(() => disconnect());

const fail = (status = 500) => {
  disconnect();
  disconnect = connectFetch(shop.server, () => new Response(null, { status }));
};

/** Signs a person in and places their order for a Classic 50K, which isn't paid yet. */
async function order() {
  const person = await shop.signIn();
  signIn(person.token);
  const body = orderForm({ email: person.email });
  const answer = await shop.ask(createOrder, { body, token: person.token, idempotencyKey: randomUUID() });
  return { ...person, opened: answer.data };
}

async function buy() {
  const bought = await order();
  await shop.press(bought.opened, 'paid');
  await shop.server.drain();
  return bought;
}

describe('the billing history', () => {
  test('lists paid orders with their documents', async () => {
    await buy();
    await $orders.load();
    const orders = $orders.get();
    expect(orders).toMatchObject({ status: 'ready', data: { orders: [{ totalCents: 14_900 }] } });
    const number = orders.status === 'ready' ? orders.data.orders[0]?.documents[0]?.number : undefined;
    await openDocument(number ?? '');
    expect($document.get()).toMatchObject({ status: 'ready', data: { number } });
    $document.clear();
    expect($document.get().status).toBe('closed');
  });

  test('closes another person’s document with a message', async () => {
    await buy();
    await $orders.load();
    const orders = $orders.get();
    const number = orders.status === 'ready' ? orders.data.orders[0]?.documents[0]?.number : undefined;
    signIn((await shop.signIn()).token);
    await openDocument(number ?? '');
    expect($document.get().status).toBe('closed');
    expect(toasts()).toHaveLength(1);
  });

  test('offers a retry after a failure', async () => {
    signIn((await shop.signIn()).token);
    fail();
    await $orders.load();
    await $pending.load();
    expect([$orders.get().status, $pending.get().status]).toEqual(['failed', 'failed']);
  });
});

describe('subscriptions', () => {
  async function findSubscription() {
    await $pending.load();
    const pending = $pending.get();
    const subscription = pending.status === 'ready' ? pending.data.subscriptions[0] : undefined;
    if (!subscription) throw new Error('no subscription');
    return subscription;
  }

  test('are canceled only after a confirmation, and the result is shown', async () => {
    await buy();
    const subscription = await findSubscription();
    askToCancel(subscription);
    expect($canceling.get()).toEqual({ subscription, busy: false });
    askToCancel(null);
    expect((await findSubscription()).renews).toBe(true);
    askToCancel(subscription);
    await Promise.all([confirmCancel(), confirmCancel()]);
    expect($canceling.get()).toEqual({ subscription: null, busy: false });
    expect(toasts()).toEqual([]);
    expect((await findSubscription()).renews).toBe(false);
  });

  test('lead to the provider’s page to change the card', async () => {
    await buy();
    const { visited } = openPage('/billing/pending');
    await openCardChange((await findSubscription()).id);
    expect(visited).toEqual([expect.stringMatching(/\/api\/dev\/card\//)]);
  });

  test('don’t give access to another person’s card', async () => {
    await buy();
    const { id } = await findSubscription();
    signIn((await shop.signIn()).token);
    const { visited } = openPage('/billing/pending');
    await openCardChange(id);
    expect(visited).toEqual([]);
    expect(toasts()).toHaveLength(1);
  });
});

describe('a contract cancellation', () => {
  test('shows when the statement was received', async () => {
    const { opened } = await buy();
    withdrawalForm.set('name', 'Ada Buyer');
    withdrawalForm.set('email', 'someone@example.org');
    withdrawalForm.set('order', opened.orderId);
    await withdrawalForm.submit();
    expect($declared.get()).toEqual({
      receivedAt: shop.server.clock.now().getTime(),
      reference: 'W2026-000001',
    });
  });

  test('names the fields of an empty form', async () => {
    withdrawalForm.reset();
    await withdrawalForm.submit();
    expect(Object.keys(withdrawalForm.$form.get().errors).toSorted()).toEqual(['email', 'name', 'order']);
    expect($declared.get()).toBeNull();
  });
});

describe('an order result', () => {
  const settled = (result: ReturnType<typeof createOrderResult>) =>
    new Promise<void>((resolve) => {
      const stop = result.$result.subscribe(({ status }) => {
        if (status === 'loading') return;
        resolve();
        queueMicrotask(() => stop());
      });
    });

  async function look(orderId: string, sessionId: string, email = '') {
    const result = createOrderResult({ orderId, sessionId, email });
    const stop = result.start();
    await settled(result);
    stop();
    return result;
  }

  test('shows what the server knows about the order', async () => {
    const { opened } = await buy();
    const { $result } = await look(opened.orderId, opened.sessionId);
    expect($result.get()).toMatchObject({ status: 'ready', data: { status: 'fulfilled' } });
  });

  test('is missing for another session, and nothing is requested without one', async () => {
    const { opened } = await buy();
    resetPage();
    expect((await look(opened.orderId, 'guess')).$result.get()).toMatchObject({ status: 'missing' });
    fail();
    expect((await look('', '')).$result.get()).toMatchObject({ status: 'missing' });
  });

  test('without an order in the address is the newest one of the signed-in person whose address it is', async () => {
    const { opened, email, token } = await buy();
    const { user } = await shop.ask(checkAuth, { token });
    if (!user) throw new Error('no profile');
    $session.set({ status: 'verified', user });
    const newest = { status: 'ready', data: { orderId: opened.orderId } };
    expect((await look('', '', email.toUpperCase())).$result.get()).toMatchObject(newest);
    expect((await look('', '', 'somebody@example.com')).$result.get()).toMatchObject({ status: 'missing' });
    resetPage();
    $session.set({ status: 'logged-out' });
    expect((await look('', '', email)).$result.get()).toMatchObject({ status: 'missing' });
  });

  test('can be reloaded after a failure', async () => {
    const { opened } = await buy();
    fail();
    const result = await look(opened.orderId, opened.sessionId);
    expect(result.$result.get()).toMatchObject({ status: 'failed' });
    disconnect();
    disconnect = connectFetch(shop.server);
    const stop = result.start();
    void result.$result.load();
    await settled(result);
    stop();
    expect(result.$result.get()).toMatchObject({ status: 'ready' });
  });
});

describe('unfinished orders', () => {
  test('are offered until they are paid', async () => {
    const { opened } = await order();
    await loadUnfinishedOrders();
    expect($unpaidOrder.get()).toMatchObject({ paymentUrl: opened.paymentUrl });
    await shop.press(opened, 'paid');
    await shop.server.drain();
    await loadUnfinishedOrders();
    expect($unpaidOrder.get()).toBeNull();
  });

  test('fail silently, because the person came for something else', async () => {
    signIn((await shop.signIn()).token);
    fail();
    await loadUnfinishedOrders();
    expect(toasts()).toEqual([]);
  });
});
