import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { createWebPush } from '#server/messages/ports/push/web-push.ts';
import { reconcilePushes } from '#server/messages/push/reconcile.ts';
import { hashPassword } from '#server/people/password/hash.ts';
import { fetchAlerts, subscribePush, unsubscribePush, updateAlerts } from '#shared/accounts/contract-alerts.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { submitLogin } from '#shared/people/contract.ts';
import { endOtherSessions, endSessionById, fetchSessions } from '#shared/people/contract-security.ts';
import { logout } from '#shared/people/contract-session.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { createPushService } from '../support/push-service.ts';
import { play, trade } from '../support/trading.ts';

const service = createPushService();
const defaults = {
  ...{ roomBps: 2_500, dailyTargetCents: null, contractsBps: null },
  ...{ mail: true, push: true, pushAmounts: false },
};

let server: TestApp;

beforeAll(async () => {
  const push = createWebPush({ privateKey: randomBytes(32), contact: 'help@example.com', fetch: service.fetch });
  server = await startTestApp({ replace: { push } });
});

afterAll(() => server.close());

async function openOne() {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  const ask = client(server);
  const browser = service.openBrowser();
  expect((await ask(subscribePush, { token, body: browser })).response_status).toBe(200);
  const mails = async () =>
    (await server.mails(`${personId.toLowerCase()}@example.com`)).filter(({ subject }) =>
      subject.includes('room left'),
    );
  const pushes = () => service.received.filter(({ endpoint }) => endpoint === browser.endpoint);
  return { personId, token, accountId, ask, browser, mails, pushes };
}

const mark = (minute: number, ticks: number): AccountEvent => ({
  type: 'mark',
  ...{ at: testStart + minute * minuteMs, instrument: 'ES', month: '2026-12', priceTicks: 24_000 + ticks },
});
const entry = trade(testStart, 0)[0] as AccountEvent;

describe('alerts before the floor', () => {
  test('each crossing sends one email, one notification and one push per browser, even if events are delivered twice', async () => {
    const { personId, accountId, mails, pushes } = await openOne();
    // 120 ticks below the entry, a quarter of a Classic 50K's $2,000 drawdown is left.
    const crossing = [entry, mark(1, -120), mark(2, -130), mark(3, -119)];
    await play(server, accountId, crossing);
    await play(server, accountId, crossing);
    await server.drain();
    expect(await mails()).toHaveLength(1);
    expect(pushes()).toHaveLength(1);
    await play(server, accountId, [mark(4, -60), mark(5, -125)]);
    await server.drain();
    expect(await mails()).toHaveLength(2);
    expect(pushes()).toHaveLength(2);
    const listed = await server.deps.db
      .selectFrom('notification')
      .select('id')
      .where('person_id', '=', personId)
      .where('kind', '=', 'account_alert_room')
      .execute();
    expect(listed).toHaveLength(2);
  });

  test('a push shows no amounts unless the trader turns them on, but the email always does', async () => {
    const { accountId, token, ask, mails, pushes } = await openOne();
    await play(server, accountId, [entry, mark(1, -120)]);
    await server.drain();
    expect(pushes()[0]?.payload).toMatchObject({
      title: 'Classic 50K: little room left',
      path: `/my-account?account=${accountId}`,
    });
    expect(JSON.stringify(pushes()[0]?.payload)).not.toContain('$');
    expect((await mails())[0]?.text).toContain('$500.00');

    const changed = { ...defaults, pushAmounts: true };
    await ask(updateAlerts, { token, body: { accountId, ...changed } });
    expect((await ask(fetchAlerts, { token, query: { accountId } })).data).toMatchObject(changed);
    await play(server, accountId, [mark(2, -60), mark(3, -128)]);
    await server.drain();
    expect(pushes()[1]?.payload.body).toContain('$400.00');
  });

  test('each account has its own threshold, and email and push can be turned off', async () => {
    const { accountId, token, ask, mails, pushes } = await openOne();
    await ask(updateAlerts, { token, body: { accountId, ...defaults, roomBps: 5_000, mail: false, push: false } });
    await play(server, accountId, [entry, mark(1, -80)]);
    await server.drain();
    expect(await mails()).toEqual([]);
    expect(pushes()).toEqual([]);
    const row = await server.deps.db
      .selectFrom('trading_account')
      .select('alerts_pending')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(row.alerts_pending).toEqual(['room']);
  });

  test('a late event triggers an alert only if the account is beyond the threshold now', async () => {
    const { accountId, mails } = await openOne();
    await play(server, accountId, [entry, mark(10, -20)]);
    await play(server, accountId, [mark(5, -125)]);
    await server.drain();
    expect(await mails()).toEqual([]);
  });
});

describe('push delivery', () => {
  test('a push whose sender died is sent again under the same topic, so a browser shows it once', async () => {
    const { accountId, pushes } = await openOne();
    await play(server, accountId, [entry, mark(1, -120)]);
    const { id } = await server.deps.db
      .updateTable('push_message')
      .set({ claimed_at: server.clock.now() })
      .where('sent_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.drain();
    expect(pushes()).toEqual([]);
    await server.clock.advance(2 * minuteMs);
    await reconcilePushes(server.deps);
    await server.drain();
    expect(pushes()).toHaveLength(1);
    // As if the sender was killed after sending and before storing that.
    await server.deps.db
      .updateTable('push_message')
      .set({ sent_at: null, claimed_at: server.clock.now() })
      .where('id', '=', id)
      .execute();
    await server.clock.advance(2 * minuteMs);
    await reconcilePushes(server.deps);
    await server.drain();
    const [first, again, ...others] = pushes();
    expect(others).toEqual([]);
    expect(again?.topic).toBe(first?.topic);
    expect(again?.payload.tag).toBe(first?.topic);
  });

  test('a push is retried when the push service is busy', async () => {
    const { accountId, pushes } = await openOne();
    service.refuseNext(503);
    await play(server, accountId, [entry, mark(1, -120)]);
    await server.drain({ allowFailures: true });
    expect(pushes()).toEqual([]);
    await server.clock.advance(minuteMs);
    await server.drain();
    expect(pushes()).toHaveLength(1);
  });

  test.each([404, 410])('a %i from the push service ends the subscription', async (status) => {
    const { personId, accountId, pushes } = await openOne();
    service.refuseNext(status);
    await play(server, accountId, [entry, mark(1, -120)]);
    await server.drain();
    const remaining = await server.deps.db
      .selectFrom('push_subscription')
      .select('id')
      .where('person_id', '=', personId)
      .execute();
    expect(remaining).toEqual([]);
    expect(pushes()).toEqual([]);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/fcm/send/a',
    'https://fcm.googleapis.com.example.com/a',
    'https://user@fcm.googleapis.com/a',
    'https://127.0.0.1/a',
    'https://push.example.com/a',
    'not a url',
  ])('%s is rejected, because it isn’t a push service’s address', async (endpoint) => {
    const { token, ask, browser } = await openOne();
    const answer = await ask(subscribePush, { token, body: { ...browser, endpoint } });
    expect(answer.response_status).toBe(422);
    expect(Object.keys(answer.validation_errors)).toEqual(['endpoint']);
  });

  test('a browser’s alerts belong to the person who used it last, and can be turned off', async () => {
    const first = await openOne();
    const second = await openOne();
    await second.ask(subscribePush, { token: second.token, body: first.browser });
    await play(server, first.accountId, [entry, mark(1, -120)]);
    await server.drain();
    expect(first.pushes()).toEqual([]);
    await second.ask(unsubscribePush, { token: first.token, body: { endpoint: first.browser.endpoint } });
    await play(server, second.accountId, [entry, mark(1, -120)]);
    await server.drain();
    expect(first.pushes()).toHaveLength(1);
  });
});

describe('a browser whose person signs out', () => {
  const password = 'tide-table-1874';

  /** Another browser of the person: its own cookies, session and subscription. */
  async function openAnother(personId: string, accountId: string) {
    const ask = client(server);
    const email = `${personId.toLowerCase()}@example.com`;
    const { token = '' } = await ask(submitLogin, { body: { email, password } });
    const browser = service.openBrowser();
    await ask(subscribePush, { token, body: browser });
    return {
      ...{ token, ask, browser },
      isOn: async (by = token) => (await ask(fetchAlerts, { token: by, query: { accountId } })).data.pushHere,
      pushes: () => service.received.filter(({ endpoint }) => endpoint === browser.endpoint),
    };
  }

  async function openBoth() {
    const { personId, token } = await signInPerson(server);
    await client(server)(logout, { token });
    const accountId = await buyAccount(server, personId);
    const hash = await hashPassword(password);
    await server.deps.db.updateTable('person').set({ password_hash: hash }).where('id', '=', personId).execute();
    const [home, office] = [await openAnother(personId, accountId), await openAnother(personId, accountId)];
    return { personId, accountId, home, office };
  }

  test('gets no more alerts, while the person’s other browser still does', async () => {
    const { accountId, home, office } = await openBoth();
    expect([await home.isOn(), await office.isOn()]).toEqual([true, true]);
    await office.ask(logout, { token: office.token });
    await play(server, accountId, [entry, mark(1, -120)]);
    await server.drain();
    expect(office.pushes()).toEqual([]);
    expect(home.pushes()).toHaveLength(1);
    expect(await home.isOn()).toBe(true);
  });

  test('shows that its alerts are off when the person signs in again', async () => {
    const { personId, office } = await openBoth();
    await office.ask(logout, { token: office.token });
    const email = `${personId.toLowerCase()}@example.com`;
    const { token = '' } = await office.ask(submitLogin, { body: { email, password } });
    expect(await office.isOn(token)).toBe(false);
    await office.ask(subscribePush, { token, body: office.browser });
    expect(await office.isOn(token)).toBe(true);
  });

  test('gets no more alerts either when its session is ended elsewhere, alone or with all others', async () => {
    const { home, office } = await openBoth();
    const { sessions } = (await home.ask(fetchSessions, { token: home.token })).data;
    const other = sessions.find(({ current }) => !current);
    await home.ask(endSessionById, { token: home.token, body: { id: other?.id ?? '' } });
    expect((await office.ask(fetchSessions, { token: office.token })).response_status).toBe(498);
    expect(await countPushes(office.browser.endpoint)).toBe(0);

    const both = await openBoth();
    await both.home.ask(endOtherSessions, { token: both.home.token });
    expect(await countPushes(both.office.browser.endpoint)).toBe(0);
    expect(await both.home.isOn()).toBe(true);
  });

  async function countPushes(endpoint: string) {
    const rows = await server.deps.db
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', '=', endpoint)
      .execute();
    return rows.length;
  }
});
