import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resetAccount } from '#server/accounts/lifecycle/reset.ts';
import { runDueCopies } from '#server/copier/run-copier.ts';
import { armFollowers, disarmFollowers, flattenFollowers, saveCopier } from '#shared/copier/contract.ts';
import type { CopyMode } from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import * as calls from '#shared/trading/contract.ts';
import { knownPrices, startTestApp, type TestApp } from '../support/app.ts';
import { openCopyGroup, wholeRatio } from '../support/copier.ts';
import { findFrame, newRequestId, placed, quoteAt, runUntil, terminalOf } from '../support/terminal.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ environment: knownPrices });
});

afterAll(() => server.close());

async function openGroup(copyMode: CopyMode, packageId?: string) {
  const group = await openCopyGroup(server, [{ copyMode, ...(packageId ? { packageId } : {}) }]);
  const terminalFor = (account: string) =>
    terminalOf(server, { personId: group.personId, token: group.token, account });
  const [leader, follower] = [terminalFor(group.leaderId), terminalFor(group.ids[0] ?? '')];
  const body = { accountIds: group.ids };
  const copied = async () =>
    (await group.log())
      .filter(({ action }) => action === 'filled')
      .map(({ order }) => [order?.quantity, order?.priceTicks]);
  const change = async (call: typeof armFollowers | typeof disarmFollowers | typeof flattenFollowers) =>
    (await group.ask(call, { token: group.token, body })).response_status;
  const resize = async (sizing: Sizing) => {
    const followers = group.ids.map((accountId) => ({ accountId, copyMode, sizing, dailyStopCents: null }));
    const saved = await group.ask(saveCopier, { token: group.token, body: { leaderId: group.leaderId, followers } });
    expect(saved.response_status).toBe(200);
  };
  const working = async () =>
    (await follower.working()).map(({ instrument, side, quantity, priceTicks }) => [
      ...[instrument, side, quantity],
      priceTicks,
    ]);
  return { ...group, leader, follower, copied, change, resize, working };
}

/** Advances the clock without matching orders. */
async function advanceTo(until: number): Promise<void> {
  await server.clock.advance(until - server.clock.now().getTime());
}

describe('a market copy', () => {
  test('for a follower whose order filled alone is at the market’s price, whatever the leader traded before', async () => {
    const { leader, follower, copy, copied } = await openGroup('order');
    await placed(leader.place());
    await copy();
    await leader.send(calls.flattenPositions, { requestId: newRequestId() });
    for (let round = 0; round < 2; round += 1) await copy();
    expect(await follower.held()).toEqual([]);
    const soldAt = leader.quote().bidTicks;
    // By then the market is far from the leader's last price.
    await advanceTo(findFrame(server, leader.now(), ({ bidTicks }) => Math.abs(bidTicks - soldAt) >= 25).at);
    const priceTicks = leader.quote().askTicks - 6;
    const { order } = await placed(leader.place({ type: 'limit', priceTicks }));
    await copy();
    await leader.send(calls.cancelTradingOrder, { orderId: order.id });
    const touched = findFrame(server, leader.now(), ({ askTicks }) => askTicks <= priceTicks);
    await advanceTo(touched.at);
    for (let round = 0; round < 2; round += 1) await copy();
    expect(await follower.held()).toEqual([]);
    const [exit, entry] = await copied();
    expect([entry, exit]).toEqual([
      [1, priceTicks],
      [-1, touched.quote.bidTicks],
    ]);
  });

  test.each(['execution', 'order'] as const)(
    'that flattens in %s mode is at the market’s current price',
    async (mode) => {
      const { leader, copy, copied, change } = await openGroup(mode);
      const { order } = await placed(leader.place());
      await copy();
      const paid = order.fillTicks ?? 0;
      const later = findFrame(server, leader.now(), ({ bidTicks }) => Math.abs(bidTicks - paid) >= 6);
      await advanceTo(later.at);
      expect(await change(flattenFollowers)).toBe(200);
      expect((await copied())[0]).toEqual([-1, later.quote.bidTicks]);
    },
  );

  test('pays the spread, as its leader’s fill does', async () => {
    const { leader, copy, copied } = await openGroup('order');
    await placed(leader.place());
    await runUntil(server, leader.now() + 1_000);
    await copy();
    expect(await copied()).toEqual([[1, quoteAt(server, leader.now()).askTicks]]);
  });
});

test('a leader’s reset closes its followers at the last price, not at the price of its last fill', async () => {
  const group = await openCopyGroup(server);
  await group.trade('buy', 1, 24_000);
  await group.copy();
  await group.mark(23_960);
  await group.copy();
  await resetAccount(server.deps, group.leaderId, newRequestId());
  for (let round = 0; round < 2; round += 1) await group.copy();
  expect((await group.followerOf()).held).toEqual([]);
  const [exit, entry] = (await group.log()).filter(({ action }) => action === 'filled').map(({ order }) => order);
  expect([entry?.priceTicks, exit?.priceTicks]).toEqual([24_000, 23_960]);
});

describe('an order that is copied again', () => {
  test('has the follower’s current contract and size', async () => {
    const { leader, copy, change, resize, working } = await openGroup('order');
    const priceTicks = leader.quote().askTicks - 400;
    await placed(leader.place({ type: 'limit', priceTicks }));
    await copy();
    expect(await working()).toEqual([['ES', 'buy', 1, priceTicks]]);
    expect(await change(disarmFollowers)).toBe(200);
    await resize({ mode: 'ratio', hundredths: 10, size: 'micro' });
    expect(await change(armFollowers)).toBe(200);
    // A tenth of one ES is one MES.
    expect(await working()).toEqual([['MES', 'buy', 1, priceTicks]]);
  });

  test('is placed once its size fits the contract limit that refused it', async () => {
    const { leader, copy, change, resize, working, followerOf } = await openGroup('order', 'classic-25k');
    const priceTicks = leader.quote().askTicks - 400;
    await placed(leader.place({ type: 'limit', priceTicks, quantity: 4 }));
    await copy();
    expect(await followerOf()).toMatchObject({ unmatched: [{ reason: 'contract-limit' }] });
    expect(await change(disarmFollowers)).toBe(200);
    await resize({ mode: 'ratio', hundredths: 25, size: 'leader' });
    await advanceTo(leader.now() + 1_000);
    expect(await change(armFollowers)).toBe(200);
    expect(await working()).toEqual([['ES', 'buy', 1, priceTicks]]);
    expect(await followerOf()).toMatchObject({ status: 'on', unmatched: [] });
  });

  test('is placed within seconds of the follower’s reset, without a new event from the leader', async () => {
    const { leader, ids, copy, working, followerOf } = await openGroup('order');
    const priceTicks = leader.quote().askTicks - 400;
    await placed(leader.place({ type: 'limit', priceTicks }));
    await copy();
    await resetAccount(server.deps, ids[0] ?? '', newRequestId());
    await copy();
    expect([await working(), (await followerOf()).status]).toEqual([[], 'out-of-sync']);
    await advanceTo(leader.now() + 1_000);
    await copy();
    expect([await working(), (await followerOf()).status]).toEqual([[['ES', 'buy', 1, priceTicks]], 'on']);
  });

  test('is placed once the follower’s suspension is lifted', async () => {
    const { leader, ids, copy, working, followerOf } = await openGroup('order');
    const suspension = { account_id: ids[0] ?? '', source: 'test', reason: 'risk' as const, since: server.clock.now() };
    await server.deps.db.insertInto('account_suspension').values(suspension).execute();
    const priceTicks = leader.quote().askTicks - 400;
    await placed(leader.place({ type: 'limit', priceTicks }));
    for (let round = 0; round < 2; round += 1) await copy();
    await advanceTo(leader.now() + 1_000);
    await copy();
    expect(await followerOf()).toMatchObject({ unmatched: [{ reason: 'suspended' }] });
    // From here on, nothing is due.
    expect(await runDueCopies(server.deps)).toBe(0);
    await server.deps.db.deleteFrom('account_suspension').where('account_id', '=', suspension.account_id).execute();
    await runDueCopies(server.deps, true);
    expect([await working(), (await followerOf()).status]).toEqual([[['ES', 'buy', 1, priceTicks]], 'on']);
    for (let round = 0; round < 2; round += 1) await copy();
    expect(await runDueCopies(server.deps, true)).toBe(0);
  });

  test('is placed even if the follower’s owner tried to use its request id', async () => {
    const { leader, follower, change, resize, working } = await openGroup('order');
    expect(await change(disarmFollowers)).toBe(200);
    await resize(wholeRatio);
    const priceTicks = leader.quote().askTicks - 400;
    const { order } = await placed(leader.place({ type: 'limit', priceTicks }));
    await placed(follower.place({ type: 'limit', priceTicks, requestId: `copy-${order.id}-1` }));
    const refused = await follower.place({ type: 'limit', priceTicks, requestId: `copy:${order.id}:1` });
    expect([refused.response_status, refused.error_code]).toEqual([422, 'invalid']);
    expect(await change(armFollowers)).toBe(200);
    expect(await working()).toEqual([['ES', 'buy', 1, priceTicks]]);
  });
});
