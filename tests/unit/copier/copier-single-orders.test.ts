import { describe, expect, test } from 'vitest';
import { copierAvailabilityOf } from '#shared/copier/availability.ts';
import { copiedQuantity } from '#shared/copier/copied-quantity.ts';
import { arm, type CopyLink, release } from '#shared/copier/copy-link.ts';
import { copyOrders } from '#shared/copier/copy-orders.ts';
import type { Holding } from '#shared/copier/sizing.ts';
import { type Blotter, putOrder } from '#shared/trading/blotter.ts';
import type { OrderEndReason, TradingOrder, WorkingOrder } from '#shared/trading/orders.ts';
import { buy, played, trailing } from '../support.ts';
import { openWith, orderOf, start, ticks } from '../trading/trading-support.ts';
import { createFollower, es, fresh, mes, month, ratio, rulesOf } from './copier-support.ts';

const armed: CopyLink = { ...arm(fresh, true), copyMode: 'order' };
const nq = (quantity: number) => ({ instrument: 'NQ', month, quantity }) as const;
const byId = (orders: readonly TradingOrder[]) => new Map(orders.map((order) => [order.id, order]));

test('Thor copies on our own platform and is announced where a bridge accepts orders', () => {
  expect(copierAvailabilityOf({ isSimulated: true, isAnnounced: false })).toBe('available');
  expect(copierAvailabilityOf({ isSimulated: false, isAnnounced: true })).toBe('announced');
  expect(copierAvailabilityOf({ isSimulated: false, isAnnounced: false })).toBe('unavailable');
});

test('a follower that its soft limit locked for the day refuses entries as locked', () => {
  const follower = createFollower(arm(fresh, true), {
    ...rulesOf(),
    dailyLoss: { mode: 'soft', limitCents: 50_000 },
  });
  follower.copy([es(1)]);
  follower.mark(26_960);
  expect(follower.state.status).toBe('locked');
  expect(follower.copy([es(1), nq(1)]).newlyMissed).toMatchObject([{ instrument: 'NQ', reason: 'locked' }]);
});

describe('the quantity a follower copies of a leader’s order', () => {
  type Scenario = {
    readonly link?: CopyLink;
    readonly leader?: readonly Holding[];
    readonly positions?: readonly Holding[];
    readonly others?: readonly TradingOrder[];
    readonly blotter?: Blotter;
  };
  const quantityOf = (source: WorkingOrder, scenario: Scenario = {}) => {
    const { link = armed, leader = [], positions = [], others = [], blotter = openWith() } = scenario;
    const book = { leader: byId([...others, source]), blotter, ended: [] };
    return copiedQuantity({ link, leader, positions, book }, source);
  };
  const limit = { type: 'limit', priceTicks: ticks } as const;

  test('includes the leader’s other contracts of the same market', () => {
    // 1 ES and 5 MES are 15 MES; with another ES they are 25.
    const scenario = { link: { ...armed, sizing: ratio(100, 'micro') }, leader: [es(1), mes(5)], positions: [mes(15)] };
    expect(quantityOf(orderOf({ id: 'a', ...limit }), scenario)).toBe(10);
  });

  test('is zero if the follower holds no more than the order would leave', () => {
    const sale = orderOf({ id: 'a', side: 'sell', ...limit });
    expect(quantityOf(sale, { leader: [es(3)], positions: [es(1)] })).toBe(0);
    expect(quantityOf(sale, { leader: [es(3)], positions: [es(2)] })).toBe(0);
    expect(quantityOf(sale, { leader: [es(3)], positions: [es(3)] })).toBe(1);
  });

  test('is the whole order on the opposite side of a missed trade', () => {
    const missed = [{ instrument: 'ES', month, side: 'long', reason: 'late' }] as const;
    expect(quantityOf(orderOf({ id: 'a', side: 'sell', ...limit }), { link: { ...armed, missed } })).toBe(1);
    expect(quantityOf(orderOf({ id: 'a', ...limit }), { link: { ...armed, missed } })).toBe(0);
  });

  test('with a fixed size covers one entry per side but every exit', () => {
    const fixed = { ...armed, sizing: { mode: 'fixed', contracts: 2, size: 'leader' } } as const;
    const order = (id: string, side: 'buy' | 'sell', placedAt: number) =>
      orderOf({ id, side, quantity: 2, placedAt, ...limit });
    const entries = { link: fixed, others: [order('old', 'buy', 1)] };
    expect(quantityOf(order('new', 'buy', 2), entries)).toBe(0);
    expect(quantityOf(order('new', 'buy', 0), entries)).toBe(2);
    const exits = { link: fixed, leader: [es(2)], positions: [es(2)], others: [order('old', 'sell', 1)] };
    expect(quantityOf(order('new', 'sell', 2), exits)).toBe(2);
  });

  test('for a bracket is the part of the position that other entries’ brackets leave unprotected', () => {
    const held = played(trailing, buy(start, ticks, { quantity: 4 }));
    const bracket = (id: string, parentId: string, role: 'target' | 'protective-stop') =>
      orderOf({ id, parentId, role, side: 'sell', ...limit });
    const working = [
      ...[bracket('a-stop', 'a', 'protective-stop'), bracket('a-target', 'a', 'target')],
      ...[bracket('c-stop', 'c', 'protective-stop'), orderOf({ id: 'own', side: 'sell', ...limit })],
      { ...bracket('nq-stop', 'd', 'protective-stop'), instrument: 'NQ' } as const,
      // The counterpart of the order itself.
      { ...bracket('b-stop', 'x', 'protective-stop'), copyOf: { orderId: 'source', version: 1 } },
    ];
    const source = { ...bracket('source', 'b', 'protective-stop'), quantity: 4 };
    // Four are held; one is protected for each of the two other entries.
    const blotter = openWith(working, trailing, held);
    expect(quantityOf(source, { leader: [es(4)], positions: [es(4)], blotter })).toBe(2);
    expect(quantityOf({ ...source, quantity: 1 }, { leader: [es(4)], positions: [es(4)], blotter })).toBe(1);
    const alone = openWith([], trailing, held);
    expect(quantityOf(source, { leader: [es(4)], positions: [es(4)], blotter: alone })).toBe(4);
  });
});

describe('one run over a leader’s orders', () => {
  const now = start + 60_000;
  const source = orderOf({ id: 'source', type: 'limit', priceTicks: ticks - 10 });
  const copyOf = (version: number, orderId = 'source') =>
    orderOf({ id: `copy-${version}`, type: 'limit', priceTicks: ticks - 10, copyOf: { orderId, version } });
  const endedAs = (order: WorkingOrder, reason: OrderEndReason, doneAt = now): TradingOrder => ({
    ...{ ...order, status: 'canceled', doneAt, reason },
  });

  type Scenario = {
    readonly link?: CopyLink;
    readonly sources?: readonly WorkingOrder[];
    readonly ended?: readonly TradingOrder[];
    readonly blotter?: Blotter;
    readonly settling?: Parameters<typeof copyOrders>[0]['settling'];
    readonly hasPayoutUnderReview?: boolean;
    readonly maxContracts?: number;
    readonly leader?: readonly Holding[];
  };
  function copy(scenario: Scenario = {}) {
    const { link = armed, sources = [source], ended = [], blotter = openWith(), settling = new Map() } = scenario;
    const { hasPayoutUnderReview = false, maxContracts = 5, leader = [] } = scenario;
    const placed: WorkingOrder[] = [];
    const result = copyOrders({
      ...{ link, leader, positions: leader, at: now, settling },
      book: { leader: byId(sources), blotter, ended },
      conditions: {
        ...{
          stage: 'evaluation',
          status: 'active',
          isPersonalStopReached: false,
          hasPayoutUnderReview,
          isHalted: false,
        },
        ...{ haltedInstruments: [], isCopied: true, refusesSpreads: false, maxContracts, remainingCents: null },
      },
      place: (order) => {
        placed.push(order);
        putOrder(blotter, order);
      },
    });
    return { ...result, placed, orders: [...blotter.orders.values()] };
  }
  const missing = (reason: string) => ({
    ...{ copies: [], placed: [], unmatched: [{ instrument: 'ES', month, side: 'buy', reason }] },
  });

  test('places a copy with its own id and time', () => {
    const order = { ...source, id: 'new-1', placedAt: now, version: 1, copyOf: { orderId: 'source', version: 1 } };
    const result = copy();
    expect(result).toMatchObject({ copies: [{ action: 'order-placed' }], unmatched: [], isRetried: false });
    expect(result.placed).toEqual([order]);
    const market = orderOf({ id: 'source' });
    expect(copy({ sources: [market] }).placed[0]?.type).toBe('market');
  });

  test('does nothing for a disarmed follower and ends its copies', () => {
    const blotter = openWith([copyOf(1)]);
    expect(copy({ link: release(armed, 'owner'), blotter })).toMatchObject({
      ...{ copies: [], unmatched: [], isRetried: false, placed: [] },
      orders: [{ id: 'copy-1', status: 'canceled', reason: 'copied' }],
    });
  });

  test.each<[string, readonly TradingOrder[], string, boolean]>([
    ['refused temporarily', [endedAs(copyOf(1), 'payout-review')], 'payout-review', true],
    ['halted', [{ ...copyOf(1), status: 'rejected', doneAt: now, reason: 'halted' }], 'halted', true],
    ['canceled for good', [endedAs(copyOf(1), 'canceled')], 'canceled', false],
    ['filled', [{ ...copyOf(1), status: 'filled', doneAt: now, fillTicks: ticks, feeCents: 0 }], 'canceled', false],
  ])('reports the outcome of a copy that was %s', (_, ended, reason, isRetried) => {
    expect(copy({ ended })).toMatchObject({ ...missing(reason), isRetried });
  });

  test('uses the copy of the latest version and ignores copies of other orders', () => {
    const sources = [{ ...source, version: 2 }];
    const [first, second] = [endedAs(copyOf(1), 'canceled'), endedAs(copyOf(2), 'halted')];
    const other = endedAs(copyOf(9, 'another'), 'no-remaining-drawdown');
    for (const ended of [
      [first, second, other],
      [other, second, first],
    ]) {
      expect(copy({ sources, ended })).toMatchObject({ ...missing('halted'), isRetried: true });
    }
    // A version without a copy is placed as a new order.
    expect(copy({ sources, ended: [first] }).copies).toMatchObject([
      { action: 'order-placed', order: { id: 'new-1', copyOf: { orderId: 'source', version: 2 } } },
    ]);
  });

  test('reports immediately that one of several orders is being retried', () => {
    const sources = [source, orderOf({ id: 'second', type: 'limit', priceTicks: ticks - 20 })];
    expect(copy({ sources, ended: [endedAs(copyOf(1), 'halted')] })).toMatchObject({
      ...{ copies: [{ action: 'order-placed' }], isRetried: true },
    });
  });

  test('reopens an ended copy, and leaves it unchanged if it is refused again', () => {
    const ended = [endedAs(copyOf(1), 'payout-review', now - 1_000)];
    expect(copy({ ended }).placed).toMatchObject([{ id: 'copy-1', status: 'working' }]);
    expect(copy({ ended, hasPayoutUnderReview: true })).toMatchObject({ ...missing('payout-review'), orders: [] });
    expect(copy({ hasPayoutUnderReview: true })).toMatchObject({
      ...missing('payout-review'),
      orders: [{ id: 'new-1', status: 'rejected', reason: 'payout-review', doneAt: now }],
    });
  });

  test('skips a contract that is filling', () => {
    const waiting = { instrument: 'ES', month, side: 'sell', reason: 'not-filled' } as const;
    expect(copy({ settling: new Map([[`ES ${month}`, waiting]]) })).toMatchObject({
      ...{ copies: [], placed: [], unmatched: [waiting], isRetried: false },
    });
  });

  test('enlarges a copy up to the limit, which counts the copy once', () => {
    const scenario = { sources: [{ ...source, quantity: 2, version: 2 }], blotter: openWith([copyOf(1)]) };
    expect(copy({ ...scenario, maxContracts: 2 })).toMatchObject({
      ...{ copies: [{ action: 'order-changed', order: { id: 'copy-1', quantity: 2 } }], unmatched: [] },
    });
  });

  test('links a copy when its source order is linked', () => {
    const scenario = { sources: [{ ...source, ocoGroup: 'pair' }], blotter: openWith([copyOf(1)]) };
    expect(copy(scenario).copies).toMatchObject([{ action: 'order-changed', order: { ocoGroup: 'pair' } }]);
  });

  test('recognizes the stop that the follower’s own fill placed, and places a missing one', () => {
    const entry = { ...copyOf(1, 'leader-entry'), id: 'entry', status: 'filled' } as const;
    const ended = [{ ...entry, doneAt: now, fillTicks: ticks, feeCents: 0 }];
    const stop = { role: 'protective-stop', side: 'sell', type: 'stop', priceTicks: ticks - 20 } as const;
    const sources = [orderOf({ id: 'leader-stop', parentId: 'leader-entry', ...stop })];
    const held = played(trailing, buy(start, ticks));
    const own = orderOf({ id: 'own-stop', parentId: 'entry', ...stop });
    const known = copy({ sources, ended, leader: [es(1)], blotter: openWith([own], trailing, held) });
    expect(known).toMatchObject({ copies: [], unmatched: [] });
    expect(known.orders).toMatchObject([{ id: 'own-stop', copyOf: { orderId: 'leader-stop', version: 1 } }]);
    const none = copy({ sources, ended, leader: [es(1)], blotter: openWith([], trailing, held) });
    expect(none.placed).toMatchObject([{ id: 'new-1', parentId: 'entry', role: 'protective-stop', quantity: 1 }]);
  });
});
