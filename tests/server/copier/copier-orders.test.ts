import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suspendAccount } from '#server/accounts/access/suspend.ts';
import { endSubscription } from '#server/billing/subscriptions/end.ts';
import { runCopier, runDueCopies } from '#server/copier/run-copier.ts';
import { matchOpenAccounts } from '#server/trading/match.ts';
import { armFollowers, disarmFollowers, flattenFollowers, saveCopier } from '#shared/copier/contract.ts';
import * as calls from '#shared/trading/contract.ts';
import { eventually } from '../../support/eventually.ts';
import { knownPrices, startTestApp, swingStart, type TestApp } from '../support/app.ts';
import { executionFollower, openCopyGroup } from '../support/copier.ts';
import { findFrame, placed, runUntil, terminalOf } from '../support/terminal.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices, startAt: swingStart });
});

afterAll(() => server.close());

type FollowerOptions = NonNullable<Parameters<typeof openCopyGroup>[1]>[number];

/** A leader who trades in the terminal, with followers in order mode. */
async function openOrderGroup(wanted: readonly FollowerOptions[] = [{}]) {
  const group = await openCopyGroup(
    server,
    wanted.map((each) => ({ copyMode: 'order' as const, ...each })),
  );
  const terminalFor = (account: string) =>
    terminalOf(server, { personId: group.personId, token: group.token, account });
  const leader = terminalFor(group.leaderId);
  const follower = terminalFor(group.ids[0] ?? '');
  const workingAt = async () =>
    (await follower.working())
      .map(({ role, instrument, side, quantity, type, priceTicks }) => [
        ...[role, instrument, side, quantity, type],
        priceTicks,
      ])
      .sort();
  const readActions = async () => (await group.log()).map(({ action }) => action).reverse();
  /** Places a limit order for the leader, by default too far from the market to fill. */
  const placeLimit = async (away = 400, order: object = {}) => {
    const priceTicks = leader.quote().askTicks - away;
    return (await placed(leader.place({ type: 'limit', priceTicks, ...order }))).order;
  };
  return { ...group, leader, follower, workingAt, readActions, placeLimit };
}

describe('a leader’s working order', () => {
  test('is copied at its price and in the follower’s size, and so are changes and the cancellation', async () => {
    const group = await openOrderGroup([{}, { sizing: { mode: 'ratio', hundredths: 25, size: 'micro' } }]);
    const order = await group.placeLimit(400, { quantity: 2 });
    const priceTicks = order.priceTicks ?? 0;
    await group.copy();
    expect(await group.workingAt()).toEqual([['own', 'ES', 'buy', 2, 'limit', priceTicks]]);
    const micros = terminalOf(server, { personId: group.personId, token: group.token, account: group.ids[1] ?? '' });
    // A quarter of two ES is five MES, with the same price.
    expect(await micros.working()).toMatchObject([{ instrument: 'MES', quantity: 5, priceTicks }]);
    const dataAt = group.leader.now();
    const change = { orderId: order.id, priceTicks: priceTicks - 8, quantity: 1, dataAt };
    expect((await group.leader.send(calls.changeTradingOrder, change)).response_status).toBe(200);
    await group.copy();
    expect(await group.workingAt()).toEqual([['own', 'ES', 'buy', 1, 'limit', priceTicks - 8]]);
    // A quarter of one ES is two and a half MES, rounded down.
    expect(await micros.working()).toMatchObject([{ quantity: 2, priceTicks: priceTicks - 8 }]);
    await group.leader.send(calls.cancelTradingOrder, { orderId: order.id });
    await group.copy();
    await group.copy();
    expect([await group.workingAt(), await micros.working()]).toEqual([[], []]);
    const followerLog = (await group.log()).filter(({ accountId }) => accountId === group.ids[0]).reverse();
    expect(followerLog.map(({ action, order: entry }) => [action, entry?.quantity, entry?.priceTicks])).toEqual([
      ['armed', undefined, undefined],
      ['order-placed', 2, priceTicks],
      ['order-changed', 1, priceTicks - 8],
      ['order-canceled', 1, priceTicks - 8],
    ]);
  });

  test('fills for both at the same price and is copied once, even by two servers and repeatedly', async () => {
    const group = await openOrderGroup();
    const order = await group.placeLimit(6);
    const other = await server.another();
    await Promise.all([group.copy(), runDueCopies(other.deps), group.copy()]);
    expect(await group.workingAt()).toHaveLength(1);
    const touched = findFrame(server, group.leader.now(), ({ askTicks }) => askTicks <= (order.priceTicks ?? 0));
    await server.clock.advance(touched.at - server.clock.now().getTime());
    await Promise.all([matchOpenAccounts(server.deps), runDueCopies(other.deps), matchOpenAccounts(other.deps)]);
    await runUntil(server, touched.at + 250);
    await Promise.all([group.copy(), runDueCopies(other.deps)]);
    await group.copy();
    const { orders, positions } = await group.follower.read();
    expect(positions.map((each) => [each.instrument, each.quantity])).toEqual([['ES', 1]]);
    expect(orders).toMatchObject([{ status: 'filled', fillTicks: order.priceTicks, doneAt: touched.at }]);
    expect(await group.followerOf()).toMatchObject({ status: 'on', unmatched: [] });
    expect(await group.readActions()).toEqual(['settings', 'armed', 'order-placed', 'filled']);
  });

  test('is copied by whichever server runs the copier', async () => {
    const group = await openOrderGroup();
    await group.placeLimit();
    const stop = await runCopier((await server.another()).deps);
    try {
      await eventually('the copy', async () => expect(await group.workingAt()).toHaveLength(1));
    } finally {
      await stop();
    }
  });

  test('is copied completely or not at all by a server that stops halfway', async () => {
    const group = await openOrderGroup();
    const { keys } = server.deps;
    const derive: typeof keys.derive = (purpose) => {
      if (purpose === 'copy-log') throw new Error('killed');
      return keys.derive(purpose);
    };
    const broken = await server.another({ keys: { ...keys, derive } });
    const order = await group.placeLimit();
    await runDueCopies(broken.deps);
    expect(await group.workingAt()).toEqual([]);
    await group.copy();
    await group.copy();
    expect(await group.follower.working()).toMatchObject([{ requestId: `copy:${order.id}:1` }]);
    expect(await group.readActions()).toEqual(['settings', 'armed', 'order-placed']);
  });

  test('is copied with its bracket, whose stop closes both positions', async () => {
    const group = await openOrderGroup();
    const entry = await placed(group.leader.place({ quantity: 2, bracket: { targetTicks: 4_000, stopTicks: 5 } }));
    await group.copy();
    await group.copy();
    const stopTicks = (entry.order.fillTicks ?? 0) - 5;
    expect(await group.workingAt()).toEqual([
      ['protective-stop', 'ES', 'sell', 2, 'stop', stopTicks],
      ['target', 'ES', 'sell', 2, 'limit', stopTicks + 4_005],
    ]);
    const touched = findFrame(server, group.leader.now(), ({ bidTicks }) => bidTicks <= stopTicks);
    await runUntil(server, touched.at + 250);
    expect([await group.leader.held(), await group.follower.held(), await group.workingAt()]).toEqual([[], [], []]);
    const stops = (await group.follower.read()).orders.filter(({ role }) => role === 'protective-stop');
    expect(stops).toMatchObject([{ status: 'filled', fillTicks: touched.quote.bidTicks }]);
    await group.copy();
    await group.copy();
    expect((await group.followerOf()).held).toEqual([]);
  });

  test('whose copy does not fill puts the follower out of sync, and is filled at the market within three seconds', async () => {
    const group = await openOrderGroup();
    const order = await group.placeLimit(6);
    await group.copy();
    // As if the follower's platform had a different price.
    await server.deps.db
      .updateTable('trading_order')
      .set({ price_ticks: (order.priceTicks ?? 0) - 400 })
      .where('copy_of', '=', order.id)
      .execute();
    const touched = findFrame(server, group.leader.now(), ({ askTicks }) => askTicks <= (order.priceTicks ?? 0));
    await runUntil(server, touched.at + 250);
    await group.copy();
    expect(await group.followerOf()).toMatchObject({
      ...{ status: 'out-of-sync', held: [], unmatched: [{ side: 'buy', reason: 'not-filled' }] },
    });
    await runUntil(server, touched.at + 2_500);
    await group.copy();
    await group.copy();
    expect(await group.followerOf()).toMatchObject({ status: 'on', held: [['ES', 1]], unmatched: [] });
    expect(await group.workingAt()).toEqual([]);
    expect((await group.readActions()).filter((action) => action === 'out-of-sync')).toHaveLength(1);
  });
});

describe('a follower’s own limits', () => {
  test('refuse an order above its contract limit, once, and the owner sees why', async () => {
    const group = await openOrderGroup([{ packageId: 'classic-25k' }]);
    await group.placeLimit(400, { quantity: 4 });
    await group.copy();
    await group.copy();
    expect(await group.workingAt()).toEqual([]);
    expect(await group.followerOf()).toMatchObject({
      ...{ status: 'out-of-sync', unmatched: [{ side: 'buy', reason: 'contract-limit' }] },
    });
    const missed = (await group.log()).filter(({ action }) => action === 'missed');
    expect(missed).toMatchObject([{ reason: 'contract-limit', order: { quantity: 4 } }]);
    const received = await server.deps.db
      .selectFrom('notification')
      .select('kind')
      .where('person_id', '=', group.personId)
      .execute();
    expect(received.filter(({ kind }) => kind === 'copier_missed')).toHaveLength(1);
  });

  test('cancel its entries once it is suspended, and let it place none', async () => {
    const group = await openOrderGroup();
    await group.placeLimit();
    await group.copy();
    expect(await group.workingAt()).toHaveLength(1);
    const accountId = group.ids[0] ?? '';
    await server.deps.db
      .transaction()
      .execute((trx) => suspendAccount(server.deps, trx, { accountId, source: 'conduct:orders', reason: 'conduct' }));
    await runUntil(server, group.leader.now() + 1_000);
    await group.copy();
    expect(await group.workingAt()).toEqual([]);
    expect(await group.followerOf()).toMatchObject({ status: 'out-of-sync', unmatched: [{ reason: 'suspended' }] });
    await group.placeLimit(410);
    await group.copy();
    expect(await group.workingAt()).toEqual([]);
  });

  test('block the owner’s own orders while it is armed', async () => {
    const group = await openOrderGroup();
    await group.placeLimit();
    await group.copy();
    await runUntil(server, group.leader.now() + 1_000);
    expect(await group.workingAt()).toHaveLength(1);
    const refused = await group.follower.place();
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_copied']);
  });

  test('keep the follower’s stops where the leader’s are', async () => {
    const group = await openOrderGroup();
    await placed(group.leader.place({ bracket: { targetTicks: 400, stopTicks: 400 } }));
    for (let round = 0; round < 2; round += 1) await group.copy();
    const before = await group.workingAt();
    expect(before).toHaveLength(2);
    const stop = (await group.follower.working()).find(({ role }) => role === 'protective-stop');
    const change = { orderId: stop?.id, priceTicks: (stop?.priceTicks ?? 0) + 10, dataAt: group.leader.now() };
    const refused = await group.follower.send(calls.changeTradingOrder, change);
    expect([refused.response_status, refused.error_code]).toEqual([409, 'trading_copied']);
    expect(await group.workingAt()).toEqual(before);
  });
});

describe('a follower that is no longer copied to', () => {
  test('has no working orders while disarmed or flattened, and gets the leader’s once armed again', async () => {
    const group = await openOrderGroup();
    await group.placeLimit();
    const body = { accountIds: group.ids };
    for (const stop of [disarmFollowers, flattenFollowers] as const) {
      await group.copy();
      expect(await group.workingAt()).toHaveLength(1);
      expect((await group.ask(stop, { token: group.token, body })).response_status).toBe(200);
      expect(await group.workingAt()).toEqual([]);
      expect((await group.followerOf()).status).toBe('disarmed');
      expect((await group.ask(armFollowers, { token: group.token, body })).response_status).toBe(200);
    }
    expect(await group.workingAt()).toHaveLength(1);
  });

  test('has no working orders after its package has ended', async () => {
    const group = await openOrderGroup();
    await group.placeLimit();
    await group.copy();
    await server.deps.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom('subscription')
        .selectAll()
        .where('id', '=', group.subscriptionId)
        .executeTakeFirstOrThrow();
      await endSubscription(server.deps, trx, row, 'system');
    });
    await group.copy();
    await group.copy();
    expect([await group.workingAt(), (await group.followerOf()).status]).toEqual([[], 'disarmed']);
  });

  test('is flattened with its leader, and its orders are canceled with the leader’s', async () => {
    const group = await openOrderGroup();
    await placed(group.leader.place({ quantity: 2 }));
    await group.placeLimit();
    await group.copy();
    expect([await group.follower.held(), (await group.workingAt()).length]).toEqual([[['ES', 2]], 1]);
    const requestId = 'flatten-both';
    expect((await group.leader.send(calls.flattenPositions, { requestId })).response_status).toBe(200);
    await group.copy();
    expect([await group.follower.held(), await group.workingAt()]).toEqual([[], []]);
  });
});

describe('a follower’s own working orders', () => {
  test('are canceled once it is armed, in either mode, even if the market touches them before a server checks', async () => {
    for (const copyMode of ['execution', 'order'] as const) {
      const group = await openOrderGroup([{ copyMode }]);
      const body = { accountIds: group.ids };
      await group.ask(disarmFollowers, { token: group.token, body });
      const priceTicks = group.follower.quote().bidTicks - 6;
      const [near, far] = [
        await placed(group.follower.place({ type: 'limit', priceTicks })),
        await placed(group.follower.place({ side: 'sell', type: 'limit', priceTicks: priceTicks + 400 })),
      ];
      expect((await group.ask(armFollowers, { token: group.token, body })).response_status).toBe(200);
      const touched = findFrame(server, group.follower.now(), ({ askTicks }) => askTicks <= priceTicks);
      await runUntil(server, touched.at + 250);
      await group.copy();
      const ends = [await group.follower.order(near.order.id), await group.follower.order(far.order.id)];
      expect(ends.map(({ status, reason }) => [status, reason])).toEqual(Array(2).fill(['canceled', 'copied']));
      expect(await group.followerOf()).toMatchObject({ status: 'on', held: [], unmatched: [] });
      await placed(group.leader.place());
      await group.copy();
      expect((await group.followerOf()).held).toEqual([['ES', 1]]);
    }
  });
});

test('fills of a leader that trades outside the terminal are copied at the market', async () => {
  const group = await openOrderGroup();
  await group.trade('buy', 2);
  await group.copy();
  expect(await group.followerOf()).toMatchObject({ status: 'on', held: [['ES', 2]] });
  await group.trade('sell', 2);
  await group.copy();
  expect(await group.followerOf()).toMatchObject({ status: 'on', held: [] });
});

test('the mode of a running follower can’t be changed', async () => {
  const group = await openOrderGroup();
  const followers = group.ids.map((accountId) => executionFollower(accountId));
  const refused = await group.ask(saveCopier, { token: group.token, body: { leaderId: group.leaderId, followers } });
  expect([refused.response_status, refused.error_code]).toEqual([409, 'copier_armed']);
});
