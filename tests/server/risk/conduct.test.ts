import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSubscription } from '#server/billing/subscriptions/start.ts';
import { getProduct } from '#server/orders/products/registry.ts';
import { checkConductDeadlines } from '#server/risk/conduct/check-deadlines.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { answerConduct, decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const evidence = 'Bought here and sold on another account within a second.';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ startAt: testStart + 60 * minuteMs });
});

afterAll(() => server.close());

async function signInStaff(role: 'risk_manager' | 'admin' | 'support' = 'risk_manager') {
  return signInPerson(server, { lifetimeMs: 30 * dayMs, roles: [role] });
}

/** A trader with two fills, and a risk manager. */
async function start() {
  const trader = await signInPerson(server, { lifetimeMs: 30 * dayMs });
  const staff = await signInStaff();
  const accountId = await buyAccount(server, trader.personId);
  await play(server, accountId, trade(testStart, 12));
  const ask = client(server);
  const body = { accountId, cause: 'opposite-trades' as const, evidence, sourceIds: [`${testStart}-0`] };
  return {
    accountId,
    trader,
    staff,
    open: (token = staff.token, more: Partial<{ sourceIds: string[] }> = {}) =>
      ask(openConduct, { body: { ...body, ...more }, token }),
    answer: (caseId: string, answer: string, token = trader.token) =>
      ask(answerConduct, { body: { caseId, answer }, token }),
    decide: (caseId: string, decision: 'upheld' | 'lifted', token = staff.token) =>
      ask(decideConduct, { body: { caseId, decision, reason: 'The record shows it.' }, token }),
    read: async () => (await ask(accountDetails, { query: { accountId }, token: trader.token })).data,
    stage: async () => (await ask(accountData, { token: trader.token })).data.accounts[0]?.stage,
    stored: () =>
      server.deps.db
        .selectFrom('trading_account')
        .select(['access', 'end_reason', 'suspended_at'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow(),
    audit: async () => {
      const query = server.deps.db.selectFrom('audit').select(['action', 'actor']).where('entity_id', '=', accountId);
      return (await query.where('action', 'like', 'conduct-%').orderBy('at').execute()).map(Object.values);
    },
  };
}

test('opening a case suspends and flattens the account and shows the trader the cause, evidence, events and deadline', async () => {
  const { accountId, open, read, stage, stored, audit, staff } = await start();
  const { data } = await open();
  const now = server.clock.now().getTime();
  expect(data.answerUntil).toBe(now + 10 * dayMs);
  await server.drain();
  expect(await stage()).toBe('suspended');
  expect((await stored()).access).toMatchObject({ trading: false, flatten: true, until: null, reason: 'conduct' });
  const { conduct, suspendedFor } = await read();
  expect(suspendedFor).toEqual(['conduct']);
  const fill = { instrument: 'ES', month: '2026-12', side: 'buy', quantity: 1 };
  expect(conduct).toEqual([
    {
      id: data.caseId,
      status: 'open',
      cause: 'opposite-trades',
      evidence,
      events: [{ at: testStart, sourceId: `${testStart}-0`, type: 'fill', fill }],
      openedAt: now,
      answerUntil: now + 10 * dayMs,
      answer: null,
    },
  ]);
  expect(await audit()).toEqual([['conduct-opened', `person:${staff.personId}`]]);
  const mails = await server.deps.db
    .selectFrom('mail')
    .select('id')
    .where('dedupe_key', 'like', `%${accountId}%`)
    .execute();
  expect(mails).toHaveLength(1);
});

test('only risk managers open and decide cases, once per account and about events of the account', async () => {
  const { open, decide, trader } = await start();
  const support = await signInStaff('support');
  for (const token of [trader.token, support.token]) expect((await open(token)).response_status).toBe(403);
  expect(await open(undefined, { sourceIds: ['no-such-event'] })).toMatchObject({
    response_status: 422,
    validation_errors: { sourceIds: expect.anything() },
  });
  const answers = await Promise.all([open(), open((await signInStaff('admin')).token)]);
  expect(answers.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
  const { caseId } = answers.find(({ response_status }) => response_status === 200)?.data ?? { caseId: '' };
  for (const token of [trader.token, support.token]) {
    expect((await decide(caseId, 'lifted', token)).response_status).toBe(403);
  }
});

test('the trader can answer and change the answer until the deadline, and nobody else can', async () => {
  const { open, answer, read } = await start();
  const { caseId, answerUntil } = (await open()).data;
  const stranger = await signInPerson(server);
  expect((await answer(caseId, 'Mine', stranger.token)).response_status).toBe(404);
  expect((await answer(caseId, 'They were mine.')).response_status).toBe(200);
  await server.clock.advance(answerUntil - server.clock.now().getTime());
  expect((await answer(caseId, 'They were my own copies.')).response_status).toBe(200);
  const shown = { text: 'They were my own copies.', answeredAt: answerUntil };
  expect((await read()).conduct[0]?.answer).toEqual(shown);
  await server.clock.advance(1);
  expect((await answer(caseId, 'Too late.')).response_status).toBe(410);
  expect((await read()).conduct[0]?.answer).toEqual(shown);
});

test('a case can be upheld only after the answer, and ends the account and its subscription for good', async () => {
  const { accountId, open, answer, decide, read, stage, stored, audit, staff, trader } = await start();
  const order = await server.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('person_id', '=', trader.personId)
    .executeTakeFirstOrThrow();
  const plan = getProduct(order.kind).findPlan(server.deps.catalog, order.package_id);
  await server.deps.db.transaction().execute((trx) => startSubscription(server.deps, trx, order, plan, accountId));
  const { caseId } = (await open()).data;
  expect((await decide(caseId, 'upheld')).response_status).toBe(409);
  await answer(caseId, 'They were mine.');
  const decided = await Promise.all([decide(caseId, 'upheld'), decide(caseId, 'upheld')]);
  expect(decided.map(({ response_status }) => response_status).sort()).toEqual([200, 409]);
  await server.drain();
  expect((await stored()).end_reason).toBe('terminated');
  expect(await stage()).toBe('terminated');
  const reason = 'The record shows it.';
  expect((await read()).conduct).toMatchObject([{ status: 'upheld', reason, decidedAt: server.clock.now().getTime() }]);
  const { status } = await server.deps.db
    .selectFrom('subscription')
    .select('status')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(status).toBe('ended');
  expect((await audit()).map(([action]) => action).sort()).toEqual([
    'conduct-answered',
    'conduct-opened',
    'conduct-upheld',
  ]);
  expect(await audit()).toContainEqual(['conduct-upheld', `person:${staff.personId}`]);
  expect((await answer(caseId, 'One more thing.')).response_status).toBe(409);
  expect((await open()).response_status).toBe(409);
});

test('a case can be upheld without an answer once the deadline has passed', async () => {
  const { open, decide, stored } = await start();
  const { caseId } = (await open()).data;
  await server.clock.advance(10 * dayMs + 1);
  expect((await decide(caseId, 'upheld')).response_status).toBe(200);
  await server.drain();
  expect((await stored()).end_reason).toBe('terminated');
});

test('a lifted case lets the account trade again and stays visible', async () => {
  const { open, decide, read, stage, stored } = await start();
  const { caseId } = (await open()).data;
  await server.drain();
  expect((await decide(caseId, 'lifted')).response_status).toBe(200);
  await server.drain();
  expect(await stage()).toBe('evaluation');
  expect((await stored()).access).toMatchObject({ trading: true });
  const { conduct, suspendedFor } = await read();
  expect(suspendedFor).toEqual([]);
  expect(conduct).toMatchObject([{ status: 'lifted', reason: 'The record shows it.' }]);
});

test('the trader is reminded two days before the deadline and staff are notified at the deadline, each once', async () => {
  const { accountId, open } = await start();
  const { caseId } = (await open()).data;
  const countMailsLike = async (key: string) => {
    const rows = await server.deps.db.selectFrom('mail').select('id').where('dedupe_key', 'like', key).execute();
    return rows.length;
  };
  const countMails = async () => {
    for (let times = 0; times < 2; times += 1) await checkConductDeadlines(server.deps);
    return [await countMailsLike(`%${accountId}:conduct-reminder%`), await countMailsLike(`conduct-staff:${caseId}`)];
  };
  await server.clock.advance(8 * dayMs - 1);
  expect(await countMails()).toEqual([0, 0]);
  await server.clock.advance(1);
  expect(await countMails()).toEqual([1, 0]);
  await server.clock.advance(2 * dayMs);
  expect(await countMails()).toEqual([1, 1]);
});
