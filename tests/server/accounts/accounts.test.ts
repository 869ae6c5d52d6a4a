import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import type { AccountSelection, Platform } from '#server/accounts/ports/platform/platform.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { startSimulation } from '#server/accounts/simulator/start-simulation.ts';
import { decryptText } from '#server/core/encryption.ts';
import { accountData } from '#shared/accounts/contract.ts';
import { startTestApp, type TestApp, testStart } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyAccount, payOrder, signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

async function countRows(table: 'trading_account' | 'simulated_trader' | 'simulated_account') {
  const { count } = await server.deps.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

describe('a paid order gets one account', () => {
  test('concurrent requests open one account', async () => {
    const { personId } = await signInPerson(server);
    const order = await payOrder(server, personId);
    const before = await countRows('trading_account');
    const opened = await Promise.all(Array.from({ length: 10 }, () => openAccount(server.deps, order)));
    expect(new Set(opened.map(({ accountId }) => accountId)).size).toBe(1);
    expect(await countRows('trading_account')).toBe(before + 1);
    expect(await countRows('simulated_trader')).toBe(before + 1);
    const audits = await server.deps.db
      .selectFrom('audit')
      .select('action')
      .where('entity_id', '=', opened[0]?.accountId ?? '')
      .execute();
    expect(audits).toEqual([{ action: 'account-opened' }]);
  });

  test('a crash between the platform’s answer and our commit opens one account', async () => {
    const { personId } = await signInPerson(server);
    const order = await payOrder(server, personId);
    const requested: AccountSelection[] = [];
    const crashingPlatform: Platform = {
      ...server.deps.platform,
      async openAccount(selection) {
        requested.push(selection);
        await server.deps.platform.openAccount(selection);
        throw new Error('The process died here');
      },
    };
    const numbers = await countRows('simulated_account');
    await expect(openAccount({ ...server.deps, platform: crashingPlatform }, order)).rejects.toThrow('died');
    const { accountId } = await openAccount(server.deps, order);
    expect(requested[0]?.accountId).toBe(accountId);
    expect(await countRows('simulated_account')).toBe(numbers + 1);
  });

  test('the account’s secret is stored encrypted and bound to that account', async () => {
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    const row = await server.deps.db
      .selectFrom('trading_account')
      .select(['platform_secret', 'platform_account_id', 'platform_user'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow();
    expect(row.platform_account_id).toMatch(/^RTH-\d{6,}$/);
    const secret = decryptText(server.deps.keys, `account:${accountId}`, row.platform_secret);
    expect(secret).toHaveLength(14);
    expect(row.platform_secret).not.toContain(secret);
    expect(() => decryptText(server.deps.keys, 'account:another', row.platform_secret)).toThrow();
    const changed = `${row.platform_secret.slice(0, -8)}${'A'.repeat(8)}`;
    expect(() => decryptText(server.deps.keys, `account:${accountId}`, changed)).toThrow();
  });
});

describe('account/data', () => {
  test('a new account is visible before its first event', async () => {
    const { personId, token } = await signInPerson(server);
    const accountId = await buyAccount(server, personId, 'ascension-50k');
    const { response_status: status, data } = await client(server)(accountData, { token, query: { history: 'first' } });
    expect(status).toBe(200);
    expect(data.accounts).toMatchObject([
      { id: accountId, program: 'ascension', size: '50K', simulated: true, history: { days: [], fills: [] } },
    ]);
    expect(data.accounts[0]?.view).toMatchObject({ status: 'active', equityCents: 5_000_000, lastEventAt: null });
    expect(data.accounts[0]?.history?.series).toHaveLength(1);
  });

  test('only the account that is opened brings its history, and each account if none is named', async () => {
    const ask = client(server);
    const [{ personId, token }, stranger] = [await signInPerson(server), await signInPerson(server)];
    const older = await buyAccount(server, personId);
    await server.clock.advance(minuteMs);
    const newer = await buyAccount(server, personId, 'classic-100k');
    const opened = async (who: string, query: { history?: string }) => {
      const { data } = await ask(accountData, { token: who, query });
      return data.accounts.map(({ id, history }) => [id, history?.series.length ?? null]);
    };
    const listed = [older, newer].map((id) => [id, null]);
    expect(await opened(token, { history: 'none' })).toEqual(listed);
    expect(await opened(token, { history: 'first' })).toEqual([
      [older, 1],
      [newer, null],
    ]);
    expect(await opened(token, { history: newer })).toEqual([
      [older, null],
      [newer, 1],
    ]);
    expect(await opened(token, { history: 'unknown' })).toEqual(listed);
    expect(await opened(stranger.token, { history: newer })).toEqual([]);
    const { data } = await ask(accountData, { token });
    const full = { days: [], fills: [], series: [expect.any(Array)], history: null };
    expect(data.accounts).toMatchObject([older, newer].map((id) => ({ id, ...full })));
  });

  test('a simulated account trades while someone watches it and pauses otherwise', async () => {
    const { personId, token } = await signInPerson(server);
    await startSimulation(server.deps, personId, await buyAccount(server, personId));
    const readAccount = async () =>
      (await client(server)(accountData, { token, query: { history: 'first' } })).data.accounts[0];
    for (let minute = 0; minute < 6; minute += 1) {
      await readAccount();
      await server.clock.advance(minuteMs);
      await tickTraders(server.deps);
    }
    const watched = await readAccount();
    expect(watched?.history?.fills.length).toBeGreaterThan(0);
    expect(watched?.history?.series.length).toBeGreaterThan(3);
    expect(watched?.view.lastEventAt).toBeGreaterThan(testStart);

    for (let minute = 0; minute < 60; minute += 1) {
      await server.clock.advance(minuteMs);
      await tickTraders(server.deps);
    }
    const paused = await readAccount();
    expect(server.clock.now().getTime() - (paused?.view.lastEventAt ?? 0)).toBeGreaterThan(45 * minuteMs);
    expect(paused?.view.contractsInUse).toBe(0);
    await tickTraders(server.deps);
    const resumed = await readAccount();
    expect(server.clock.now().getTime() - (resumed?.view.lastEventAt ?? 0)).toBeLessThan(5 * minuteMs);
  });

  test('two servers that simulate the same account create each event once', async () => {
    const { personId } = await signInPerson(server);
    const accountId = await buyAccount(server, personId);
    await startSimulation(server.deps, personId, accountId);
    const secondServer = await server.another();
    for (let step = 0; step < 20; step += 1) {
      await server.clock.advance(10_000);
      await Promise.all([tickTraders(server.deps), tickTraders(secondServer.deps), tickTraders(secondServer.deps)]);
    }
    const events = await server.deps.db
      .selectFrom('account_event')
      .select('source_id')
      .where('account_id', '=', accountId)
      .orderBy('sequence')
      .execute();
    const expected = events.map((_event, index) => `simulated-${String(index).padStart(9, '0')}`);
    expect(events.length).toBeGreaterThan(60);
    expect(events.map((event) => event.source_id)).toEqual(expected);
  });

  test('another person’s token reads no accounts', async () => {
    const { personId } = await signInPerson(server);
    await buyAccount(server, personId);
    const stranger = await signInPerson(server);
    const { data } = await client(server)(accountData, { token: stranger.token });
    expect(data.accounts).toEqual([]);
  });

  test('a missing, wrong, ended or expired token and an unverified address are rejected', async () => {
    const ask = client(server);
    expect((await ask(accountData)).response_status).toBe(401);
    expect((await ask(accountData, { token: 'wrong' })).response_status).toBe(498);
    const expiring = await signInPerson(server, { lifetimeMs: minuteMs });
    await server.clock.advance(2 * minuteMs);
    expect((await ask(accountData, { token: expiring.token })).response_status).toBe(498);
    const unverified = await signInPerson(server, { verified: false });
    expect((await ask(accountData, { token: unverified.token })).response_status).toBe(403);
  });
});
