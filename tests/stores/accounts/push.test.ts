import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { $alerts, $push, turnPushOn } from '#app/accounts/stores/alerts.ts';
import { logOut } from '#app/shell/stores/session.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { createPushService } from '../../server/support/push-service.ts';
import { connectFetch, resetPage, signIn } from '../support.ts';

let server: TestApp;
let disconnect: () => void = () => undefined;
let cookie = '';
/** The browser's subscription as held by its push manager. */
let held: { endpoint: string; key: string; unsubscribe(): Promise<boolean>; toJSON(): unknown } | null = null;

beforeAll(async () => {
  server = await startTestApp();
  const { openBrowser } = createPushService();
  const pushManager = {
    getSubscription: async () => held,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (held && held.key !== applicationServerKey) throw new DOMException('Another key', 'InvalidStateError');
      const { endpoint, ...keys } = openBrowser();
      held = {
        endpoint,
        key: applicationServerKey,
        toJSON: () => ({ endpoint, keys }),
        async unsubscribe() {
          held = null;
          return true;
        },
      };
      return held;
    },
  };
  const registration = { pushManager };
  const serviceWorker = {
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  };
  vi.stubGlobal('navigator', { serviceWorker, onLine: true });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
});

afterAll(async () => {
  // The worker's other files have a browser without push messages.
  vi.unstubAllGlobals();
  await server.close();
});

beforeEach(() => {
  // The browser keeps its session cookie, which scripts can't see.
  disconnect = connectFetch({
    app: {
      ...server.app,
      async request(path: string, request: Request) {
        if (cookie) request.headers.set('Cookie', cookie);
        const response = await server.app.request(path, request);
        const [set] = response.headers.getSetCookie();
        cookie = set?.split(';')[0] ?? cookie;
        return response;
      },
    } as TestApp['app'],
  });
  resetPage();
});

afterEach(() => disconnect());

describe('alerts in this browser', () => {
  test('end in the browser and on the server when the person signs out', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    signIn(token);
    await $alerts.load(accountId);
    await turnPushOn();
    expect($push.get()).toBe('on');
    await $alerts.load(accountId);
    expect($push.get()).toBe('on');

    await logOut();
    expect(held).toBeNull();
    const rows = await server.deps.db.selectFrom('push_subscription').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('replace a subscription made with an earlier key', async () => {
    const { personId, token } = await signInPerson(server);
    signIn(token);
    await $alerts.load(await buyAccount(server, personId));
    await turnPushOn();
    const before = held?.endpoint;
    if (held) held.key = 'before the rotation';
    await turnPushOn();
    expect($push.get()).toBe('on');
    expect(held?.endpoint).not.toBe(before);
    const rows = await server.deps.db
      .selectFrom('push_subscription')
      .select('endpoint')
      .where('person_id', '=', personId)
      .execute();
    expect(rows).toEqual([{ endpoint: held?.endpoint }]);
  });

  test('don’t use a subscription that another person left in the browser', async () => {
    const first = await signInPerson(server);
    signIn(first.token);
    await $alerts.load(await buyAccount(server, first.personId));
    await turnPushOn();
    const second = await signInPerson(server);
    signIn(second.token);
    await $alerts.load(await buyAccount(server, second.personId));
    expect($push.get()).toBe('off');
    await turnPushOn();
    expect($push.get()).toBe('on');
  });
});
