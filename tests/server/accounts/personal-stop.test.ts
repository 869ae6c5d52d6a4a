import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { reconcileAccess } from '#server/accounts/access/reconcile.ts';
import { liftSuspension, suspendAccount } from '#server/accounts/access/suspend.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { fetchPersonalStop, lockAccountNow, updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import type { AccountEvent } from '#shared/accounts/model.ts';
import { type LockPeriod, noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { decideRiskAction, takeRiskAction } from '#shared/risk/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play, trade } from '../support/trading.ts';

/** Wednesday 17:00 in Chicago, when Thursday's session opens. */
const nextOpen = Date.parse('2026-03-11T22:00:00Z');

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function openAccount() {
  const person = await signInPerson(server, { lifetimeMs: 9 * dayMs });
  const accountId = await buyAccount(server, person.personId);
  const ask = client(server);
  const { token } = person;
  const stored = () =>
    server.deps.db.selectFrom('trading_account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();
  const platform = () =>
    server.deps.db
      .selectFrom('simulated_account')
      .select(['suspended', 'flatten', 'suspended_until'])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
  return {
    ...person,
    accountId,
    stored,
    platform,
    lock: (period: LockPeriod) => ask(lockAccountNow, { token, body: { accountId, period } }),
    set: (limits: object) => ask(updatePersonalStop, { token, body: { accountId, ...noLimits, ...limits } }),
    read: async () => (await ask(fetchPersonalStop, { token, query: { accountId } })).data,
    summary: async () => (await ask(accountData, { token })).data.accounts[0],
    play: (events: readonly AccountEvent[]) => play(server, accountId, events),
    audits: async () =>
      (
        await server.deps.db
          .selectFrom('audit')
          .select('action')
          .where('entity_id', '=', accountId)
          .where('action', '=', 'personal-stop-reached')
          .execute()
      ).length,
    subjects: async () =>
      (await server.mails(`${person.personId.toLowerCase()}@example.com`)).map(({ subject }) => subject),
  };
}

const nowMs = () => server.clock.now().getTime();

describe('a trader’s personal daily stop', () => {
  test('reached by a loss closes and locks the account once, with the reason, until the next session', async () => {
    const account = await openAccount();
    await account.set({ lossCents: 50_000 });
    // 40 ticks of $12.50 are $500.
    const events = trade(testStart, -40);
    await account.play(events);
    expect((await account.stored()).personal_stop?.reached).toMatchObject({
      kind: 'loss',
      day: '2026-03-11',
      limit: 50_000,
    });
    expect((await account.summary())?.personalStopLock).toMatchObject({ kind: 'loss', until: nextOpen });
    await server.drain();
    expect(await account.platform()).toEqual({ suspended: true, flatten: true, suspended_until: new Date(nextOpen) });
    expect((await account.stored()).access).toMatchObject({ trading: false, reason: 'personal-stop', until: nextOpen });
    // The account is locked, not suspended: payouts and resets stay possible.
    expect((await account.summary())?.stage).toBe('evaluation');
    await account.play([...events, ...trade(testStart + 60 * minuteMs, -4)]);
    expect(await account.audits()).toBe(1);
    expect(await account.subjects()).toEqual(['Classic 50K: locked by your own limit']);
    await server.clock.advance(nextOpen - nowMs() + 1_000);
    await reconcileAccess(server.deps);
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: false });
    expect((await account.summary())?.personalStopLock).toBeNull();
    expect(await account.subjects()).toHaveLength(1);
  });

  test('is reached by an open loss even if it recovers within the same delivery', async () => {
    const account = await openAccount();
    await account.set({ lossCents: 50_000 });
    const at = nowMs();
    const [entry, exit] = trade(at, 10);
    const dip = { type: 'mark', at: at + 1_000, instrument: 'ES', month: '2026-12', priceTicks: 23_960 } as const;
    await account.play([entry as AccountEvent, dip, exit as AccountEvent]);
    expect((await account.stored()).personal_stop?.reached).toMatchObject({ kind: 'loss', at: at + 1_000 });
  });

  test('is reached by events that arrive late and out of order, but not by events from before it was set', async () => {
    const account = await openAccount();
    const at = nowMs();
    await account.play(trade(at - 40 * minuteMs, -40));
    await account.play(trade(at - 20 * minuteMs, 60));
    await account.set({ lossCents: 50_000 });
    expect((await account.stored()).personal_stop?.reached).toBeNull();
    await account.play(trade(at + 30 * minuteMs, 20));
    expect((await account.stored()).personal_stop?.reached).toBeNull();
    // A trade before the last one takes the day from +$250 to −$1,000.
    await account.play(trade(at + 1_000, -100));
    expect((await account.stored()).personal_stop?.reached).toMatchObject({ kind: 'loss' });
  });

  test('can count round trips, and can be reached by a profit', async () => {
    const counted = await openAccount();
    await counted.set({ trades: 2 });
    const at = nowMs();
    await counted.play(trade(at, 1));
    expect((await counted.read()).today.trades).toBe(1);
    expect((await counted.stored()).personal_stop?.reached).toBeNull();
    await counted.play(trade(at + 20 * minuteMs, 1));
    expect((await counted.stored()).personal_stop?.reached).toMatchObject({ kind: 'trades', limit: 2 });
    const won = await openAccount();
    await won.set({ profitCents: 25_000 });
    await won.play(trade(at, 20));
    expect((await won.stored()).personal_stop?.reached).toMatchObject({ kind: 'profit', limit: 25_000 });
  });

  test('locks at once if the day has already reached it', async () => {
    const account = await openAccount();
    await account.play(trade(nowMs(), -40));
    const answer = await account.set({ lossCents: 40_000 });
    expect(answer.data.lock).toMatchObject({ kind: 'loss', limit: 40_000 });
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: true, flatten: true });
  });

  test('can be loosened only from the next week', async () => {
    const account = await openAccount();
    await account.set({ lossCents: 50_000 });
    const { data } = await account.set({ lossCents: 500_000 });
    expect(data.limits.lossCents).toBe(50_000);
    expect(data.pending?.limits.lossCents).toBe(500_000);
    const { data: removed } = await account.set(noLimits);
    expect(removed.limits.lossCents).toBe(50_000);
    await account.play(trade(nowMs(), -40));
    expect((await account.stored()).personal_stop?.reached).toMatchObject({ kind: 'loss' });
    await server.clock.advance(dayMs);
    expect((await account.read()).limits.lossCents).toBe(50_000);
    await server.clock.advance(4 * dayMs);
    expect(await account.read()).toMatchObject({ limits: noLimits, pending: null, lock: null });
  });

  test('isn’t lifted with a risk manager’s lock', async () => {
    const account = await openAccount();
    const at = nowMs();
    await account.set({ lossCents: 50_000 });
    const [risk, second] = [await signInStaff(server, 'risk_manager'), await signInStaff(server, 'risk_manager')];
    const ask = client(server);
    const act = (kind: 'lock' | 'restore') =>
      ask(takeRiskAction, { token: risk.token, body: { accountId: account.accountId, kind, cause: 'Unusual size.' } });
    expect((await act('lock')).response_status).toBe(200);
    await account.play(trade(at, -40));
    await server.drain();
    const { actionId } = (await act('restore')).data;
    await ask(decideRiskAction, { token: second.token, body: { actionId, decision: 'approve' } });
    await server.drain();
    expect((await account.stored()).access).toMatchObject({ trading: false, reason: 'personal-stop' });
    expect(await account.platform()).toMatchObject({ suspended: true, flatten: true });
    expect((await account.summary())?.personalStopLock).toMatchObject({ kind: 'loss' });
  });

  test('locks once if two servers receive the same events', async () => {
    const account = await openAccount();
    await account.set({ lossCents: 50_000 });
    const other = await server.another();
    const events = trade(nowMs(), -40);
    await Promise.all([account.play(events), play(other, account.accountId, events)]);
    expect(await account.audits()).toBe(1);
  });

  test('locks the current day if one delivery reaches it on two days', async () => {
    const account = await openAccount();
    const at = nowMs();
    await account.set({ lossCents: 50_000 });
    await server.clock.advance(dayMs);
    await account.play([...trade(at + minuteMs, -40), ...trade(at + dayMs, -40)]);
    const lock = (await account.summary())?.personalStopLock;
    expect(lock?.day).toBe(resultDayOf(nowMs()));
    expect(await account.audits()).toBe(1);
  });

  test('outlasts a suspension that is lifted earlier, and then ends', async () => {
    const account = await openAccount();
    const { deps } = server;
    const { accountId } = account;
    const source = `risk:${accountId}`;
    await account.set({ lossCents: 50_000 });
    await deps.db.transaction().execute((trx) => suspendAccount(deps, trx, { accountId, source, reason: 'risk' }));
    await server.drain();
    await account.play(trade(nowMs(), -40));
    await server.drain();
    await deps.db.transaction().execute((trx) => liftSuspension(deps, trx, source));
    await server.drain();
    const until = (await account.summary())?.personalStopLock?.until ?? 0;
    expect((await account.stored()).access).toMatchObject({ trading: false, reason: 'personal-stop', until });
    await server.clock.advance(until - nowMs() + 1_000);
    await reconcileAccess(deps);
    await server.drain();
    expect((await account.stored()).access).toMatchObject({ trading: true });
  });

  test('reaches the platform once, even if the server dies between the decision and the message', async () => {
    const account = await openAccount();
    await account.set({ lossCents: 50_000 });
    const { access_revision: before } = await account.stored();
    await account.play(trade(nowMs(), -40));
    await sql`delete from jobs.job where name = 'sync-access'`.execute(server.deps.db);
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: false });
    const other = await server.another();
    await Promise.all([reconcileAccess(server.deps), reconcileAccess(other.deps)]);
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: true, flatten: true });
    expect((await account.stored()).access_revision).toBe(before + 1);
    expect(await account.audits()).toBe(1);
  });

  test('rejects invalid limits and an account that has ended', async () => {
    const account = await openAccount();
    expect((await account.set({ lossCents: 99 })).validation_errors).toHaveProperty('lossCents');
    expect((await account.set({ lossCents: 150 })).validation_errors).toHaveProperty('lossCents');
    expect((await account.set({ profitCents: 100_000_100 })).validation_errors).toHaveProperty('profitCents');
    expect((await account.set({ trades: 0 })).validation_errors).toHaveProperty('trades');
    expect((await account.set({ trades: 1_001 })).validation_errors).toHaveProperty('trades');
    const { data } = await account.set({ profitCents: 100_000_000, trades: 1_000 });
    expect(data.limits).toEqual({ ...noLimits, profitCents: 100_000_000, trades: 1_000 });
    await server.deps.db
      .updateTable('trading_account')
      .set({ ended_at: server.clock.now() })
      .where('id', '=', account.accountId)
      .execute();
    expect((await account.set({ trades: 3 })).response_status).toBe(409);
  });
});

/** One contract of ES; $12.50 a tick. */
const loseTicks = (at: number, ticks: number) => trade(at, -ticks);

describe('a trader’s other limits', () => {
  // The tests before have advanced the clock.
  beforeAll(async () => {
    await server.close();
    server = await startTestApp();
  });

  test('a fall of $300 from the day’s best result locks until the next session, a smaller one doesn’t', async () => {
    const account = await openAccount();
    await account.set({ giveBackCents: 30_000 });
    const at = nowMs();
    // +$500, then −$250: $250 below the best. Another −$62.50 makes it $312.50.
    await account.play([...trade(at, 40), ...loseTicks(at + 20 * minuteMs, 20)]);
    expect((await account.read()).lock).toBeNull();
    await account.play(loseTicks(at + 40 * minuteMs, 5));
    expect((await account.read()).lock).toMatchObject({ kind: 'give-back', limit: 30_000, until: nextOpen });
  });

  test('what the day gave back before the limit was set doesn’t count', async () => {
    const account = await openAccount();
    const at = nowMs();
    await account.play([...trade(at - 60 * minuteMs, 40), ...loseTicks(at - 40 * minuteMs, 30)]);
    await account.set({ giveBackCents: 30_000 });
    expect((await account.read()).lock).toBeNull();
  });

  test('two losing trades in a row make a break of half an hour, after which the count starts again', async () => {
    const account = await openAccount();
    await account.set({ losingTrades: { count: 2, minutes: 30 } });
    const at = nowMs();
    await account.play([...loseTicks(at, 4), ...trade(at + 20 * minuteMs, 4), ...loseTicks(at + 40 * minuteMs, 4)]);
    expect((await account.read()).lock).toBeNull();
    await server.clock.advance(70 * minuteMs);
    const second = nowMs() - 10 * minuteMs;
    await account.play(loseTicks(second, 4));
    const { lock } = await account.read();
    expect(lock).toMatchObject({ kind: 'losing-trades', limit: 2 });
    expect((lock?.until ?? 0) - (lock?.at ?? 0)).toBe(30 * minuteMs);
    await server.clock.advance(31 * minuteMs);
    await reconcileAccess(server.deps);
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: false });
    await account.play(loseTicks(nowMs(), 4));
    expect((await account.read()).lock).toBeNull();
  });

  test('locking oneself out closes positions at once, and neither a shorter lock nor looser limits end it', async () => {
    const account = await openAccount();
    const { data } = await account.lock('session');
    expect(data.lock).toMatchObject({ kind: 'self' });
    const until = data.lock?.until;
    await server.drain();
    expect(await account.platform()).toMatchObject({ suspended: true, flatten: true });
    expect((await account.lock('15')).data.lock?.until).toBe(until);
    expect((await account.set(noLimits)).data.lock?.until).toBe(until);
    expect((await account.lock('week')).data.lock?.until).toBeGreaterThan(until ?? 0);
    const other = await signInPerson(server);
    const ask = client(server);
    const body = { accountId: account.accountId, period: '15' } as const;
    expect((await ask(lockAccountNow, { token: other.token, body })).response_status).toBe(404);
  });

  test('the loss of a week adds its days, locks until Sunday evening and starts again', async () => {
    const account = await openAccount();
    await account.set({ weekLossCents: 60_000 });
    await account.play(loseTicks(nowMs(), 30));
    expect((await account.read()).lock).toBeNull();
    await server.clock.advance(dayMs);
    await account.play(loseTicks(nowMs(), 20));
    // Sunday 17:00 in Chicago is 22:00 UTC in summer.
    const sunday = Date.parse('2026-03-15T22:00:00Z');
    expect((await account.read()).lock).toMatchObject({ kind: 'week-loss', limit: 60_000, until: sunday });
    await server.clock.advance(sunday - nowMs() + 12 * 60 * minuteMs);
    await account.play(loseTicks(nowMs(), 20));
    expect((await account.read()).lock).toBeNull();
  });
});
