import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { listAccounts } from '#server/accounts/details/list.ts';
import { closeTradingDay } from '#server/accounts/feed/close-day.ts';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { forceAccountOutcome } from '#server/accounts/simulator/force-outcome.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { accountData, startSimulation } from '#shared/accounts/contract.ts';
import { accountFills } from '#shared/accounts/contract-details.ts';
import { accountStatistics } from '#shared/accounts/contract-statistics.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { lose, play, trade } from '../support/trading.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function watch(personId: string, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    await server.clock.advance(minuteMs);
    await listAccounts(server.deps, personId);
    await tickTraders(server.deps);
  }
}

async function sequenceOf(accountId: string): Promise<number> {
  const row = await server.deps.db
    .selectFrom('trading_account')
    .select('sequence')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.sequence;
}

describe('simulated trading', () => {
  test('a new account has no trades until its owner starts them, and none from before the start', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await watch(personId, 15);
    expect(await sequenceOf(accountId)).toBe(0);
    const before = await ask(accountData, { token, query: { history: 'first' } });
    expect(before.data.accounts[0]).toMatchObject({ simulated: true, simulation: 'waiting', history: { fills: [] } });

    const startedAt = server.clock.now().getTime();
    const answers = await Promise.all([1, 2].map(() => ask(startSimulation, { token, body: { accountId } })));
    expect(answers.map(({ response_status: status }) => status)).toEqual([200, 200]);
    await watch(personId, 15);
    const { data } = await ask(accountData, { token, query: { history: 'first' } });
    expect(data.accounts[0]?.simulation).toBe('started');
    expect(data.accounts[0]?.history?.fills.length).toBeGreaterThan(0);
    expect(data.accounts[0]?.history?.fills.every(({ at }) => at >= startedAt)).toBe(true);
    const starts = await server.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'simulation-started')
      .where('entity_id', '=', accountId)
      .execute();
    expect(starts).toHaveLength(1);
  });

  test('an account locked for the day before its start doesn’t trade that day', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId, 'merit-25k');
    const { data } = await ask(accountData, { token, query: { history: 'first' } });
    await forceAccountOutcome(server.deps, data.accounts[0]?.platformAccountId ?? '', 'locked');
    const before = await sequenceOf(accountId);
    expect((await ask(startSimulation, { token, body: { accountId } })).response_status).toBe(200);
    await watch(personId, 15);
    expect(await sequenceOf(accountId)).toBe(before);
  });

  test('a reset account trades again only after its owner restarts it, and takes a different course', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const startTrading = () => ask(startSimulation, { token, body: { accountId } });
    const fillsSince = async (since: number) => {
      const { data } = await ask(accountData, { token, query: { history: 'first' } });
      return data.accounts[0]?.history?.fills.filter(({ at }) => at >= since) ?? [];
    };
    const firstAt = server.clock.now().getTime();
    await startTrading();
    await watch(personId, 15);
    const first = await fillsSince(firstAt);
    expect(first.length).toBeGreaterThan(0);

    await lose(server, accountId, server.clock.now().getTime());
    await resetAccount(server.deps, accountId, `order-${accountId}`);
    const resetSequence = await sequenceOf(accountId);
    await watch(personId, 15);
    expect(await sequenceOf(accountId)).toBe(resetSequence);
    expect((await ask(accountData, { token, query: { history: 'first' } })).data.accounts[0]?.simulation).toBe(
      'waiting',
    );

    const secondAt = server.clock.now().getTime();
    await startTrading();
    await watch(personId, 15);
    const second = await fillsSince(secondAt);
    expect(second.length).toBeGreaterThan(0);
    expect(second.map(({ at }) => at - secondAt)).not.toEqual(first.map(({ at }) => at - firstAt));
  });

  test('only the owner can start the trades', async () => {
    const { personId } = await signInPerson(server);
    const stranger = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const answer = await client(server)(startSimulation, { token: stranger.token, body: { accountId } });
    expect(answer.response_status).toBe(404);
    await watch(personId, 2);
    expect(await sequenceOf(accountId)).toBe(0);
  });
});

describe('the trading day of a trade', () => {
  test('is the same in account, day list, statistics and file, even on a Saturday or after the close', async () => {
    const ask = client(server);
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const hour = (text: string) => Date.parse(`${text}:00-05:00`);
    // Friday before the close, Friday after the close, Saturday: the last two count for Monday.
    await play(server, accountId, [
      ...trade(hour('2026-03-13T10:00'), 4),
      { type: 'day-close', at: hour('2026-03-13T16:00'), day: '2026-03-13' as never },
      ...trade(hour('2026-03-13T16:20'), 8),
      ...trade(hour('2026-03-14T12:00'), 16),
    ]);
    await closeTradingDay(server.deps);
    const expected = [
      ['2026-03-13', 5_000],
      ['2026-03-16', 30_000],
    ];
    const { data } = await ask(accountData, { token, query: { history: 'first' } });
    expect(data.accounts[0]?.history?.days.map(({ day, profitCents }) => [day, profitCents])).toEqual(expected);
    const statistics = await ask(accountStatistics, { token, query: { accountId } });
    expect(statistics.data.curve.days.map(({ day, resultCents }) => [day, resultCents])).toEqual(expected);
    expect(statistics.data.byWeekday.map(({ key, resultCents }) => [key, resultCents])).toEqual([
      [1, 30_000],
      [5, 5_000],
    ]);
    const monday = await ask(accountFills, { token, query: { accountId, day: '2026-03-16' } });
    expect(monday.data.fills.map(({ at }) => at)).toEqual([
      hour('2026-03-13T16:20'),
      hour('2026-03-13T16:30'),
      hour('2026-03-14T12:00'),
      hour('2026-03-14T12:10'),
    ]);
    const file = await server.app.request(`/api/account/trades.csv?accountId=${accountId}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const [head = '', ...rows] = (await file.text()).trim().split(/\r?\n/);
    const column = head.split(',').indexOf('trading_day');
    expect(rows.map((row) => row.split(',')[column])).toEqual(['2026-03-13', '2026-03-16', '2026-03-16']);
    const fromMonday = await ask(accountStatistics, { token, query: { accountId, from: '2026-03-16' } });
    expect(fromMonday.data.resultCents).toBe(30_000);
  });
});
