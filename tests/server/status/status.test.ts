import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { checkComponents } from '#server/status/check-components.ts';
import { mailIncident } from '#server/status/mail-incident.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { fetchNotifications } from '#shared/messages/contract.ts';
import { submitForgotEmail } from '#shared/people/contract-password.ts';
import { fetchOwnOutages, fetchStatus, subscribeStatus } from '#shared/status/contract.ts';
import { officeIncidentAccounts, officeIncidentOpen, officeIncidentUpdate } from '#shared/status/contract-office.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { easyCaptcha } from '../support/identity.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let token: string;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  ask = client(server);
  token = (await signInStaff(server, 'support')).token;
});

afterAll(() => server.close());

beforeEach(async () => {
  await server.deps.db.deleteFrom('incident').execute();
});

const read = async () => (await ask(fetchStatus)).data;
const stateOf = async (name: string) => (await read()).components.find((each) => each.name === name)?.state;
const mailsTo = async (email: string) => {
  await server.drain();
  return server.mails(email);
};

const checkoutDown = {
  component: 'checkout',
  impact: 'outage',
  title: 'Card payments fail',
  text: 'We look.',
} as const;

test('checkout is out of order while the operator has set up no payments', async () => {
  const copy = await server.another({ payments: { ...server.deps.payments, isOpen: false } });
  const { components } = (await client(copy)(fetchStatus)).data;
  expect(components.map(({ name, state }) => [name, state])).toContainEqual(['checkout', 'outage']);
  expect(await stateOf('checkout')).toBe('operational');
});

async function openIncident(): Promise<string> {
  return (await ask(officeIncidentOpen, { token, body: checkoutDown })).data.incidentId;
}

const report = (incidentId: string, status: 'identified' | 'resolved' | 'dismissed', text = 'News.') =>
  ask(officeIncidentUpdate, { token, body: { incidentId, status, text } });

describe('an incident opened by staff', () => {
  test('is shown at once, with its updates, until it is resolved', async () => {
    expect(await stateOf('checkout')).toBe('operational');
    const id = await openIncident();
    expect(await stateOf('checkout')).toBe('outage');
    await report(id, 'identified', 'The provider is down.');
    await report(id, 'identified', 'The provider is down.');
    await server.clock.advance(60_000);
    expect((await report(id, 'resolved', 'It works again.')).response_status).toBe(200);
    expect(await stateOf('checkout')).toBe('operational');
    const [incident] = (await read()).incidents;
    expect(incident).toMatchObject({ title: 'Card payments fail', status: 'resolved' });
    expect(incident?.updates.map(({ text }) => text)).toEqual(['It works again.', 'The provider is down.', 'We look.']);
    expect((await report(id, 'identified')).response_status).toBe(409);
    const feed = await (await server.app.request('/api/status/feed.xml')).text();
    expect(feed).toContain('<title>Card payments fail: Resolved</title>');
  });

  test('can’t be dismissed, and only support can open one', async () => {
    const id = await openIncident();
    expect((await report(id, 'dismissed')).response_status).toBe(409);
    const reviewer = await signInStaff(server, 'reviewer');
    expect((await ask(officeIncidentOpen, { token: reviewer.token, body: checkoutDown })).response_status).toBe(403);
  });
});

describe('component checks', () => {
  test('open a suspected incident after five minutes of failure, for staff to confirm or dismiss', async () => {
    const { db } = server.deps;
    const id = newId();
    const stuckMail = { id, dedupe_key: id, recipient: 'a@example.org', subject: 's', text: 't', html: 'h' };
    await db
      .insertInto('mail')
      .values({ ...stuckMail, created_at: server.clock.now() })
      .execute();
    await server.clock.advance(10 * 60_000);
    await checkComponents(server.deps);
    expect(await stateOf('mail')).toBe('degraded');
    expect((await read()).incidents).toEqual([]);
    await server.clock.advance(5 * 60_000);
    await Promise.all([checkComponents(server.deps), checkComponents(server.deps)]);
    await checkComponents(server.deps);
    const [incident, ...others] = (await read()).incidents;
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ component: 'mail', status: 'suspected', title: '' });
    const queue = await ask(officeLists.incidents.page, { token, query: { status: 'suspected' } });
    expect(queue.data.rows).toMatchObject([{ component: 'mail' }]);
    await report(incident?.id ?? '', 'dismissed');
    expect((await read()).incidents).toEqual([]);
    // Staff know about it: the same failure isn't suspected again.
    await checkComponents(server.deps);
    expect((await read()).incidents).toEqual([]);
    await db.deleteFrom('mail').where('id', '=', id).execute();
    await checkComponents(server.deps);
    expect(await stateOf('mail')).toBe('operational');
  });

  test('ignore a paid order with a deferred start, and report an order that waits without a reason', async () => {
    const { db } = server.deps;
    const { personId } = await signInPerson(server);
    const { id } = await payOrder(server, personId);
    const setBeginning = (at: Date | null) =>
      db.updateTable('orders').set({ begins_at: at }).where('id', '=', id).execute();
    const beginsAt = new Date(server.clock.now().getTime() + 14 * dayMs);
    await setBeginning(beginsAt);
    await server.clock.advance(11 * 60_000);
    await checkComponents(server.deps);
    expect(await stateOf('checkout')).toBe('operational');
    await setBeginning(null);
    await checkComponents(server.deps);
    expect(await stateOf('checkout')).toBe('degraded');
    await db.updateTable('orders').set({ status: 'canceled' }).where('id', '=', id).execute();
    await checkComponents(server.deps);
    expect(await stateOf('checkout')).toBe('operational');
  });
});

describe('the outage ledger', () => {
  test('publishes the number of accounts, and names each only to its owner', async () => {
    const id = await openIncident();
    const owner = await signInPerson(server);
    const accountId = await buyAccount(server, owner.personId);
    const { platform_account_id: number } = await server.deps.db
      .selectFrom('trading_account')
      .select('platform_account_id')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    const recordAccounts = (accounts: string) =>
      ask(officeIncidentAccounts, {
        token,
        body: { incidentId: id, accounts, remedy: 'day-not-counted', note: 'The 11th isn’t counted.' },
      });
    expect((await recordAccounts(`${number}, RTH-NONE`)).response_status).toBe(422);
    expect((await read()).incidents[0]?.accounts).toEqual([]);
    for (const _ of [1, 2]) expect((await recordAccounts(`${number}\n${number}`)).data.count).toBe(1);
    const text = JSON.stringify(await read());
    expect(text).toContain('"remedy":"day-not-counted","count":1');
    expect(text).not.toContain(number);
    expect((await ask(fetchOwnOutages, { token: owner.token })).data.accounts).toMatchObject([
      { incidentId: id, account: number, remedy: 'day-not-counted', note: 'The 11th isn’t counted.' },
    ]);
    const stranger = await signInPerson(server);
    expect((await ask(fetchOwnOutages, { token: stranger.token })).data.accounts).toEqual([]);
    const { notifications } = (await ask(fetchNotifications, { token: owner.token, query: {} })).data;
    expect(notifications.filter(({ kind }) => kind === 'outage_recorded')).toHaveLength(1);
  });
});

test('only confirmed addresses get emails about incidents, until they unsubscribe', async () => {
  const email = 'follower@example.org';
  const body = { email, captcha: 'solved' };
  for (const _ of [1, 2]) expect((await ask(subscribeStatus, { body })).response_status).toBe(200);
  const [confirmation, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  await openIncident();
  expect(await mailsTo(email)).toHaveLength(1);
  const path = /https?:\/\/[^/]+(\/api\/status\/confirm\S+)/.exec(confirmation?.text ?? '')?.[1] ?? '';
  expect((await server.app.request(`${path.slice(0, -2)}xx`, { method: 'POST' })).status).toBe(404);
  expect((await server.app.request(path)).status).toBe(200);
  expect((await server.app.request(path, { method: 'POST' })).status).toBe(200);
  const id = await openIncident();
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe('Card payments fail: Investigating');
  const unsubscribePath = /https?:\/\/[^/]+(\/api\/status\/unsubscribe\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await server.app.request(unsubscribePath, { method: 'POST' })).status).toBe(200);
  await report(id, 'resolved');
  expect(await mailsTo(email)).toHaveLength(2);
});

test('an incident mailed to sixty subscribers holds up nobody’s code', async () => {
  const person = await signInPerson(server);
  const subscribers = Array.from({ length: 60 }, (_, index) => `subscriber-${index}@example.org`);
  const at = server.clock.now();
  await server.deps.db
    .insertInto('status_subscription')
    .values(subscribers.map((email) => ({ id: newId(), email, locale: 'en', requested_at: at, confirmed_at: at })))
    .execute();
  const incidentId = await openIncident();
  const update = server.deps.db.selectFrom('incident_update').select('id').where('incident_id', '=', incidentId);
  await mailIncident(server.deps, (await update.executeTakeFirstOrThrow()).id);
  const { email } = await server.deps.db
    .selectFrom('person')
    .select('email')
    .where('id', '=', person.personId)
    .executeTakeFirstOrThrow();
  expect((await ask(submitForgotEmail, { body: { email } })).response_status).toBe(200);
  await server.drain();
  const sent = await server.deps.db.selectFrom('mailbox').select('recipient').orderBy('number').execute();
  const mailed = sent.map(({ recipient }) => recipient);
  expect(mailed.filter((recipient) => subscribers.includes(recipient))).toHaveLength(60);
  const beforeCode = mailed.slice(0, mailed.lastIndexOf(email));
  // One batch of the queue is on its way when the code comes.
  expect(beforeCode.filter((recipient) => subscribers.includes(recipient)).length).toBeLessThanOrEqual(20);
});
