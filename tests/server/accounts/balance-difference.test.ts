import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { compactAccounts } from '#server/accounts/feed/compact.ts';
import { sign } from '#shared/accounts/bridge-signature.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import { settleDifference } from '#shared/firm/contract-corrections.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { confirmNow } from '../support/funded.ts';
import { buyAccount, giveRoles, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

const secret = 'a secret that both sides know, of 40 bytes';
/** After the trade, which ends ten minutes after the start. */
const at = testStart + 15 * minuteMs;

let base: TestApp;
let server: TestApp;

beforeAll(async () => {
  base = await startTestApp({ startAt: testStart + 120 * minuteMs });
  const bridge = { url: 'http://127.0.0.1:9/', secret };
  server = await base.another({ env: { ...base.deps.env, bridge }, platform: base.deps.platform });
});

afterAll(() => base.close());

/** An account bought on the simulated platform, then fed by the bridge: 12 ES ticks are $150. */
async function openBridgeAccount() {
  const { personId, token } = await signInPerson(server);
  const accountId = await buyAccount(server, personId);
  await server.deps.db.updateTable('trading_account').set({ simulated: false }).where('id', '=', accountId).execute();
  await play(server, accountId, trade(testStart, 12));
  const read = async () => (await client(server)(accountDetails, { query: { accountId }, token })).data;
  return { accountId, personId, read };
}

async function report(accountId: string, balanceCents: number, when = at, by = secret) {
  return send([{ account: { accountId }, at: when, balanceCents }], by);
}

async function send(balances: readonly object[], by = secret) {
  const body = JSON.stringify({ balances });
  const { timestamp, signature } = sign(by, body, server.clock.now());
  const headers = { 'X-Tidemark-Timestamp': timestamp, 'X-Tidemark-Signature': signature };
  const response = await server.app.request('/api/bridge/balances', { method: 'POST', headers, body });
  return { status: response.status, body: await response.json() };
}

test('a balance that matches at its own time opens no difference', async () => {
  const { accountId, read } = await openBridgeAccount();
  await play(server, accountId, trade(testStart + 60 * minuteMs, 4));
  expect(await report(accountId, 5_015_000)).toMatchObject({ body: { balances: [{ status: 200, differs: false }] } });
  expect((await read()).differences).toEqual([]);
});

test('a difference is shown once, with both balances and the time, and a matching report clears it', async () => {
  const { accountId, read } = await openBridgeAccount();
  for (let times = 0; times < 2; times += 1) {
    expect((await report(accountId, 5_014_786)).body).toMatchObject({ balances: [{ differs: true }] });
  }
  const shown = { at, platformBalanceCents: 5_014_786, ownBalanceCents: 5_015_000, reason: null };
  expect((await read()).differences).toMatchObject([{ ...shown, status: 'open', settledAt: null }]);
  await report(accountId, 5_015_000, at + minuteMs);
  expect((await read()).differences).toMatchObject([{ ...shown, status: 'cleared' }]);
});

test('staff settle a difference once, with a correction and a reason', async () => {
  const { accountId, read } = await openBridgeAccount();
  await report(accountId, 5_014_786);
  const [difference] = (await read()).differences;
  const body = { differenceId: difference?.id ?? '', reason: 'A late exchange fee.' };
  const operator = await signInPerson(server);
  const settle = () => client(server)(settleDifference, { body, token: operator.token });
  expect((await settle()).response_status).toBe(403);
  await giveRoles(server, operator.personId, ['risk_manager']);
  // Settling moves money, so it requires reauthentication.
  expect((await settle()).error_code).toBe('confirm_first');
  await confirmNow(server, operator.personId);
  expect((await settle()).data).toEqual({ amountCents: -214 });
  expect((await settle()).response_status).toBe(409);
  const { differences, adjustments } = await read();
  expect(differences).toMatchObject([{ status: 'settled', reason: 'A late exchange fee.' }]);
  expect(adjustments).toMatchObject([{ amountCents: -214, cause: 'correction' }]);
  const { state } = await server.deps.db
    .selectFrom('trading_account')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  expect(state.balanceCents).toBe(5_014_786);
  const audit = await server.deps.db
    .selectFrom('audit')
    .select(['actor', 'details'])
    .where('entity_id', '=', accountId)
    .where('action', '=', 'balance-settled')
    .execute();
  const details = {
    before: { status: 'open', balanceCents: 5_015_000 },
    after: { status: 'settled', balanceCents: 5_014_786 },
    reason: 'A late exchange fee.',
  };
  expect(audit).toMatchObject([{ actor: `person:${operator.personId}`, details }]);
  // Repeating the original report opens no new difference.
  await report(accountId, 5_014_786);
  expect((await read()).differences).toHaveLength(1);
});

test('a report with a wrong signature is rejected, and an unknown account has its own status', async () => {
  const { accountId } = await openBridgeAccount();
  expect((await report(accountId, 1, at, 'guessed')).status).toBe(401);
  expect((await report('nobody', 1)).body).toEqual({ balances: [{ status: 404 }] });
  expect((await report(accountId, 1, at + dayMs)).status).toBe(422);
});

async function signInSettler() {
  const { personId, token } = await signInPerson(server);
  await giveRoles(server, personId, ['risk_manager']);
  await confirmNow(server, personId);
  return (differenceId: string) =>
    client(server)(settleDifference, { body: { differenceId, reason: 'A price of the platform’s.' }, token });
}

const stateOf = async (accountId: string) =>
  await server.deps.db
    .selectFrom('trading_account')
    .select(['state', 'verdict_held_from'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();

test('settling judges the time since by the platform’s figures: what only ours would breach goes on', async () => {
  const { accountId, read } = await openBridgeAccount();
  // The platform has $1,000 more: 5,115,000. Then 200 ticks are lost, $2,500: ours falls to 4,765,000, below the floor.
  await report(accountId, 5_115_000);
  await play(server, accountId, trade(testStart + 30 * minuteMs, -200));
  await report(accountId, 4_865_000, testStart + 60 * minuteMs);
  const [difference] = (await read()).differences;
  expect((await (await signInSettler())(difference?.id ?? '')).data).toEqual({ amountCents: 100_000 });
  expect((await stateOf(accountId)).state).toMatchObject({ status: 'active', breach: null, balanceCents: 4_865_000 });
});

test('a difference in positions isn’t settled by a correction', async () => {
  const { accountId, read } = await openBridgeAccount();
  const position = { instrument: 'ES', month: '2026-12', quantity: 1 };
  await send([{ account: { accountId }, at, balanceCents: 5_014_786, positions: [position] }]);
  const settle = await signInSettler();
  const [difference] = (await read()).differences;
  expect((await settle(difference?.id ?? '')).error_code).toBe('positions_differ');
  expect((await read()).differences).toMatchObject([{ status: 'open' }]);
  await send([{ account: { accountId }, at: at + minuteMs, balanceCents: 5_014_786, positions: [] }]);
  expect((await settle(difference?.id ?? '')).data).toEqual({ amountCents: -214 });
});

test('a difference that opens on a breached account holds the rules once the account goes on', async () => {
  const { accountId } = await openBridgeAccount();
  await play(server, accountId, trade(testStart + 20 * minuteMs, -200));
  const { state } = await stateOf(accountId);
  expect(state.status).toBe('breached');
  await report(accountId, 1, testStart + 70 * minuteMs);
  expect((await stateOf(accountId)).verdict_held_from).toBeNull();
  await play(server, accountId, [{ type: 'reset', at: testStart + 80 * minuteMs }]);
  await report(accountId, 4_999_000, testStart + 90 * minuteMs);
  expect((await stateOf(accountId)).verdict_held_from).not.toBeNull();
});

test('one account that can’t be compared doesn’t keep the others from it', async () => {
  const [first, second] = [await openBridgeAccount(), await openBridgeAccount()];
  await report(first.accountId, 5_014_786);
  // As if the marks since the difference were gone.
  await server.deps.db
    .updateTable('trading_account')
    .set({ marks_retained_from: new Date(at + minuteMs) })
    .where('id', '=', first.accountId)
    .execute();
  const balances = [first, second].map(({ accountId }) => ({
    ...{ account: { accountId }, at: at + minuteMs, balanceCents: 5_015_000 },
  }));
  expect((await send(balances)).body).toEqual({ balances: [{ status: 409 }, { status: 200, differs: false }] });
});

test('a difference older than the marks that are kept still clears', async () => {
  const { accountId } = await openBridgeAccount();
  const mark = { type: 'mark', instrument: 'ES', month: '2026-12', priceTicks: 24_000 } as const;
  await play(server, accountId, [{ ...mark, at: testStart + 20 * minuteMs }]);
  await report(accountId, 5_014_786);
  await server.clock.advance(60 * dayMs);
  const now = server.clock.now().getTime();
  await play(server, accountId, [{ ...mark, at: now - minuteMs }]);
  expect(await compactAccounts(server.deps)).toBeGreaterThan(0);
  expect((await report(accountId, 5_015_000, now)).body).toEqual({ balances: [{ status: 200, differs: false }] });
  expect((await stateOf(accountId)).verdict_held_from).toBeNull();
});
