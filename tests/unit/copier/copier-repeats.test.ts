import { describe, expect, test } from 'vitest';
import { disarm } from '#shared/copier/copy-link.ts';
import { copiesIn, findSource, leaderOrders } from '#shared/copier/order-book.ts';
import { workingOrders } from '#shared/trading/blotter.ts';
import { openWith, orderOf } from '../trading/trading-support.ts';
import { createPair, mes, ratio } from './copier-orders-support.ts';

const bracket = { targetTicks: 20, stopTicks: 10 };
const copyTimes = (pair: ReturnType<typeof createPair>, count: number) => {
  for (let run = 0; run < count; run += 1) pair.copy();
};

describe('a leader’s order', () => {
  test('is logged once when placed and once when changed', () => {
    const pair = createPair();
    const id = pair.order({ quantity: 2, priceTicks: 27_390 });
    copyTimes(pair, 2);
    pair.amend(id, 27_380);
    copyTimes(pair, 2);
    expect(pair.log).toEqual([
      ['order-placed', 'buy', 2],
      ['order-changed', 'buy', 2],
    ]);
  });

  test('is also followed when only its size changes', () => {
    const pair = createPair();
    const id = pair.order({ quantity: 2, priceTicks: 27_390 });
    pair.copy();
    pair.amend(id, 27_390, 3);
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 3, 'limit', 27_390]]);
  });

  test('that is linked to another order later is linked for the follower too', () => {
    const pair = createPair();
    const id = pair.order({ priceTicks: 27_390 });
    pair.copy();
    const order = pair.leader.orders.get(id);
    pair.order({ ...order, status: 'working', ocoGroup: 'pair', version: 2 } as never);
    pair.order({ side: 'sell', priceTicks: 27_420, ocoGroup: 'pair' });
    pair.copy();
    expect(workingOrders(pair.follower).map(({ ocoGroup }) => ocoGroup)).toEqual(['pair', 'pair']);
  });

  test('gives the follower’s order the same bracket, whichever fills first', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_396, bracket });
    pair.copy();
    pair.frame(27_395, 'follower');
    expect(pair.working()).toEqual([
      ['protective-stop', 'ES', 'sell', 1, 'stop', 27_386],
      ['target', 'ES', 'sell', 1, 'limit', 27_416],
    ]);
  });

  test('with only a stop gives the follower’s order no target', () => {
    const pair = createPair();
    pair.order({ priceTicks: 27_396, bracket: { targetTicks: null, stopTicks: 10 } });
    pair.copy();
    pair.frame(27_395, 'follower');
    expect(pair.working()).toEqual([['protective-stop', 'ES', 'sell', 1, 'stop', 27_386]]);
  });

  test('is rejected if the follower’s rules refuse it, and its copy is canceled if they refuse to enlarge it', () => {
    const pair = createPair(ratio(100), { maxContracts: 2 });
    const id = pair.order({ quantity: 2, priceTicks: 27_390 });
    pair.order({ quantity: 3, priceTicks: 27_380 });
    pair.copy();
    const ends = () =>
      [...pair.follower.orders.values()].map((order) => [order.status, 'reason' in order ? order.reason : null]);
    expect(ends()).toEqual([
      ['working', null],
      ['rejected', 'contract-limit'],
    ]);
    pair.amend(id, 27_390, 3);
    pair.copy();
    expect(ends()).toEqual([
      ['canceled', 'contract-limit'],
      ['rejected', 'contract-limit'],
    ]);
  });

  test('that was refused is retried after a second and no earlier', () => {
    const pair = createPair(ratio(100), { hasPayoutUnderReview: true });
    pair.order({ priceTicks: 27_390 });
    pair.copy();
    pair.review(false);
    for (let frames = 0; frames < 3; frames += 1) pair.frame(27_400);
    pair.copy();
    expect(pair.working()).toEqual([]);
    pair.frame(27_400);
    pair.copy();
    expect(pair.working()).toEqual([['own', 'ES', 'buy', 1, 'limit', 27_390]]);
  });

  test('may exceed the contract limit by what a bracket sells, because that only closes', () => {
    const pair = createPair(ratio(100), { maxContracts: 3 });
    pair.order({ type: 'market', quantity: 3, bracket });
    copyTimes(pair, 2);
    pair.order({ side: 'sell', quantity: 4, priceTicks: 27_500 });
    pair.copy();
    expect(pair.working()).toContainEqual(['own', 'ES', 'sell', 4, 'limit', 27_500]);
    expect(pair.status()).toBe('on');
  });
});

describe('a follower', () => {
  test('that is closing keeps exit orders and drops entry orders', () => {
    const pair = createPair();
    pair.order({ type: 'market', quantity: 2 });
    pair.copy();
    pair.order({ side: 'sell', priceTicks: 27_420 });
    pair.order({ priceTicks: 27_380 });
    pair.copy();
    expect(pair.working()).toHaveLength(2);
    pair.change((link) => disarm(link, 'owner'));
    pair.copy();
    expect([pair.held(), pair.working()]).toEqual([[['ES', 2]], [['own', 'ES', 'sell', 1, 'limit', 27_420]]]);
  });

  test.each([
    ['buy', 'sell', 27_390],
    ['sell', 'buy', 27_420],
  ] as const)('that missed a trade opened by a %s copies neither its additions nor its exits', (side, exit, add) => {
    const pair = createPair(ratio(100), { hasPayoutUnderReview: true });
    pair.order({ type: 'market', side });
    pair.copy();
    pair.review(false);
    pair.order({ side, priceTicks: add });
    pair.order({ side: exit, priceTicks: side === 'buy' ? 27_430 : 27_370 });
    // The micros were never part of the missed trade.
    pair.order({ ...mes, side, priceTicks: add });
    pair.copy();
    expect(pair.working()).toEqual([['own', 'MES', side, 1, 'limit', add]]);
    expect(pair.held()).toEqual([]);
  });

  test('with a fixed size has one order per side and contract', () => {
    const pair = createPair({ mode: 'fixed', contracts: 2, size: 'leader' });
    pair.order({ priceTicks: 27_390 });
    pair.order({ side: 'sell', priceTicks: 27_420 });
    pair.order({ ...mes, priceTicks: 27_390 });
    pair.copy();
    expect(pair.working()).toEqual([
      ['own', 'ES', 'buy', 2, 'limit', 27_390],
      ['own', 'ES', 'sell', 2, 'limit', 27_420],
      ['own', 'MES', 'buy', 2, 'limit', 27_390],
    ]);
  });

  test('of half its leader’s size protects one contract, not one per entry', () => {
    const pair = createPair(ratio(50));
    pair.order({ type: 'market', bracket });
    pair.order({ type: 'market', bracket });
    copyTimes(pair, 3);
    expect(pair.held()).toEqual([['ES', 1]]);
    expect(pair.working().map(([role, , , quantity]) => [role, quantity])).toEqual([
      ['protective-stop', 1],
      ['target', 1],
    ]);
  });

  test('recognizes the orders that its own fill placed by their entry, even an old one', () => {
    const entry = orderOf({ id: 'entry', copyOf: { orderId: 'leader-entry', version: 1 } });
    const filled = { ...entry, status: 'filled', doneAt: 1, fillTicks: 1, feeCents: 0 } as const;
    const own = orderOf({ id: 'stop', role: 'protective-stop', parentId: 'entry' });
    const other = orderOf({ id: 'other', role: 'protective-stop', parentId: 'unknown' });
    const leaderOwn = ['target', 'protective-stop'].map((role) =>
      orderOf({ id: `leader-${role}`, role: role as 'target', parentId: 'leader-entry' }),
    );
    const unrelated = orderOf({ id: 'leader-other', role: 'protective-stop', parentId: 'leader-second' });
    const book = {
      leader: new Map([unrelated, ...leaderOwn].map((order) => [order.id, order])),
      blotter: openWith([own, other]),
      ended: [filled, { ...own, status: 'canceled', doneAt: 1, reason: 'copied' } as const],
    };
    expect(findSource(book, own)?.id).toBe('leader-protective-stop');
    expect(findSource(book, other)).toBeUndefined();
    expect(findSource(book, orderOf({ id: 'own' }))).toBeUndefined();
    // An order that ended before but works now is listed as working.
    expect(copiesIn(book).map(({ id, status }) => [id, status])).toEqual([
      ['stop', 'working'],
      ['other', 'working'],
      ['entry', 'filled'],
    ]);
  });
});

test('the leader’s entries come before the brackets, each oldest first, and finished orders are left out', () => {
  const orders = [
    orderOf({ id: 'stop', role: 'protective-stop', parentId: 'a', placedAt: 1 }),
    orderOf({ id: 'younger', placedAt: 5 }),
    orderOf({ id: 'older', placedAt: 3 }),
    { ...orderOf({ id: 'done' }), status: 'canceled', doneAt: 4, reason: 'canceled' } as const,
  ];
  const leader = new Map(orders.map((order) => [order.id, order]));
  expect(leaderOrders({ leader, blotter: openWith(), ended: [] }).map(({ id }) => id)).toEqual([
    'older',
    'younger',
    'stop',
  ]);
});
