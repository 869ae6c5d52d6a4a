import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { arm, disarm, flatten } from '#shared/copier/copy-link.ts';
import type { Sizing } from '#shared/copier/sizing.ts';
import { workingOrders } from '#shared/trading/blotter.ts';
import { createPair, ratio } from './copier-orders-support.ts';

describe('a follower in order mode', () => {
  test('places the leader’s working order at the same price and fills with it exactly once', () => {
    const pair = createPair();
    pair.order({ quantity: 2, priceTicks: 27_396 });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_396]]);
    expect(pair.copy()).toBe(0);
    pair.frame(27_395);
    expect(pair.held()).toEqual([['ES', 2]]);
    expect(pair.copy()).toBe(0);
    expect([pair.held(), pair.working(), pair.status()]).toEqual([[['ES', 2]], [], 'on']);
  });

  test('scales the order to its own size: 0.25 of three ES is seven MES, and half a contract is dropped', () => {
    const pair = createPair(ratio(25, 'micro'));
    pair.order({ quantity: 3, priceTicks: 27_396 });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'MES', 'buy', 7, 'limit', 27_396]]);
    const half = createPair(ratio(50));
    half.order({ quantity: 1 });
    half.copy();
    expect(half.working()).toEqual([]);
  });

  test('with a fixed size has one order per side for all of the leader’s entries', () => {
    const pair = createPair({ mode: 'fixed', contracts: 2, size: 'leader' });
    const first = pair.order({ priceTicks: 27_390 });
    pair.order({ priceTicks: 27_380 });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_390]]);
    pair.cancel(first);
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_380]]);
  });

  test('follows order changes and cancellations', () => {
    const pair = createPair();
    const id = pair.order({ priceTicks: 27_390 });
    pair.copy();
    pair.amend(id, 27_380);
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 1, 'limit', 27_380]]);
    pair.cancel(id);
    pair.copy();
    expect(pair.working()).toEqual([]);
  });

  test('copies the bracket, follows its changes and is closed by it', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_396, bracket: { targetTicks: 20, stopTicks: 10 } });
    pair.copy();
    pair.frame(27_395);
    pair.copy();
    expect(pair.working()).toEqual([
      ['protective-stop', 'ES', 'sell', 1, 'stop', 27_386],
      ['target', 'ES', 'sell', 1, 'limit', 27_416],
    ]);
    const stop = workingOrders(pair.leader).find(({ role }) => role === 'protective-stop');
    pair.amend(stop?.id ?? '', 27_390);
    pair.copy();
    expect(pair.working()).toContainEqual(['protective-stop', 'ES', 'sell', 1, 'stop', 27_390]);
    pair.frame(27_389);
    expect([pair.held(), pair.working()]).toEqual([[], []]);
    expect(pair.copy()).toBe(0);
  });

  test('gets the bracket of a market entry it followed', () => {
    const pair = createPair();
    pair.order({ type: 'market', quantity: 2, bracket: { targetTicks: 20, stopTicks: 10 } });
    pair.copy();
    pair.copy();
    expect(pair.held()).toEqual([['ES', 2]]);
    expect(pair.working()).toEqual([
      ['protective-stop', 'ES', 'sell', 2, 'stop', 27_391],
      ['target', 'ES', 'sell', 2, 'limit', 27_421],
    ]);
    pair.flattenLeader();
    pair.copy();
    pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[], []]);
  });

  test('keeps linked orders linked', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_390, ocoGroup: 'pair' });
    pair.order({ side: 'sell', priceTicks: 27_420, ocoGroup: 'pair' });
    pair.copy();
    expect(pair.working()).toHaveLength(2);
    pair.frame(27_389);
    expect([pair.held(), pair.working()]).toEqual([[['ES', 1]], []]);
  });

  test('whose order misses the leader’s fill is out of sync and enters at market after a second and a half', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_396 });
    pair.copy();
    pair.frame(27_395, 'leader');
    pair.copy();
    expect([pair.held(), pair.status(), pair.link().unmatched]).toMatchObject([
      [],
      'out-of-sync',
      [{ side: 'buy', reason: 'not-filled' }],
    ]);
    for (let frames = 0; frames < 5; frames += 1) {
      pair.frame(27_398);
      pair.copy();
    }
    expect(pair.held()).toEqual([]);
    pair.frame(27_398);
    pair.copy();
    expect([pair.held(), pair.working(), pair.status()]).toEqual([[['ES', 1]], [], 'on']);
  });

  test('whose order fills alone is closed again, and follows when the leader’s order fills', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_396 });
    pair.copy();
    pair.frame(27_395, 'follower');
    pair.copy();
    expect([pair.held(), pair.status()]).toEqual([[['ES', 1]], 'out-of-sync']);
    for (let frames = 0; frames < 6; frames += 1) {
      pair.frame(27_398);
      pair.copy();
    }
    expect([pair.held(), pair.working()]).toEqual([[], []]);
    // The leader's order still works and has no counterpart.
    expect([pair.status(), pair.link().unmatched[0]?.reason]).toEqual(['out-of-sync', 'canceled']);
    pair.frame(27_395);
    pair.copy();
    expect([pair.held(), pair.status()]).toEqual([[['ES', 1]], 'on']);
  });

  test('follows at once when the leader moves its order into the market', () => {
    const pair = createPair();
    const id = pair.order({ priceTicks: 27_390 });
    pair.copy();
    pair.amend(id, 27_401);
    pair.copy();
    expect([pair.held(), pair.working(), pair.status()]).toEqual([[['ES', 1]], [], 'on']);
  });

  test('gets its bracket back when it rejoins the trade', () => {
    const pair = createPair(ratio(50));
    pair.order({ type: 'market', quantity: 2, bracket: { targetTicks: 20, stopTicks: 10 } });
    for (let run = 0; run < 2; run += 1) pair.copy();
    // Half of the one remaining contract is zero.
    pair.order({ type: 'market', side: 'sell' });
    for (let run = 0; run < 2; run += 1) pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[], []]);
    for (let frames = 0; frames < 4; frames += 1) pair.frame(27_400);
    pair.order({ type: 'market' });
    for (let run = 0; run < 3; run += 1) pair.copy();
    expect([pair.held(), pair.status()]).toEqual([[['ES', 1]], 'on']);
    expect(pair.working()).toEqual([
      ['protective-stop', 'ES', 'sell', 1, 'stop', 27_391],
      ['target', 'ES', 'sell', 1, 'limit', 27_421],
    ]);
  });

  test('places an order that its rules refused once they allow it', () => {
    const pair = createPair(ratio(100), { hasPayoutUnderReview: true });
    pair.order({ priceTicks: 27_390 });
    pair.copy();
    expect([pair.working(), pair.status()]).toEqual([[], 'out-of-sync']);
    pair.review(false);
    for (let frames = 0; frames < 4; frames += 1) pair.frame(27_400);
    pair.copy();
    expect([pair.working(), pair.status()]).toEqual([[['own', 'ES', 'buy', 1, 'limit', 27_390]], 'on']);
  });

  test('copies no order above its contract limit, and none during a payout review', () => {
    const limited = createPair(ratio(100), { maxContracts: 2 });
    limited.order({ quantity: 2, priceTicks: 27_390 });
    limited.order({ quantity: 1, priceTicks: 27_380 });
    limited.copy();
    expect(limited.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_390]]);
    expect([limited.status(), limited.link().unmatched[0]?.reason]).toEqual(['out-of-sync', 'contract-limit']);
    // However often the leader moves the order, the copy is refused only once.
    for (const priceTicks of [27_381, 27_382, 27_383]) {
      limited.amend([...limited.leader.orders.keys()].at(-1) ?? '', priceTicks);
      limited.copy();
    }
    expect([...limited.follower.orders.values()].filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(limited.copy()).toBe(0);
    const reviewed = createPair(ratio(100), { hasPayoutUnderReview: true });
    reviewed.order();
    reviewed.copy();
    expect([reviewed.working(), reviewed.link().unmatched[0]?.reason]).toEqual([[], 'payout-review']);
  });

  test('has no working orders when disarmed or flattened, and the leader’s again once armed', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_390 });
    for (const stop of [disarm, flatten] as const) {
      pair.copy();
      expect(pair.working()).toHaveLength(1);
      pair.change((link) => stop(link, 'owner'));
      pair.copy();
      expect([pair.working(), pair.status()]).toEqual([[], 'disarmed']);
      pair.change((link) => arm(link, true));
    }
  });

  test('that is armed in the middle of a trade has no orders until the leader is flat', () => {
    const pair = createPair();
    pair.order({ type: 'market' });
    pair.change((link) => arm({ ...link, phase: 'disarmed' }, false));
    pair.order({ side: 'sell', type: 'limit', priceTicks: 27_420 });
    pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[], []]);
  });
});

test('five hundred random days with crashes leave no orphan position and no orphan working order', () => {
  const step = fc.record({
    action: fc.constantFrom('limit', 'stop', 'bracket', 'oco', 'market', 'amend', 'cancel', 'flatten', 'none', 'none'),
    side: fc.constantFrom('buy', 'sell'),
    quantity: fc.integer({ min: 1, max: 3 }),
    distance: fc.integer({ min: 1, max: 8 }),
    moves: fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 4 }),
    only: fc.constantFrom(undefined, undefined, undefined, 'leader', 'follower'),
    copier: fc.constantFrom('run', 'run', 'run', 'twice', 'killed', 'disarm', 'arm', 'flatten', 'review'),
  } as const);
  const sizing: fc.Arbitrary<Sizing> = fc.oneof(
    fc.record({
      ...{ mode: fc.constant('ratio' as const), hundredths: fc.integer({ min: 10, max: 250 }) },
      size: fc.constantFrom('leader' as const, 'micro' as const),
    }),
    fc.record({
      ...{ mode: fc.constant('fixed' as const), contracts: fc.integer({ min: 1, max: 4 }) },
      size: fc.constantFrom('leader' as const, 'micro' as const),
    }),
  );
  fc.assert(
    fc.property(
      sizing,
      fc.integer({ min: 1, max: 8 }),
      fc.array(step, { maxLength: 25 }),
      (size, maxContracts, steps) => {
        const pair = createPair(size, { maxContracts });
        let bid = 27_400;
        for (const { action, side, quantity, distance, moves, only, copier } of steps) {
          const sign = side === 'buy' ? 1 : -1;
          const away = { type: 'limit', priceTicks: bid - sign * distance } as const;
          if (action === 'limit') pair.order({ ...away, side, quantity });
          if (action === 'stop') pair.order({ side, quantity, type: 'stop', priceTicks: bid + sign * (distance + 1) });
          if (action === 'market') pair.order({ side, quantity, type: 'market' });
          if (action === 'bracket') {
            const bracket = { targetTicks: distance, stopTicks: distance === 8 ? null : distance };
            pair.order({ ...away, side, quantity, bracket });
          }
          if (action === 'oco') {
            const ocoGroup = pair.leader.newId();
            pair.order({ ...away, side: 'buy', priceTicks: bid - distance, quantity, ocoGroup });
            pair.order({ ...away, side: 'sell', priceTicks: bid + distance + 1, quantity, ocoGroup });
          }
          const [first] = workingOrders(pair.leader);
          if (action === 'amend' && first) pair.amend(first.id, bid - (first.side === 'buy' ? distance : -distance));
          if (action === 'cancel' && first) pair.cancel(first.id);
          if (action === 'flatten') pair.flattenLeader();
          if (copier === 'disarm') pair.change((link) => disarm(link, 'owner'));
          if (copier === 'flatten') pair.change((link) => flatten(link, 'flattened'));
          if (copier === 'arm') pair.change((link) => arm(link, pair.isLeaderFlat()));
          pair.review(copier === 'review');
          for (const move of moves) {
            bid += move;
            pair.frame(bid, only);
            if (copier !== 'killed') pair.copy();
          }
          if (copier === 'killed') continue;
          pair.copy();
          if (copier === 'twice') {
            pair.copy();
            pair.copy();
            expect(pair.copy()).toBe(0);
          }
          expect(contractsIn(pair.follower.state.positions)).toBeLessThanOrEqual(maxContracts);
        }
        // The leader goes flat; the copier may have crashed at any point before.
        pair.flattenLeader();
        for (let run = 0; run < 10; run += 1) {
          pair.frame(bid);
          pair.copy();
        }
        expect([pair.held(), pair.working()]).toEqual([[], []]);
        expect(['on', 'disarmed']).toContain(pair.status());
      },
    ),
    { numRuns: 500, seed: 17 },
  );
});
