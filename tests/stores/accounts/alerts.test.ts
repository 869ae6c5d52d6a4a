import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { $alerts, $push, changeAlerts, turnPushOff, turnPushOn } from '#app/accounts/stores/alerts.ts';
import { fetchAlerts } from '#shared/accounts/contract-alerts.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { client } from '../../server/support/client.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { connectFetch, hold, resetPage, signIn, toasts, until } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;
let token: string;
let classic: string;
let other: string;

beforeAll(async () => {
  server = await startTestApp();
  const person = await signInPerson(server);
  token = person.token;
  classic = await buyAccount(server, person.personId);
  other = await buyAccount(server, person.personId, 'classic-100k');
});

afterAll(() => server.close());

beforeEach(() => {
  disconnect = connectFetch(server);
  resetPage();
  signIn(token);
  $alerts.clear();
});

afterEach(() => disconnect());

const storedFor = async (accountId: string) =>
  (await client(server)(fetchAlerts, { token, query: { accountId } })).data;

const fail = () => new Response(null, { status: 500 });
const isStoring = (path: string, request: Request) => path.endsWith('/account/alerts') && request.method === 'POST';

/** Answers calls only once they are released. */
function answerLater(answer: (index: number) => Response | undefined = () => undefined) {
  const held: (() => void)[] = [];
  disconnect();
  disconnect = connectFetch(server, (path, request) => {
    if (!isStoring(path, request)) return undefined;
    const { promise, settle } = hold<Response | undefined>();
    const index = held.length;
    held.push(() => settle(answer(index)));
    return promise;
  });
  return held;
}

describe('alert settings', () => {
  test('show a change at once and store it for that account only', async () => {
    await $alerts.load(classic);
    expect($alerts.get().data).toMatchObject({ accountId: classic, roomBps: 2_500, dailyTargetCents: null });
    const storing = changeAlerts({ roomBps: 1_000, dailyTargetCents: 50_000 });
    expect($alerts.get().data).toMatchObject({ roomBps: 1_000, dailyTargetCents: 50_000 });
    await storing;
    expect(toasts()).toEqual([{ key: 'saved' }]);
    expect(await storedFor(classic)).toMatchObject({ roomBps: 1_000, dailyTargetCents: 50_000 });
    expect(await storedFor(other)).toMatchObject({ roomBps: 2_500, dailyTargetCents: null });
    await changeAlerts({ roomBps: 2_500, dailyTargetCents: null });
  });

  test('revert a change that isn’t stored, with a message', async () => {
    await $alerts.load(classic);
    disconnect();
    disconnect = connectFetch(server, (path, request) => (isStoring(path, request) ? fail() : undefined));
    await changeAlerts({ mail: false });
    expect($alerts.get().data).toMatchObject({ mail: true });
    expect(toasts()).toHaveLength(1);
    expect(await storedFor(classic)).toMatchObject({ mail: true });
  });

  test('send the second of two quick changes after the first, so that both are stored', async () => {
    await $alerts.load(classic);
    const held = answerLater();
    const first = changeAlerts({ mail: false });
    const second = changeAlerts({ pushAmounts: true });
    await until(() => held.length === 1);
    await new Promise(setImmediate);
    expect(held).toHaveLength(1);
    held[0]?.();
    await first;
    await until(() => held.length === 2);
    held[1]?.();
    await second;
    expect(await storedFor(classic)).toMatchObject({ mail: false, pushAmounts: true });
    disconnect();
    disconnect = connectFetch(server);
    await changeAlerts({ mail: true, pushAmounts: false });
  });

  test('keep a later change when an earlier one fails', async () => {
    await $alerts.load(classic);
    const held = answerLater((index) => (index === 0 ? fail() : undefined));
    const first = changeAlerts({ mail: false });
    const second = changeAlerts({ pushAmounts: true });
    await until(() => held.length === 1);
    held[0]?.();
    await first;
    expect($alerts.get().data).toMatchObject({ mail: true, pushAmounts: true });
    await until(() => held.length === 2);
    held[1]?.();
    await second;
    expect($alerts.get().data).toMatchObject({ mail: true, pushAmounts: true });
    expect(await storedFor(classic)).toMatchObject({ mail: true, pushAmounts: true });
  });

  test('show the account requested last, whichever response comes last', async () => {
    const held: { readonly query: string; readonly release: () => void }[] = [];
    disconnect();
    disconnect = connectFetch(server, (path, request) => {
      if (!path.endsWith('/account/alerts')) return undefined;
      const { promise, settle } = hold<undefined>();
      held.push({ query: request.url, release: () => settle(undefined) });
      return promise;
    });
    const both = [$alerts.load(classic), $alerts.load(other)];
    await until(() => held.length === 2);
    held[1]?.release();
    await both[1];
    held[0]?.release();
    await both[0];
    expect($alerts.get().data?.accountId).toBe(other);
  });
});

/** A browser with a push service, reduced to what the store needs. */
function openBrowser(answer: NotificationPermission) {
  let current: object | null = null;
  const endpoint = 'https://fcm.googleapis.com/fcm/send/a-browser';
  const subscription = {
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
    unsubscribe: async () => {
      current = null;
      return true;
    },
  };
  const registration = {
    pushManager: {
      subscribe: async () => {
        current = subscription;
        return subscription;
      },
      getSubscription: async () => current,
    },
  };
  const serviceWorker = {
    register: async () => registration,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  const parts = {
    PushManager: class {},
    Notification: { permission: answer === 'denied' ? 'denied' : 'default', requestPermission: async () => answer },
  };
  Object.assign(globalThis, parts);
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  return {
    isSubscribed: () => current !== null,
    close() {
      for (const name of Object.keys(parts)) Reflect.deleteProperty(globalThis, name);
      Reflect.deleteProperty(navigator, 'serviceWorker');
    },
  };
}

const countBrowsers = async () => {
  const rows = await server.deps.db.selectFrom('push_subscription').select('id').execute();
  return rows.length;
};

describe('push messages in this browser', () => {
  test('are reported as unsupported if the browser has none', async () => {
    await $alerts.load(classic);
    expect($push.get()).toBe('unsupported');
  });

  test('are turned on and off, in the browser and on the server', async () => {
    const browser = openBrowser('granted');
    await $alerts.load(classic);
    expect($push.get()).toBe('off');
    await Promise.all([turnPushOn(), turnPushOn()]);
    expect($push.get()).toBe('on');
    expect(await countBrowsers()).toBe(1);
    await turnPushOff();
    expect($push.get()).toBe('off');
    expect(browser.isSubscribed()).toBe(false);
    expect(await countBrowsers()).toBe(0);
    browser.close();
  });

  test('stay refused once the person has declined', async () => {
    const browser = openBrowser('denied');
    await $alerts.load(classic);
    expect($push.get()).toBe('denied');
    browser.close();
  });

  test('are unsubscribed in the browser when the server rejects the subscription', async () => {
    const browser = openBrowser('granted');
    await $alerts.load(classic);
    disconnect();
    disconnect = connectFetch(server, (path) => (path.endsWith('/push/subscribe') ? fail() : undefined));
    await turnPushOn();
    expect($push.get()).toBe('off');
    expect(browser.isSubscribed()).toBe(false);
    expect(toasts()).toHaveLength(1);
    browser.close();
  });
});
