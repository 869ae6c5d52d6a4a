import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '#lib/csv.ts';
import { dayMs } from '#lib/durations.ts';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { markPastDue } from '#server/billing/payments/fail.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { hashCopyRecord, signCopyHash } from '#server/copier/append-log.ts';
import { runCopier, runDueCopies } from '#server/copier/run-copier.ts';
import { updatePersonalStop } from '#shared/accounts/contract-personal-stop.ts';
import { noLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import {
  armFollowers,
  copyLogFile,
  disarmFollowers,
  fetchCopier,
  flattenFollowers,
  saveCopier,
} from '#shared/copier/contract.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { buyThor, executionFollower, openCopyGroup } from '../support/copier.ts';
import { fundTrader } from '../support/funded.ts';
import { buyAccount, signInPerson } from '../support/people.ts';
import { play } from '../support/trading.ts';

const tenMicros: Sizing = { mode: 'ratio', hundredths: 50, size: 'micro' };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const notificationsOf = (personId: string, kind: string) =>
  server.deps.db
    .selectFrom('notification')
    .select('id')
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .execute();

const suspend = (accountId: string) =>
  server.deps.db
    .transaction()
    .execute((trx) => suspendAccount(server.deps, trx, { accountId, source: 'test:1', reason: 'past-due' }));

describe('followers', () => {
  test('follow entries, additions, reversals and exits, each follower in its own size', async () => {
    const group = await openCopyGroup(server, [
      {},
      { sizing: tenMicros },
      { sizing: { mode: 'fixed', contracts: 2, size: 'micro' } },
    ]);
    const readPositions = async () => Promise.all([0, 1, 2].map(async (index) => (await group.followerOf(index)).held));
    await group.trade('buy', 2);
    await group.copy();
    expect(await readPositions()).toEqual([[['ES', 2]], [['MES', 10]], [['MES', 2]]]);
    await group.trade('buy', 1);
    await group.copy();
    expect(await readPositions()).toEqual([[['ES', 3]], [['MES', 15]], [['MES', 2]]]);
    await group.trade('sell', 4);
    await group.copy();
    expect(await readPositions()).toEqual([[['ES', -1]], [['MES', -5]], [['MES', -2]]]);
    await group.trade('buy', 1);
    await group.copy();
    expect(await readPositions()).toEqual([[], [], []]);
    expect((await group.followerOf(1)).status).toBe('on');
  });

  test('fill at the leader’s last price with their own fees, and are marked at its prices', async () => {
    const group = await openCopyGroup(server, [{ sizing: tenMicros }]);
    await group.trade('buy', 1, 24_000);
    await group.copy();
    await group.mark(24_040);
    await group.copy();
    const follower = await group.followerOf();
    // Five MES: 40 ticks of $1.25 each, less five fees of $0.52.
    expect(follower.dayResultCents).toBe(40 * 125 * 5 - 5 * 52);
    await group.trade('sell', 1, 24_080);
    await group.copy();
    expect((await group.followerOf()).dayResultCents).toBe(80 * 125 * 5 - 10 * 52);
  });

  test('copying again, or from two servers at once, places nothing twice', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 2);
    const other = await server.another();
    await Promise.all([group.copy(), runDueCopies(other.deps), group.copy()]);
    expect((await group.followerOf()).held).toEqual([['ES', 2]]);
    expect((await group.log()).filter(({ action }) => action === 'filled')).toHaveLength(1);
  });

  test('a running copier follows at once', async () => {
    const group = await openCopyGroup(server);
    const stop = await runCopier(server.deps);
    try {
      await group.trade('buy', 1);
      await eventually('the copy', async () => expect((await group.followerOf()).held).toEqual([['ES', 1]]));
    } finally {
      await stop();
    }
  });

  test('a copy survives a crash after the leader’s fill, but an entry that is found too late is skipped', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 1);
    await server.clock.advance(11_000);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'out-of-sync', held: [], missed: [{ reason: 'late' }] });
    await group.trade('sell', 1);
    await group.copy();
    await group.trade('buy', 1);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'on', held: [['ES', 1]] });
    await group.trade('sell', 1);
    await server.clock.advance(60_000);
    await group.copy();
    expect((await group.followerOf()).held).toEqual([]);
  });
});

describe('a follower’s own limits', () => {
  test('refuse an entry above its contract limit, and its owner is notified once a day for each reason', async () => {
    const group = await openCopyGroup(server, [{ packageId: 'classic-25k' }]);
    const received = async () => (await notificationsOf(group.personId, 'copier_missed')).length;
    const missTrade = async (quantity: number) => {
      await group.trade('buy', quantity);
      await group.copy();
      await group.trade('sell', quantity);
      await group.copy();
    };
    await group.trade('buy', 4);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ held: [], missed: [{ side: 'long', reason: 'contract-limit' }] });
    await group.trade('sell', 4);
    await group.copy();
    expect(await received()).toBe(1);
    await missTrade(5);
    expect(await received()).toBe(1);
    // A different reason on the same day.
    await suspend(group.ids[0] ?? '');
    await missTrade(1);
    expect(await received()).toBe(2);
    await server.clock.advance(dayMs);
    await missTrade(1);
    expect(await received()).toBe(3);
  });

  test('that its owner set for it are shown where Thor is set up', async () => {
    const group = await openCopyGroup(server);
    const [accountId = ''] = group.ids;
    const limitsOf = async () => (await group.read()).accounts.find(({ id }) => id === accountId);
    expect(await limitsOf()).toMatchObject({ maxContracts: 5, ownMaxContracts: null });
    const body = { accountId, ...noLimits, maxContracts: 2 };
    await group.ask(updatePersonalStop, { token: group.token, body });
    expect(await limitsOf()).toMatchObject({ maxContracts: 2, ownMaxContracts: 2 });
  });

  test('close it at the market at its own daily stop, disarm it and notify its owner', async () => {
    const group = await openCopyGroup(server, [{ dailyStopCents: 50_000 }]);
    await group.trade('buy', 1, 24_000);
    await group.copy();
    await group.mark(23_959);
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'disarmed', disarmReason: 'daily-stop', held: [] });
    await server.drain();
    const mails = await server.mails(`${group.personId.toLowerCase()}@example.com`);
    expect(mails.filter(({ subject }) => subject.includes('Thor stopped copying'))).toHaveLength(1);
  });

  test('copy exits but no entries while a payout is under review', async () => {
    const funded = await fundTrader(server);
    await server.clock.advance(8 * dayMs);
    const { personId, token, ask, accountId } = funded;
    const later = { expires_at: new Date(server.clock.now().getTime() + dayMs) };
    await server.deps.db.updateTable('session').set(later).where('person_id', '=', personId).execute();
    await buyThor(server, personId);
    const leaderId = await buyAccount(server, personId);
    const followers = [executionFollower(accountId)];
    await ask(saveCopier, { token, body: { leaderId, followers } });
    expect((await ask(armFollowers, { token, body: { accountIds: [accountId] } })).response_status).toBe(200);
    expect((await funded.request(100_000)).response_status).toBe(200);
    const at = server.clock.now().getTime();
    const fill = { type: 'fill', at, instrument: 'ES', month: '2026-06', side: 'buy', quantity: 1 } as const;
    await play(server, leaderId, [{ ...fill, priceTicks: 24_000, feeCents: 0 }]);
    await runDueCopies(server.deps);
    const { accounts } = (await ask(fetchCopier, { token })).data;
    expect(accounts.find(({ id }) => id === accountId)).toMatchObject({
      positions: [],
      follower: { status: 'out-of-sync', missed: [{ reason: 'payout-review' }] },
    });
  });

  test('disarm it after its platform has closed it at its floor', async () => {
    const group = await openCopyGroup(server, [{ packageId: 'ascension-25k' }]);
    await group.trade('buy', 2, 24_000);
    await group.copy();
    await group.mark(23_960);
    await group.copy();
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'disarmed', disarmReason: 'account-over', held: [] });
  });
});

async function endThor(subscriptionId: string): Promise<void> {
  await server.deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', subscriptionId)
      .executeTakeFirstOrThrow();
    await endSubscription(server.deps, trx, row, 'system');
  });
}

describe('the Thor package', () => {
  test('limits the number of followers, and no followers can be saved without one', async () => {
    const { personId, token } = await signInPerson(server);
    const ask = client(server);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await buyAccount(server, personId));
    const followers = ids.slice(1).map((accountId) => executionFollower(accountId));
    const save = (count: number) =>
      ask(saveCopier, { token, body: { leaderId: ids[0] ?? '', followers: followers.slice(0, count) } });
    expect((await save(1)).response_status).toBe(409);
    await buyThor(server, personId);
    expect((await save(4)).response_status).toBe(409);
    expect((await save(3)).response_status).toBe(200);
    await buyThor(server, personId, 'thor-plus');
    expect((await save(4)).response_status).toBe(200);
  });

  test('disarms followers when it ends, and an open position closes with the leader’s', async () => {
    const group = await openCopyGroup(server, [{}, {}]);
    await group.trade('buy', 2);
    await group.copy();
    await endThor(group.subscriptionId);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'closing', held: [['ES', 2]] });
    await group.trade('buy', 1);
    await group.copy();
    expect((await group.followerOf()).held).toEqual([['ES', 2]]);
    await group.trade('sell', 3);
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'disarmed', disarmReason: 'package-ended', held: [] });
    const refused = await group.ask(armFollowers, { token: group.token, body: { accountIds: group.ids } });
    expect(refused.response_status).toBe(409);
    await server.drain();
    const mails = await server.mails(`${group.personId.toLowerCase()}@example.com`);
    const stopped = mails.filter(({ subject }) => subject === 'Thor stopped copying to your followers');
    expect(stopped).toHaveLength(1);
  });

  test('disarms the followers above the smaller limit when the larger of two packages ends', async () => {
    const group = await openCopyGroup(server, [{}, {}, {}, {}], 'thor-plus');
    await buyThor(server, group.personId);
    await endThor(group.subscriptionId);
    expect(await group.copy()).toBe(1);
    await group.copy();
    expect((await group.followerOf(2)).status).toBe('on');
    expect(await group.followerOf(3)).toMatchObject({ status: 'disarmed', disarmReason: 'package-limit' });
    expect(await group.copy()).toBe(0);
  });

  test('disarms followers when a renewal isn’t paid', async () => {
    const group = await openCopyGroup(server);
    const subscription = await server.deps.db
      .selectFrom('subscription')
      .selectAll()
      .where('id', '=', group.subscriptionId)
      .executeTakeFirstOrThrow();
    await server.deps.db.transaction().execute((trx) => markPastDue(server.deps, trx, subscription));
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'disarmed', disarmReason: 'package-ended' });
  });
});

describe('the owner', () => {
  test('disarms a follower without closing it, and the exit is still copied', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 1);
    await group.copy();
    await group.ask(disarmFollowers, { token: group.token, body: { accountIds: group.ids } });
    expect(await group.followerOf()).toMatchObject({ status: 'closing', held: [['ES', 1]] });
    await group.trade('sell', 1);
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'disarmed', held: [] });
  });

  test('flattens all followers at once, whatever the leader holds', async () => {
    const group = await openCopyGroup(server, [{}, { sizing: tenMicros }]);
    await group.trade('buy', 2);
    await group.copy();
    expect((await group.ask(flattenFollowers, { token: group.token, body: {} })).response_status).toBe(200);
    for (const index of [0, 1]) {
      expect(await group.followerOf(index)).toMatchObject({ status: 'disarmed', disarmReason: 'flattened', held: [] });
    }
  });

  test('arms a follower during a trade, and it joins with the next trade', async () => {
    const group = await openCopyGroup(server);
    await group.ask(disarmFollowers, { token: group.token, body: { accountIds: group.ids } });
    await group.trade('buy', 1);
    await group.copy();
    await group.ask(armFollowers, { token: group.token, body: { accountIds: group.ids } });
    expect(await group.followerOf()).toMatchObject({ status: 'out-of-sync', waiting: true, held: [] });
    await group.trade('sell', 1);
    await group.copy();
    await group.trade('sell', 1);
    await group.copy();
    expect((await group.followerOf()).held).toEqual([['ES', -1]]);
  });

  test('can’t change a running follower or the leader, or use another person’s account', async () => {
    const group = await openCopyGroup(server);
    const { token, leaderId, ids, ask } = group;
    const body = { leaderId, followers: [executionFollower(ids[0] ?? '', tenMicros)] };
    expect((await ask(saveCopier, { token, body })).response_status).toBe(409);
    const stranger = await signInPerson(server);
    const foreign = await buyAccount(server, stranger.personId);
    const theirs = { leaderId, followers: [executionFollower(foreign)] };
    expect((await ask(saveCopier, { token, body: theirs })).response_status).toBe(404);
    expect((await ask(armFollowers, { token, body: { accountIds: [foreign] } })).response_status).toBe(404);
    const arm = { token: stranger.token, body: { accountIds: ids } };
    expect((await ask(armFollowers, arm)).response_status).toBe(404);
  });

  test('reads a copy log that can’t be changed, and can verify its chain from the file', async () => {
    const group = await openCopyGroup(server);
    await group.trade('buy', 1, 24_000);
    await group.copy();
    const [filled] = await group.log();
    expect(filled).toMatchObject({
      action: 'filled',
      order: { instrument: 'ES', quantity: 1, positionAfter: 1, priceTicks: 24_000 },
      latencyMs: 0,
    });
    const response = await server.app.request(`/api/${copyLogFile.path}`, {
      headers: { Authorization: `Bearer ${group.token}` },
    });
    const [head = [], ...rows] = parseCsv(await response.text());
    let previous = '';
    for (const row of rows) {
      const cell = (name: string) => row[head.indexOf(name)] ?? '';
      const hash = hashCopyRecord(previous, Number(cell('number')), Date.parse(cell('at')), cell('record'));
      expect(cell('hash')).toBe(hash);
      expect(cell('signature')).toBe(signCopyHash(server.deps.keys, hash));
      previous = hash;
    }
    expect(rows.length).toBeGreaterThanOrEqual(3);
    await expect(server.deps.db.updateTable('copy_log').set({ record: '{}' }).execute()).rejects.toThrow(
      'only added to',
    );
  });
});

test('an account with an open position can’t be armed', async () => {
  const group = await openCopyGroup(server);
  await group.ask(disarmFollowers, { token: group.token, body: { accountIds: group.ids } });
  await server.clock.advance(1_000);
  const at = server.clock.now().getTime();
  const fill = { type: 'fill', at, instrument: 'ES', month: '2026-06', side: 'buy', quantity: 1 } as const;
  await play(server, group.ids[0] ?? '', [{ ...fill, priceTicks: 24_000, feeCents: 0 }]);
  const refused = await group.ask(armFollowers, { token: group.token, body: { accountIds: group.ids } });
  expect(refused.response_status).toBe(409);
});

describe('accounts on different feeds', () => {
  const setAccount = (id: string, values: { readonly platform?: 'dxfeed'; readonly simulated?: boolean }) =>
    server.deps.db.updateTable('trading_account').set(values).where('id', '=', id).execute();

  test('on the simulated platform copy to each other in either direction, under the same rules', async () => {
    for (const dxfeed of ['leader', 'follower'] as const) {
      const group = await openCopyGroup(server, [{ packageId: 'classic-25k' }]);
      await setAccount((dxfeed === 'leader' ? group.leaderId : group.ids[0]) ?? '', { platform: 'dxfeed' });
      await group.trade('buy', 3);
      await group.copy();
      expect(await group.followerOf()).toMatchObject({ status: 'on', held: [['ES', 3]] });
      // A Classic 25K holds three contracts on either feed.
      await group.trade('buy', 1);
      await group.copy();
      expect(await group.followerOf()).toMatchObject({
        ...{ status: 'out-of-sync', held: [['ES', 3]], missed: [{ reason: 'contract-limit' }] },
      });
      await group.trade('sell', 4);
      await group.copy();
      expect(await group.followerOf()).toMatchObject({ status: 'on', held: [] });
    }
  });

  test('on a platform that takes no orders from us are neither listed nor saved', async () => {
    const { personId, token } = await signInPerson(server);
    await buyThor(server, personId);
    const [simulated, external] = [await buyAccount(server, personId), await buyAccount(server, personId)];
    await setAccount(external, { simulated: false });
    const ask = client(server);
    const listed = (await ask(fetchCopier, { token })).data.accounts.map(({ id }) => id);
    expect(listed).toEqual([simulated]);
    for (const [leaderId, accountId] of [
      [external, simulated],
      [simulated, external],
    ] as const) {
      const refused = await ask(saveCopier, { token, body: { leaderId, followers: [executionFollower(accountId)] } });
      expect([refused.response_status, refused.error_code]).toEqual([409, 'copier_account']);
    }
  });
});

test('a trial and a funded account can follow as an evaluation does', async () => {
  const group = await openCopyGroup(server, [{ packageId: 'trial-classic-50k' }, {}]);
  const funded = group.ids[1] ?? '';
  await server.deps.db.updateTable('trading_account').set({ phase: 'funded' }).where('id', '=', funded).execute();
  await group.trade('buy', 2);
  await group.copy();
  for (const index of [0, 1]) expect(await group.followerOf(index)).toMatchObject({ status: 'on', held: [['ES', 2]] });
});
