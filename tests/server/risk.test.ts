import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountDetails } from '../../src/contract/account-details.ts';
import { officeLists } from '../../src/contract/office/lists.ts';
import {
  addAccountNote,
  decideRiskAction,
  riskAccount,
  riskDashboard,
  riskDelta,
  riskSnapshot,
  takeRiskAction,
} from '../../src/contract/risk.ts';
import type { RiskActionKind } from '../../src/domain/account/risk-action.ts';
import { reconcileAccess } from '../../src/server/services/account/reconcile-access.ts';
import { startTestApp, type TestApp, testStart } from './support/app.ts';
import { client } from './support/client.ts';
import { buyAccount, giveRoles, signInPerson } from './support/people.ts';
import { play, trade } from './support/trading.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let server: TestApp;
let ask: ReturnType<typeof client>;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + hourMs });
  ask = client(server);
});

afterAll(() => server.close());

async function signInManager() {
  const person = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  await giveRoles(server, person.personId, ['risk_manager']);
  return person;
}

async function start() {
  const trader = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  const [first, second] = [await signInManager(), await signInManager()];
  const accountId = await buyAccount(server, trader.personId);
  const act = async (kind: RiskActionKind, token = first.token) =>
    ask(takeRiskAction, { token, body: { accountId, kind, cause: 'Twice the usual size.' } });
  return {
    accountId,
    trader,
    first,
    second,
    act,
    decide: (actionId: string, decision: 'approve' | 'decline', token = second.token) =>
      ask(decideRiskAction, { token, body: { actionId, decision } }),
    actions: async () => (await ask(riskAccount, { token: first.token, query: { accountId } })).data.actions,
    access: async () =>
      server.deps.db
        .selectFrom('trading_account')
        .select(['access', 'ended_why'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow(),
    seenByTrader: async () => (await ask(accountDetails, { token: trader.token, query: { accountId } })).data,
  };
}

describe('actions', () => {
  test('a lock closes positions until the next session, is reported with its cause and ends by itself', async () => {
    const desk = await start();
    expect((await desk.act('lock')).data.stage).toBe('sent');
    expect((await desk.actions())[0]).toMatchObject({ kind: 'lock', stage: 'sent', acknowledgedAt: null });
    await server.drain();
    expect((await desk.actions())[0]?.stage).toBe('acknowledged');
    // Wednesday 11:00 in Chicago: the next session opens at 17:00, six hours later.
    const until = testStart + hourMs + 6 * hourMs;
    expect((await desk.access()).access).toMatchObject({ trading: false, flatten: true, until, reason: 'risk' });
    const seen = await desk.seenByTrader();
    expect(seen.suspendedFor).toEqual(['risk']);
    expect(seen.riskActions).toMatchObject([{ kind: 'lock', cause: 'Twice the usual size.', until }]);
    await server.clock.advance(6 * hourMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await desk.access()).access).toMatchObject({ trading: true });
    expect((await desk.seenByTrader()).suspendedFor).toEqual([]);
  });

  test('a suspension stays until two people restore the account', async () => {
    const desk = await start();
    await desk.act('suspend');
    await server.drain();
    const restore = await desk.act('restore');
    expect(restore.data.stage).toBe('requested');
    expect((await desk.act('restore')).response_status).toBe(409);
    expect((await desk.decide(restore.data.actionId, 'approve', desk.first.token)).error_code).toBe('second_person');
    await server.drain();
    expect((await desk.access()).access?.trading).toBe(false);
    const answers = await Promise.all([
      desk.decide(restore.data.actionId, 'approve'),
      desk.decide(restore.data.actionId, 'approve'),
    ]);
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    await server.drain();
    expect((await desk.access()).access?.trading).toBe(true);
    expect((await desk.actions()).map(({ kind, stage }) => [kind, stage])).toEqual([
      ['restore', 'acknowledged'],
      ['suspend', 'acknowledged'],
    ]);
    expect((await desk.act('restore')).response_status).toBe(409);
  });

  test('a declined request changes nothing, and the trader never sees it', async () => {
    const desk = await start();
    await desk.act('suspend');
    const { actionId } = (await desk.act('restore')).data;
    expect((await desk.decide(actionId, 'decline')).response_status).toBe(200);
    await server.drain();
    expect((await desk.access()).access?.trading).toBe(false);
    expect((await desk.actions())[0]).toMatchObject({ kind: 'restore', stage: 'declined' });
    expect((await desk.seenByTrader()).riskActions.map(({ kind }) => kind)).toEqual(['suspend']);
  });

  test('a liquidation keeps orders out for a minute', async () => {
    const desk = await start();
    await desk.act('liquidate');
    await server.drain();
    expect((await desk.access()).access).toMatchObject({ trading: false, flatten: true, reason: 'risk' });
    await server.clock.advance(minuteMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await desk.access()).access).toMatchObject({ trading: true });
  });

  test('a termination ends the account at the platform, once, and nothing follows', async () => {
    const desk = await start();
    await desk.act('terminate');
    await server.drain();
    expect((await desk.access()).ended_why).toBe('terminated');
    expect((await desk.act('suspend')).response_status).toBe(409);
    const { data } = await ask(officeLists.timeline.page, {
      token: desk.first.token,
      query: { account: desk.accountId },
    });
    const entry = data.rows.find(({ action }) => action === 'risk-terminate');
    expect(JSON.parse(entry?.details ?? '{}')).toMatchObject({ cause: 'Twice the usual size.', before: {}, after: {} });
  });

  test('notes are for staff', async () => {
    const desk = await start();
    const body = { accountId: desk.accountId, text: 'Called at noon.' };
    expect((await ask(addAccountNote, { token: desk.trader.token, body })).response_status).toBe(403);
    expect((await ask(addAccountNote, { token: desk.first.token, body })).response_status).toBe(200);
    const { data } = await ask(riskAccount, { token: desk.second.token, query: { accountId: desk.accountId } });
    expect(data.notes).toMatchObject([{ text: 'Called at noon.' }]);
    expect(JSON.stringify(await desk.seenByTrader())).not.toContain('Called at noon.');
  });
});

/** Reads the stream until the predicate is true of its messages. */
async function readStream(token: string, query: Record<string, string>, until: (messages: Message[]) => boolean) {
  const stop = new AbortController();
  const response = await server.app.request(`/api/admin/risk/stream?${new URLSearchParams(query)}`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  expect(response.status).toBe(200);
  const messages: Message[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => messages.push({ event, data: JSON.parse(data) }) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (reader && !until(messages)) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(value);
  }
  stop.abort();
  await reader?.cancel().catch(() => undefined);
  return messages;
}

type Message = { readonly event: string | undefined; readonly data: unknown };

describe('the live list', () => {
  test('shows what remains of each account, and the stream continues from its number', async () => {
    const desk = await start();
    const { data } = await ask(riskDashboard, { token: desk.first.token });
    const before = data.rows.find(({ id }) => id === desk.accountId);
    // Classic 50K: the floor starts $2,000 below the starting balance.
    expect(before).toMatchObject({ equityCents: 5_000_000, remainingCents: 200_000, todayCents: 0, status: 'active' });
    const query = { run: data.run, number: String(data.number) };
    const reading = readStream(desk.first.token, query, (messages) =>
      messages.some(({ event, data: delta }) => event === 'delta' && JSON.stringify(delta).includes(desk.accountId)),
    );
    await play(server, desk.accountId, trade(server.clock.now().getTime(), 12));
    const messages = await reading;
    const deltas = messages.map(({ data: delta }) => riskDelta.parse(delta));
    expect(deltas.map(({ number }) => number)).toEqual(deltas.map((_, index) => data.number + 1 + index));
    const after = deltas.flatMap(({ rows }) => rows).findLast(({ id }) => id === desk.accountId);
    expect(after?.equityCents).not.toBe(5_000_000);
    expect((after?.todayCents ?? 0) + 5_000_000).toBe(after?.equityCents);
  });

  test('a number of another run gets a snapshot', async () => {
    const { first } = await start();
    const [message] = await readStream(first.token, { run: 'another', number: '3' }, (messages) => messages.length > 0);
    expect(message?.event).toBe('snapshot');
    expect(riskSnapshot.parse(message?.data).rows.length).toBeGreaterThan(0);
  });
});
