import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createState } from '../../../src/domain/account/engine.ts';
import { contractsIn } from '../../../src/domain/account/view-account.ts';
import { arm, type CopyLink, disarm, flatten, statusOf } from '../../../src/domain/copier/copy-link.ts';
import { copyOrders } from '../../../src/domain/copier/copy-orders.ts';
import { decideCopy } from '../../../src/domain/copier/decide-copy.ts';
import { findSettling } from '../../../src/domain/copier/order-book.ts';
import type { Sizing } from '../../../src/domain/copier/sizing.ts';
import {
  type Blotter,
  book,
  cancelOrder,
  heldQuantity,
  openBlotter,
  putOrder,
  workingOrders,
} from '../../../src/domain/trading/blotter.ts';
import { fitBrackets } from '../../../src/domain/trading/brackets.ts';
import { fillOrder } from '../../../src/domain/trading/fill-order.ts';
import { matchOrders } from '../../../src/domain/trading/match-orders.ts';
import { isReached, oppositeBest, type WorkingOrder } from '../../../src/domain/trading/orders.ts';
import { at, trailing } from './support.ts';

const month = '2026-12';
const es = { instrument: 'ES', month } as const;
const mes = { instrument: 'MES', month } as const;
const frameMs = 250;
const ratio = (hundredths: number, size: Sizing['size'] = 'leader'): Sizing => ({ mode: 'ratio', hundredths, size });

type Given = {
  readonly maxContracts?: number;
  readonly hasPayoutUnderReview?: boolean;
};

/** A leader in the terminal and a follower in order mode, on one market whose bid the test sets. */
function createPair(sizing: Sizing = ratio(100), given: Given = {}) {
  let now = at('2026-11-10', '10:00');
  let bidTicks = 27_400;
  let ids = 0;
  let filledAt: number | null = null;
  const conditionsGiven = { hasPayoutUnderReview: false, ...given };
  const rules = { ...trailing, maxContracts: given.maxContracts ?? 100 };
  const open = (): Blotter =>
    openBlotter({
      ...{ rules: { ...trailing, maxContracts: 100 }, state: createState(trailing), orders: [] },
      newId: () => {
        ids += 1;
        return `order-${ids}`;
      },
    });
  const leader = open();
  const follower: Blotter = { ...open(), rules };
  const fresh: CopyLink = {
    ...{ copyMode: 'order', sizing, dailyStopCents: null, phase: 'disarmed', disarmReason: 'new' },
    ...{ waiting: false, missed: [], unmatched: [] },
  };
  let link: CopyLink = arm(fresh, true);
  const quotes = () => [es, mes].map((each) => ({ ...each, bidTicks, askTicks: bidTicks + 1 }));
  const place = (blotter: Blotter, order: WorkingOrder) => {
    putOrder(blotter, order);
    const [quote] = quotes();
    if (quote && isReached(order, order.side, quote)) {
      fillOrder(blotter, order, now, oppositeBest(quote, order.side), quotes());
    }
  };
  const noteFills = () => {
    if (leader.events.some(({ type }) => type === 'fill')) filledAt ??= now;
    leader.events.length = 0;
  };
  const held = () => follower.state.positions.map((each) => [each.instrument, each.quantity]);
  const working = () => {
    const shown = workingOrders(follower).map((order) => [
      ...[order.role, order.instrument, order.side, order.quantity, order.type],
      order.type === 'market' ? null : order.priceTicks,
    ]);
    return shown.sort((left, right) => String(left).localeCompare(String(right)));
  };
  return {
    leader,
    follower,
    held,
    working,
    link: () => link,
    status: () => statusOf(link),
    review: (hasPayoutUnderReview: boolean) => {
      conditionsGiven.hasPayoutUnderReview = hasPayoutUnderReview;
    },
    change: (change: (link: CopyLink) => CopyLink) => {
      link = change(link);
    },
    isLeaderFlat: () => leader.state.positions.length === 0,
    order(input: Partial<WorkingOrder> = {}) {
      const order = {
        ...{ ...es, id: leader.newId(), side: 'buy', quantity: 1, role: 'own', parentId: null, ocoGroup: null },
        ...{ bracket: null, placedAt: now, type: 'limit', priceTicks: bidTicks - 4, status: 'working' },
        ...input,
      } as WorkingOrder;
      place(leader, order);
      noteFills();
      return order.id;
    },
    amend(id: string, priceTicks: number) {
      const order = leader.orders.get(id);
      if (order?.status !== 'working' || order.type === 'market') return;
      place(leader, { ...order, priceTicks, version: (order.version ?? 1) + 1 });
      noteFills();
    },
    cancel(id: string) {
      cancelOrder(leader, id, now, 'cancelled');
    },
    flattenLeader() {
      for (const { id } of workingOrders(leader)) cancelOrder(leader, id, now, 'cancelled');
      const quantity = heldQuantity(leader.state, es);
      if (quantity === 0) return;
      const own = { id: leader.newId(), role: 'flatten', type: 'market' } as const;
      const common = {
        ...es,
        parentId: null,
        ocoGroup: null,
        bracket: null,
        placedAt: now,
        status: 'working',
      } as const;
      place(leader, { ...common, ...own, side: quantity > 0 ? 'sell' : 'buy', quantity: Math.abs(quantity) });
      noteFills();
    },
    /** The next frame of the market; `only` is matched with one of the two, as if the other had a delay. */
    frame(bid: number, only?: 'leader' | 'follower') {
      bidTicks = bid;
      now += frameMs;
      for (const blotter of [leader, follower]) {
        if (only !== undefined && (only === 'leader') !== (blotter === leader)) continue;
        matchOrders(blotter, [{ at: now, quotes: quotes() }]);
      }
      noteFills();
    },
    /** One look of the copier. @returns how many orders it changed or sent */
    copy() {
      for (const contract of [es, mes]) fitBrackets(follower, contract, now);
      follower.changed.clear();
      const orderBook = { leader: leader.orders, blotter: follower, ended: [] };
      const settling = findSettling(orderBook, now);
      const positions = leader.state.positions;
      const { hasPayoutUnderReview } = conditionsGiven;
      const account = {
        ...({ rules, state: follower.state, stage: 'evaluation', hasPayoutUnderReview, isHalted: false } as const),
        ...{ isOwnStopped: false, haltedInstruments: [] },
      };
      const isFresh = filledAt !== null && now - filledAt <= 10_000;
      const decision = decideCopy({ now, leader: positions, isFresh, notCovered: null, link, account, settling });
      const conditions = {
        ...({
          stage: 'evaluation',
          status: 'active',
          isOwnStopped: false,
          hasPayoutUnderReview,
          isHalted: false,
        } as const),
        ...{ haltedInstruments: [], isCopied: true, maxContracts: rules.maxContracts, remainingCents: null },
      };
      const { unmatched } = copyOrders({
        ...{ link: decision.link, leader: positions, book: orderBook, positions: decision.positionsAfter },
        ...{ at: now, settling, conditions, place: (order) => place(follower, order) },
      });
      link = { ...decision.link, unmatched };
      for (const { instrument, quantity } of decision.orders) {
        const side = quantity > 0 ? 'buy' : 'sell';
        const priceTicks = side === 'buy' ? bidTicks + 1 : bidTicks;
        const fill = { type: 'fill', at: now, instrument, month, side, quantity: Math.abs(quantity) } as const;
        book(follower, { ...fill, priceTicks, feeCents: 0 });
      }
      if (settling.size === 0) filledAt = null;
      return follower.changed.size + decision.orders.length;
    },
  };
}

describe('a follower in order mode', () => {
  test('has the leader’s working order at its price, and fills with it, once', () => {
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

  test('has it at its own size: 0.25 of three ES are seven MES, and half a contract is left out', () => {
    const pair = createPair(ratio(25, 'micro'));
    pair.order({ quantity: 3, priceTicks: 27_396 });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'MES', 'buy', 7, 'limit', 27_396]]);
    const half = createPair(ratio(50));
    half.order({ quantity: 1 });
    half.copy();
    expect(half.working()).toEqual([]);
  });

  test('with a fixed size has one order for all entries of the leader on a side', () => {
    const pair = createPair({ mode: 'fixed', contracts: 2, size: 'leader' });
    const first = pair.order({ priceTicks: 27_390 });
    pair.order({ priceTicks: 27_380 });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_390]]);
    pair.cancel(first);
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_380]]);
  });

  test('follows changes and cancellations', () => {
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

  test('keeps the bracket, follows its changes, and is closed by it', () => {
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

  test('gets the bracket of a market entry that it followed', () => {
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

  test('keeps two orders linked', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_390, ocoGroup: 'pair' });
    pair.order({ side: 'sell', priceTicks: 27_420, ocoGroup: 'pair' });
    pair.copy();
    expect(pair.working()).toHaveLength(2);
    pair.frame(27_389);
    expect([pair.held(), pair.working()]).toEqual([[['ES', 1]], []]);
  });

  test('whose order doesn’t fill with the leader’s is out of sync, and at the market after a second and a half', () => {
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

  test('whose order fills alone is closed again, and follows when the leader’s fills', () => {
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
    // The leader's order still works, and has no counterpart.
    expect([pair.status(), pair.link().unmatched[0]?.reason]).toEqual(['out-of-sync', 'cancelled']);
    pair.frame(27_395);
    pair.copy();
    expect([pair.held(), pair.status()]).toEqual([[['ES', 1]], 'on']);
  });

  test('whose leader moves its order into the market follows at once', () => {
    const pair = createPair();
    const id = pair.order({ priceTicks: 27_390 });
    pair.copy();
    pair.amend(id, 27_401);
    pair.copy();
    expect([pair.held(), pair.working(), pair.status()]).toEqual([[['ES', 1]], [], 'on']);
  });

  test('has its bracket again once it takes part again', () => {
    const pair = createPair(ratio(50));
    pair.order({ type: 'market', quantity: 2, bracket: { targetTicks: 20, stopTicks: 10 } });
    for (let looks = 0; looks < 2; looks += 1) pair.copy();
    // Half of the one contract that is left is none.
    pair.order({ type: 'market', side: 'sell' });
    for (let looks = 0; looks < 2; looks += 1) pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[], []]);
    for (let frames = 0; frames < 4; frames += 1) pair.frame(27_400);
    pair.order({ type: 'market' });
    for (let looks = 0; looks < 3; looks += 1) pair.copy();
    expect([pair.held(), pair.status()]).toEqual([[['ES', 1]], 'on']);
    expect(pair.working()).toEqual([
      ['protective-stop', 'ES', 'sell', 1, 'stop', 27_391],
      ['target', 'ES', 'sell', 1, 'limit', 27_421],
    ]);
  });

  test('has the order that its rules refused, once they allow it', () => {
    const pair = createPair(ratio(100), { hasPayoutUnderReview: true });
    pair.order({ priceTicks: 27_390 });
    pair.copy();
    expect([pair.working(), pair.status()]).toEqual([[], 'out-of-sync']);
    pair.review(false);
    for (let frames = 0; frames < 4; frames += 1) pair.frame(27_400);
    pair.copy();
    expect([pair.working(), pair.status()]).toEqual([[['own', 'ES', 'buy', 1, 'limit', 27_390]], 'on']);
  });

  test('repeats no order above its contract limit, and none while a payout is reviewed', () => {
    const limited = createPair(ratio(100), { maxContracts: 2 });
    limited.order({ quantity: 2, priceTicks: 27_390 });
    limited.order({ quantity: 1, priceTicks: 27_380 });
    limited.copy();
    expect(limited.working()).toEqual([['own', 'ES', 'buy', 2, 'limit', 27_390]]);
    expect([limited.status(), limited.link().unmatched[0]?.reason]).toEqual(['out-of-sync', 'contract-limit']);
    // However often the leader moves the order, it is refused once.
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

  test('disarmed or flattened has no working order; armed again it has the leader’s', () => {
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

  test('armed in the middle of a trade has no orders until the leader is flat', () => {
    const pair = createPair();
    pair.order({ type: 'market' });
    pair.change((link) => arm({ ...link, phase: 'disarmed' }, false));
    pair.order({ side: 'sell', type: 'limit', priceTicks: 27_420 });
    pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[], []]);
  });
});

test('five hundred random days with kills leave no orphan position and no orphan working order', () => {
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
    fc.property(sizing, fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 25 }), (size, most, steps) => {
      const pair = createPair(size, { maxContracts: most });
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
        expect(contractsIn(pair.follower.state.positions)).toBeLessThanOrEqual(most);
      }
      // The leader goes flat; the copier may have died at any point before.
      pair.flattenLeader();
      for (let looks = 0; looks < 10; looks += 1) {
        pair.frame(bid);
        pair.copy();
      }
      expect([pair.held(), pair.working()]).toEqual([[], []]);
      expect(['on', 'disarmed']).toContain(pair.status());
    }),
    { numRuns: 500, seed: 17 },
  );
});
