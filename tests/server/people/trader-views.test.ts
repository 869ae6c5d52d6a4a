import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { newId } from '#server/core/deps.ts';
import { endExpiredTraderViews } from '#server/people/trader-views/end.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { fetchJournalEntry } from '#shared/accounts/contract-journal.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { registry } from '#shared/firm/registry.ts';
import { isTraderViewCall } from '#shared/firm/trader-view-calls.ts';
import { logout } from '#shared/people/contract-session.ts';
import { endTraderView, startTraderView } from '#shared/people/contract-trader-views.ts';
import { fetchTicket, openTicket, ticketAttachment } from '#shared/support/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';
import { requestWithToken } from '../support/request-with-token.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp();
  ask = client(server);
});

afterAll(() => server.close());

async function openView() {
  const [trader, agent] = [await signInPerson(server), await signInStaff(server, 'support')];
  const accountId = await buyAccount(server, trader.personId);
  const body = { personId: trader.personId, reason: 'Ticket 12: the chart is empty.' };
  const { data } = await ask(startTraderView, { token: agent.token, body });
  return { trader, agent, accountId, view: data };
}

/** Everything that belongs to a person. */
async function rowsOf(personId: string): Promise<unknown> {
  const { db } = server.deps;
  const tables = ['session', 'orders', 'trading_account', 'subscription', 'notification', 'ticket', 'payout'] as const;
  const person = await db.selectFrom('person').selectAll().where('id', '=', personId).execute();
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).selectAll().where('person_id', '=', personId).orderBy('id').execute()),
  );
  const audit = await db.selectFrom('audit').select('id').where('actor', '=', `person:${personId}`).execute();
  return [person, rows, audit];
}

const timeline = async (personId: string) =>
  (
    await server.deps.db
      .selectFrom('audit')
      .innerJoin('audit_link', 'audit_link.audit_id', 'audit.id')
      .select(['actor', 'action'])
      .where('entity', '=', 'person')
      .where('entity_id', '=', personId)
      .where('action', 'like', 'trader-view%')
      .orderBy('number')
      .execute()
  ).map(({ actor, action }) => [actor, action]);

describe('a view of a trader’s screens', () => {
  test('reads the trader’s own data until it is ended, and their timeline shows it with its reason', async () => {
    const { trader, agent, accountId, view } = await openView();
    expect(view.user.id).toBe(trader.personId);
    expect((await ask(accountData, { token: view.token })).data.accounts.map(({ id }) => id)).toEqual([accountId]);
    const ended = await ask(endTraderView, { token: agent.token, body: { viewId: view.viewId } });
    expect(ended.response_status).toBe(200);
    await ask(endTraderView, { token: agent.token, body: { viewId: view.viewId } });
    expect((await ask(accountData, { token: view.token })).response_status).toBe(498);
    const agentActor = `person:${agent.personId}`;
    expect(await timeline(trader.personId)).toEqual([
      [agentActor, 'trader-view-started'],
      [agentActor, 'trader-view-ended'],
    ]);
    const listed = await ask(officeLists.timeline.page, { token: agent.token, query: { person: trader.personId } });
    const started = listed.data.rows.find(({ action }) => action === 'trader-view-started');
    expect(started?.details).toContain('Ticket 12: the chart is empty.');
  });

  test('doesn’t show the journal, which its writer keeps private from staff', async () => {
    const { trader, accountId, view } = await openView();
    const query = { accountId, day: '2026-03-11' };
    expect((await ask(fetchJournalEntry, { token: trader.token, query })).response_status).toBe(200);
    const refused = await ask(fetchJournalEntry, { token: view.token, query });
    expect([refused.response_status, refused.data]).toEqual([403, null]);
  });

  test('ends after fifteen minutes, whatever is read in the meantime', async () => {
    const { trader, view } = await openView();
    await server.clock.advance(15 * minuteMs - 1);
    expect((await ask(accountData, { token: view.token })).response_status).toBe(200);
    await server.clock.advance(1);
    expect((await ask(accountData, { token: view.token })).response_status).toBe(498);
    await endExpiredTraderViews(server.deps);
    await endExpiredTraderViews(server.deps);
    expect((await timeline(trader.personId)).map(([, action]) => action)).toEqual([
      'trader-view-started',
      'trader-view-expired',
    ]);
  });

  test('ends with the agent’s session and with the agent’s role', async () => {
    const first = await openView();
    await ask(logout, { token: first.agent.token });
    expect((await ask(accountData, { token: first.view.token })).response_status).toBe(498);
    const second = await openView();
    await giveRoles(server, second.agent.personId, ['reviewer']);
    expect((await ask(accountData, { token: second.view.token })).response_status).toBe(498);
  });

  test('ends when the agent no longer has a second factor', async () => {
    const { agent, view } = await openView();
    await server.deps.db.updateTable('person').set({ two_factor_at: null }).where('id', '=', agent.personId).execute();
    expect((await ask(accountData, { token: view.token })).response_status).toBe(498);
  });

  test('shows the trader’s tickets, but not their files or other people’s tickets', async () => {
    const { trader, agent, view } = await openView();
    const write = async (token: string) => {
      const body = { topic: 'other', message: 'The chart is empty.' } as const;
      return (await ask(openTicket, { token, idempotencyKey: newId(), body })).data.ticketId;
    };
    const [own, foreign] = [await write(trader.token), await write((await signInPerson(server)).token)];
    const open = async (ticketId: string) => ask(fetchTicket, { token: view.token, query: { ticketId } });
    expect((await open(own)).data.messages.map(({ text }) => text)).toEqual(['The chart is empty.']);
    expect((await open(foreign)).response_status).toBe(404);
    expect((await requestWithToken(server, ticketAttachment, view.token, own)).code).toBe('view_only');
    await ask(endTraderView, { token: agent.token, body: { viewId: view.viewId } });
    expect((await open(own)).response_status).toBe(498);
  });

  test('hides the secrets with which an order can be paid or started without signing in', async () => {
    const { trader, accountId, view } = await openView();
    const { db, clock } = server.deps;
    await db
      .updateTable('orders')
      .set({
        status: 'failed',
        payment_url: 'https://pay.example/1',
        expires_at: new Date(clock().getTime() + minuteMs),
      })
      .where('person_id', '=', trader.personId)
      .execute();
    const { session_id: secret } = await db
      .selectFrom('orders')
      .select('session_id')
      .where('person_id', '=', trader.personId)
      .executeTakeFirstOrThrow();
    const read = async (token: string) => {
      const details = await ask(accountDetails, { token, query: { accountId } });
      const orders = await ask(myOrders, { token, query: {} });
      return [details.data.orders[0]?.sessionId, orders.data.orders[0]?.paymentUrl];
    };
    expect(await read(trader.token)).toEqual([secret, 'https://pay.example/1']);
    expect(await read(view.token)).toEqual([null, null]);
  });

  test('can’t show staff, oneself or an unknown person, and ends if the trader becomes staff', async () => {
    const { trader, agent, view } = await openView();
    const colleague = await signInStaff(server, 'finance');
    const open = async (personId: string) =>
      (await ask(startTraderView, { token: agent.token, body: { personId, reason: 'Curious' } })).response_status;
    expect(await open(colleague.personId)).toBe(403);
    expect(await open(agent.personId)).toBe(403);
    expect(await open('nobody')).toBe(404);
    await giveRoles(server, trader.personId, ['support']);
    expect((await ask(accountData, { token: view.token })).response_status).toBe(498);
  });

  test('can be ended only by the person who opened it, and can’t open or extend another view', async () => {
    const { trader, view } = await openView();
    const other = await signInStaff(server, 'support');
    const body = { viewId: view.viewId };
    expect((await ask(endTraderView, { token: other.token, body })).response_status).toBe(404);
    const again = { personId: trader.personId, reason: 'Once more' };
    expect((await ask(startTraderView, { token: view.token, body: again })).error_code).toBe('view_only');
    expect((await ask(accountData, { token: view.token })).response_status).toBe(200);
  });
});

describe('every API call in a view', () => {
  test('is refused unless it reads the trader’s screens, and changes nothing of theirs', async () => {
    const { trader, accountId, view } = await openView();
    const before = await rowsOf(trader.personId);
    const answers = new Map<string, string>();
    for (const call of registry) {
      const { status, code } = await requestWithToken(server, call, view.token, accountId);
      expect(status, call.name).toBeLessThan(500);
      expect(status, `${call.name} must not end the view`).not.toBe(498);
      answers.set(call.name, code === 'view_only' ? 'refused' : 'admitted');
    }
    const expected = registry.map((call) => [call.name, isTraderViewCall(call) ? 'admitted' : 'refused']);
    expect([...answers]).toEqual(expected);
    expect(await rowsOf(trader.personId)).toEqual(before);
  });

  test('only reads: the allowed calls include no write, staff call, stream, document or secret', () => {
    const admitted = registry.filter(isTraderViewCall);
    expect(admitted.filter(({ method, access }) => method !== 'GET' || typeof access === 'object')).toEqual([]);
    const admittedNames = admitted.filter(({ access }) => access !== 'any').map(({ name }) => name);
    expect(admittedNames).toContain('accountData');
    expect(
      admittedNames.filter((name) =>
        /credential|export|stream|File$|pdf|csv|secret|postback|recovery|attachment/i.test(name),
      ),
    ).toEqual([]);
    expect(admittedNames).not.toContain('ownDocument');
  });
});
