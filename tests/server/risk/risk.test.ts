import { createParser } from 'eventsource-parser';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import type { Deps } from '#server/core/deps.ts';
import { accountDetails } from '#shared/accounts/contract-details.ts';
import type { RiskActionKind } from '#shared/accounts/risk-action.ts';
import { toRows } from '#shared/core/columns.ts';
import { officeLists } from '#shared/firm/lists.ts';
import {
  addAccountNote,
  decideRiskAction,
  riskAccount,
  riskDashboard,
  riskDelta,
  riskRow,
  riskSnapshot,
  takeRiskAction,
} from '#shared/risk/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, giveRoles, payOrder, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

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
        .select(['access', 'end_reason'])
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow(),
    mails: async () =>
      server.deps.db
        .selectFrom('mail')
        .select('id')
        .where('recipient', '=', `${trader.personId.toLowerCase()}@example.com`)
        .execute(),
    seenByTrader: async () => (await ask(accountDetails, { token: trader.token, query: { accountId } })).data,
  };
}

describe('risk actions', () => {
  test('a lock closes positions until the next session, shows the trader its cause and ends on its own', async () => {
    const manager = await start();
    expect((await manager.act('lock')).data.stage).toBe('sent');
    expect((await manager.actions())[0]).toMatchObject({ kind: 'lock', stage: 'sent', acknowledgedAt: null });
    await server.drain();
    expect((await manager.actions())[0]?.stage).toBe('acknowledged');
    // Wednesday 11:00 in Chicago: the next session opens at 17:00, six hours later.
    const until = testStart + hourMs + 6 * hourMs;
    expect((await manager.access()).access).toMatchObject({ trading: false, flatten: true, until, reason: 'risk' });
    const traderDetails = await manager.seenByTrader();
    expect(traderDetails.suspendedFor).toEqual(['risk']);
    expect(traderDetails.riskActions).toMatchObject([{ kind: 'lock', cause: 'Twice the usual size.', until }]);
    expect(traderDetails.riskStop).toEqual({ reason: 'risk', cause: 'Twice the usual size.', until });
    await server.clock.advance(6 * hourMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await manager.access()).access).toMatchObject({ trading: true });
    expect((await manager.seenByTrader()).suspendedFor).toEqual([]);
  });

  test('a suspension lasts until two people restore the account', async () => {
    const manager = await start();
    await manager.act('suspend');
    await server.drain();
    await server.clock.advance(60_000);
    const restore = await manager.act('restore');
    expect(restore.data.stage).toBe('requested');
    expect((await manager.act('restore')).response_status).toBe(409);
    expect((await manager.decide(restore.data.actionId, 'approve', manager.first.token)).error_code).toBe(
      'second_person',
    );
    await server.drain();
    expect((await manager.access()).access?.trading).toBe(false);
    const answers = await Promise.all([
      manager.decide(restore.data.actionId, 'approve'),
      manager.decide(restore.data.actionId, 'approve'),
    ]);
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    await server.drain();
    expect((await manager.access()).access?.trading).toBe(true);
    expect((await manager.actions()).map(({ kind, stage }) => [kind, stage])).toEqual([
      ['restore', 'acknowledged'],
      ['suspend', 'acknowledged'],
    ]);
    expect((await manager.act('restore')).response_status).toBe(409);
  });

  test('a declined request changes nothing, and the trader never sees it', async () => {
    const manager = await start();
    await manager.act('suspend');
    await server.clock.advance(minuteMs);
    const { actionId } = (await manager.act('restore')).data;
    expect((await manager.decide(actionId, 'decline')).response_status).toBe(200);
    await server.drain();
    expect((await manager.access()).access?.trading).toBe(false);
    expect((await manager.actions())[0]).toMatchObject({ kind: 'restore', stage: 'declined' });
    expect((await manager.seenByTrader()).riskActions.map(({ kind }) => kind)).toEqual(['suspend']);
  });

  test('a liquidation blocks orders for a minute', async () => {
    const manager = await start();
    await manager.act('liquidate');
    await server.drain();
    expect((await manager.access()).access).toMatchObject({ trading: false, flatten: true, reason: 'risk' });
    await server.clock.advance(minuteMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await manager.access()).access).toMatchObject({ trading: true });
  });

  test('a liquidate-only account keeps its positions until two people restore it', async () => {
    const manager = await start();
    expect((await manager.act('liquidate_only')).data.stage).toBe('sent');
    await server.drain();
    expect((await manager.access()).access).toMatchObject({
      ...{ trading: false, flatten: false, until: null, reason: 'liquidate-only' },
    });
    const traderDetails = await manager.seenByTrader();
    expect(traderDetails.suspendedFor).toEqual(['liquidate-only']);
    expect(traderDetails.riskActions).toMatchObject([
      { kind: 'liquidate_only', cause: 'Twice the usual size.', until: null },
    ]);
    // A lock on top of it closes open positions.
    await manager.act('lock');
    await server.drain();
    expect((await manager.access()).access).toMatchObject({ trading: false, flatten: true, reason: 'risk' });
    const { actionId } = (await manager.act('restore')).data;
    expect((await manager.decide(actionId, 'approve')).response_status).toBe(200);
    await server.drain();
    expect((await manager.access()).access?.trading).toBe(true);
    expect((await manager.seenByTrader()).suspendedFor).toEqual([]);
  });

  test('setting liquidate-only again changes and announces nothing', async () => {
    const manager = await start();
    const before = (await manager.mails()).length;
    const answers = await Promise.all([manager.act('liquidate_only'), manager.act('liquidate_only')]);
    expect(answers.map(({ response_status: status }) => status).sort()).toEqual([200, 409]);
    await server.drain();
    expect((await manager.act('liquidate_only')).response_status).toBe(409);
    expect((await manager.actions()).map(({ kind }) => kind)).toEqual(['liquidate_only']);
    expect((await manager.mails()).length).toBe(before + 1);
  });

  test('liquidate-only can’t replace a suspension, but outlasts one that ends on its own', async () => {
    const suspended = await start();
    await suspended.act('suspend');
    expect((await suspended.act('liquidate_only')).response_status).toBe(409);
    const closing = await start();
    await closing.act('liquidate');
    expect((await closing.act('liquidate_only')).response_status).toBe(200);
    await server.drain();
    const read = async () =>
      (await ask(riskAccount, { token: closing.first.token, query: { accountId: closing.accountId } })).data;
    const until = server.clock.now().getTime() + minuteMs;
    expect((await read()).suspensions.toSorted((left, right) => left.reason.localeCompare(right.reason))).toEqual([
      { reason: 'liquidate-only', until: null },
      { reason: 'risk', until },
    ]);
    // An expired suspension is no longer shown, even before it is deleted.
    await server.clock.advance(minuteMs);
    expect((await read()).suspensions).toEqual([{ reason: 'liquidate-only', until: null }]);
    await reconcileAccess(server.deps);
    await server.drain();
    expect((await closing.access()).access).toMatchObject({ trading: false, flatten: false, reason: 'liquidate-only' });
  });

  test('the trader sees the cause and the end of the current restriction, not of another one', async () => {
    const manager = await start();
    const { accountId, first } = manager;
    const actWithCause = async (kind: RiskActionKind, cause: string) => {
      await server.clock.advance(1_000);
      await ask(takeRiskAction, { token: first.token, body: { accountId, kind, cause } });
    };
    await actWithCause('liquidate_only', 'Size.');
    await actWithCause('liquidate', 'A runaway position.');
    await server.drain();
    // The liquidation ends after a minute, although the account stays limited to closing positions.
    const until = server.clock.now().getTime() + minuteMs;
    expect((await manager.seenByTrader()).riskStop).toEqual({ reason: 'risk', cause: 'A runaway position.', until });
    await server.clock.advance(minuteMs);
    const { riskStop, riskActions } = await manager.seenByTrader();
    expect(riskActions[0]?.kind).toBe('liquidate');
    expect(riskStop).toEqual({ reason: 'liquidate-only', cause: 'Size.', until: null });
  });

  test('a termination ends the account at the platform, and no other action can follow', async () => {
    const manager = await start();
    await manager.act('terminate');
    await server.drain();
    expect((await manager.access()).end_reason).toBe('terminated');
    expect((await manager.act('suspend')).response_status).toBe(409);
    const { data } = await ask(officeLists.timeline.page, {
      token: manager.first.token,
      query: { account: manager.accountId },
    });
    const entry = data.rows.find(({ action }) => action === 'risk-terminate');
    expect(JSON.parse(entry?.details ?? '{}')).toMatchObject({ cause: 'Twice the usual size.', before: {}, after: {} });
  });

  test('notes are visible only to staff', async () => {
    const manager = await start();
    const body = { accountId: manager.accountId, text: 'Called at noon.' };
    expect((await ask(addAccountNote, { token: manager.trader.token, body })).response_status).toBe(403);
    expect((await ask(addAccountNote, { token: manager.first.token, body })).response_status).toBe(200);
    const { data } = await ask(riskAccount, { token: manager.second.token, query: { accountId: manager.accountId } });
    expect(data.notes).toMatchObject([{ text: 'Called at noon.' }]);
    expect(JSON.stringify(await manager.seenByTrader())).not.toContain('Called at noon.');
  });
});

/** Reads the stream until the predicate accepts its messages. */
async function readStream(
  token: string,
  query: Record<string, string>,
  until: (messages: Message[]) => boolean,
  { app }: Pick<TestApp, 'app'> = server,
) {
  const stop = new AbortController();
  const response = await app.request(`/api/admin/risk/stream?${new URLSearchParams(query)}`, {
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

function listIds(messages: readonly Message[]): string[] {
  return messages.flatMap(({ data }) => toRows(riskRow, riskDelta.parse(data).rows)).map(({ id }) => id);
}

type Message = { readonly event: string | undefined; readonly data: unknown };

describe('the live risk list', () => {
  test('shows the remaining drawdown of each account, and the stream continues from its number', async () => {
    const manager = await start();
    const { data } = await ask(riskDashboard, { token: manager.first.token });
    const before = toRows(riskRow, data.rows).find(({ id }) => id === manager.accountId);
    // Classic 50K: the floor starts $2,000 below the starting balance.
    expect(before).toMatchObject({ equityCents: 5_000_000, remainingCents: 200_000, todayCents: 0, status: 'active' });
    const query = { run: data.run, after: String(data.number) };
    const reading = readStream(manager.first.token, query, (messages) =>
      messages.some(({ event, data: delta }) => event === 'delta' && JSON.stringify(delta).includes(manager.accountId)),
    );
    await play(server, manager.accountId, trade(server.clock.now().getTime(), 12));
    const messages = await reading;
    const deltas = messages.map(({ data: delta }) => riskDelta.parse(delta));
    expect(deltas.map(({ number }) => number)).toEqual(deltas.map((_, index) => data.number + 1 + index));
    const after = deltas.flatMap(({ rows }) => toRows(riskRow, rows)).findLast(({ id }) => id === manager.accountId);
    expect(after?.equityCents).not.toBe(5_000_000);
    expect((after?.todayCents ?? 0) + 5_000_000).toBe(after?.equityCents);
  });

  describe('announces a new account as soon as it opens', () => {
    // Time stands still for the desk, so that it doesn't read all accounts again by itself.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    /** A desk on a server of its own. */
    async function openDesk(replace: Partial<Deps> = {}) {
      const copy = await server.another(replace);
      const { token } = await signInManager();
      const { data } = await client(copy)(riskDashboard, { token });
      const query = { run: data.run, after: String(data.number) };
      return { reading: readStream(token, query, (messages) => listIds(messages).length > 0, copy) };
    }

    test('to an open desk', async () => {
      const { personId } = await signInPerson(server);
      const { reading } = await openDesk();
      const accountId = await buyAccount(server, personId);
      expect(listIds(await reading)).toEqual([accountId]);
    });

    test('even if the database fails when the desk reads it', async () => {
      const warnings: string[] = [];
      const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
      const { reading } = await openDesk({ log });
      const order = await payOrder(server, (await signInPerson(server)).personId);
      const { db } = server.deps;
      await sql`alter table trading_account rename column suspended_at to suspended_gone`.execute(db);
      const { accountId } = await openAccount(server.deps, order);
      await eventually('the failed reading', () => expect(warnings.join()).toContain('risk desk'));
      await sql`alter table trading_account rename column suspended_gone to suspended_at`.execute(db);
      vi.advanceTimersByTime(1_000);
      expect(listIds(await reading)).toEqual([accountId]);
    });
  });

  test('shows when an account is liquidate-only', async () => {
    const manager = await start();
    await manager.act('liquidate_only');
    await server.drain();
    await eventually('the new status', async () => {
      const { rows } = (await ask(riskDashboard, { token: manager.first.token })).data;
      expect(rows.status[rows.id.indexOf(manager.accountId)]).toBe('liquidate_only');
    });
  });

  test('sends a snapshot to a reader whose number is from another run', async () => {
    const { first } = await start();
    const [message] = await readStream(first.token, { run: 'another', after: '3' }, (messages) => messages.length > 0);
    expect(message?.event).toBe('snapshot');
    expect(riskSnapshot.parse(message?.data).rows.id.length).toBeGreaterThan(0);
  });
});
