import { describe, expect, test } from 'vitest';
import { createState } from '#shared/accounts/engine.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { type Blotter, cancelWorkingOrder, heldQuantity, putOrder } from '#shared/trading/blotter.ts';
import { fillOrder, stopTrading } from '#shared/trading/fill-order.ts';
import { matchOrders } from '#shared/trading/match-orders.ts';
import type { TradingOrder } from '#shared/trading/orders.ts';
import { close, dayTrade, played, trailing } from '../support.ts';
import { contract, fillNow, framesOf, openWith, orderOf, outcomes, start, ticks } from './trading-support.ts';

const micro = { instrument: 'MES', month: '2026-12' } as const;
const roomy: AccountRules = { ...trailing, drawdown: { mode: 'none' }, targetCents: null };

const bracketOf = (blotter: Blotter, parentId: string) =>
  [...blotter.orders.values()].filter((order) => order.parentId === parentId);

describe('canceling', () => {
  const resting = (id: string, ocoGroup: string | null) =>
    orderOf({ id, type: 'limit', priceTicks: ticks - 10, ocoGroup });

  test('an order also cancels the orders linked to it, and no others', () => {
    const blotter = openWith([resting('a', 'g'), resting('b', 'g'), resting('c', 'h'), resting('d', null)]);
    cancelWorkingOrder(blotter, 'a', start + 5, 'canceled');
    expect(outcomes(blotter)).toEqual([
      ['a', 'canceled', 'canceled'],
      ['b', 'canceled', 'oco'],
      ['c', 'working', null],
      ['d', 'working', null],
    ]);
    expect(blotter.orders.get('a')).toMatchObject({ doneAt: start + 5 });
    expect([...blotter.changed]).toEqual(['a', 'b']);
    expect(blotter.events).toEqual([]);
  });

  test('a filled or unknown order changes nothing', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a' }));
    blotter.changed.clear();
    cancelWorkingOrder(blotter, 'a', start, 'canceled');
    cancelWorkingOrder(blotter, 'unknown', start, 'canceled');
    expect(outcomes(blotter)).toEqual([['a', 'filled', ticks + 1]]);
    expect(blotter.changed.size).toBe(0);
  });
});

describe('a bracket', () => {
  test('of a buy order sells above and below its price, and one side cancels the other', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', bracket: { targetTicks: 8, stopTicks: 4 } }));
    const [target, stop] = bracketOf(blotter, 'a');
    // Bought at the ask, one tick above the bid.
    expect(target).toMatchObject({ role: 'target', type: 'limit', side: 'sell', priceTicks: ticks + 9, quantity: 1 });
    expect(stop).toMatchObject({ role: 'protective-stop', type: 'stop', side: 'sell', priceTicks: ticks - 3 });
    expect(target?.ocoGroup).toBe(stop?.ocoGroup);
    expect(target?.ocoGroup).not.toBeNull();
  });

  test.each([
    [{ targetTicks: null, stopTicks: 4 }, 'protective-stop', ticks + 4],
    [{ targetTicks: 8, stopTicks: null }, 'target', ticks - 8],
  ])('of a sell order with only %j is one order without a link', (bracket, role, priceTicks) => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', side: 'sell', bracket }));
    const orders = bracketOf(blotter, 'a');
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({ role, side: 'buy', priceTicks, ocoGroup: null, placedAt: start });
  });

  test('shrinks with its position and closes the rest of it', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', quantity: 3, bracket: { targetTicks: 8, stopTicks: 4 } }));
    fillNow(blotter, orderOf({ id: 'b', side: 'sell' }));
    expect(bracketOf(blotter, 'a').map(({ status, quantity }) => [status, quantity])).toEqual([
      ['working', 2],
      ['working', 2],
    ]);
    matchOrders(blotter, framesOf([ticks + 9]));
    expect(heldQuantity(blotter.state, contract)).toBe(0);
    expect(bracketOf(blotter, 'a').map(({ status }) => status)).toEqual(['filled', 'canceled']);
  });

  test('of the oldest entry is canceled first when part of the position is closed', () => {
    const blotter = openWith();
    const bracket = { targetTicks: 8, stopTicks: 4 };
    fillNow(blotter, orderOf({ id: 'a', bracket }));
    fillNow(blotter, orderOf({ id: 'b', bracket }));
    fillNow(blotter, orderOf({ id: 'c', side: 'sell' }));
    for (const order of bracketOf(blotter, 'a'))
      expect(order).toMatchObject({ status: 'canceled', reason: 'position-closed', doneAt: start });
    expect(bracketOf(blotter, 'b').map(({ status, quantity }) => [status, quantity])).toEqual([
      ['working', 1],
      ['working', 1],
    ]);
  });

  test('is untouched by an exit from contracts without a bracket', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', bracket: { targetTicks: 8, stopTicks: 4 } }));
    fillNow(blotter, orderOf({ id: 'b' }));
    blotter.changed.clear();
    fillNow(blotter, orderOf({ id: 'c', side: 'sell' }));
    expect([...blotter.changed]).toEqual(['c']);
  });

  test.each([
    ['closed', 1],
    ['reversed', 2],
  ])('of a position that is %s manually is canceled', (_, quantity) => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', bracket: { targetTicks: 8, stopTicks: 4 } }));
    fillNow(blotter, orderOf({ id: 'b', side: 'sell', quantity }));
    expect(bracketOf(blotter, 'a').map((order: TradingOrder) => 'reason' in order && order.reason)).toEqual([
      'position-closed',
      'position-closed',
    ]);
  });
});

describe('a fill', () => {
  test('costs its fee per contract', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', quantity: 3 }));
    // Three times $2.04 for one side of ES.
    expect(blotter.orders.get('a')).toMatchObject({ feeCents: 612 });
    expect(blotter.state.balanceCents).toBe(5_000_000 - 612);
  });

  test('above the contract limit is rejected along with its linked order', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', quantity: 5 }));
    const above = orderOf({ id: 'above', type: 'stop', priceTicks: ticks + 9, ocoGroup: 'g' });
    const below = orderOf({ id: 'below', type: 'limit', priceTicks: ticks - 9, ocoGroup: 'g' });
    putOrder(blotter, above);
    putOrder(blotter, below);
    matchOrders(blotter, framesOf([ticks + 8]));
    expect(outcomes(blotter).slice(1)).toEqual([
      ['above', 'rejected', 'contract-limit'],
      ['below', 'canceled', 'oco'],
    ]);
    expect(heldQuantity(blotter.state, contract)).toBe(5);
  });

  test('that takes the account to its daily limit closes other positions and ends the orders', () => {
    // $500 a day: 41 ticks of one ES contract are $512.50.
    const blotter = openWith([], { ...roomy, dailyLoss: { mode: 'soft', limitCents: 50_000 } });
    const microQuote = { ...micro, bidTicks: ticks + 2, askTicks: ticks + 3 };
    const esQuote = { ...contract, bidTicks: ticks - 41, askTicks: ticks - 40 };
    fillOrder(blotter, orderOf({ id: 'hedge', ...micro }), start, ticks, []);
    fillOrder(blotter, orderOf({ id: 'entry' }), start, ticks, []);
    putOrder(blotter, orderOf({ id: 'resting', type: 'limit', priceTicks: ticks - 100 }));
    fillOrder(blotter, orderOf({ id: 'exit', side: 'sell' }), start + 10, ticks - 41, [esQuote, microQuote]);
    expect(blotter.state.status).toBe('locked');
    expect(blotter.state.positions).toEqual([]);
    expect(blotter.orders.get('resting')).toMatchObject({ status: 'canceled', reason: 'account-stopped' });
    // At its own bid, not at the bid of the contract before it.
    expect(blotter.events.at(-1)).toMatchObject({ ...micro, side: 'sell', priceTicks: ticks + 2, feeCents: 52 });
  });

  test('that closes a stopped account’s position uses the last price if the exchange shows none', () => {
    const blotter = openWith();
    fillOrder(blotter, orderOf({ id: 'a', side: 'sell', quantity: 2 }), start, ticks, []);
    stopTrading(blotter, start + 10, [{ ...micro, bidTicks: 1, askTicks: 2 }]);
    expect(blotter.events.at(-1)).toMatchObject({ type: 'fill', side: 'buy', quantity: 2, priceTicks: ticks });
    expect(blotter.state.positions).toEqual([]);
  });

  test('of a limit order is at the limit, however far the market has moved through it', () => {
    const blotter = openWith([orderOf({ id: 'a', type: 'limit', priceTicks: ticks - 4 })]);
    matchOrders(blotter, framesOf([ticks - 20]));
    expect(outcomes(blotter)).toEqual([['a', 'filled', ticks - 4]]);
  });
});

describe('an account that is over', () => {
  const resting = orderOf({ id: 'resting', type: 'limit', priceTicks: ticks });

  test('because it passed fills no more orders', () => {
    const passed = played(trailing, dayTrade('2026-11-09', 3_000), close('2026-11-09'));
    expect(passed.status).toBe('passed');
    const blotter = openWith([resting], trailing, passed);
    matchOrders(blotter, framesOf([ticks - 10]));
    expect(outcomes(blotter)).toEqual([['resting', 'working', null]]);
  });

  test('because it breached is neither filled nor marked', () => {
    const before = openWith();
    fillOrder(before, orderOf({ id: 'a' }), start, ticks, []);
    // 160 ticks are the maximum loss of $2,000; the platform hasn't closed the position yet.
    const breached = played(trailing, before.events, [
      { type: 'mark', at: start + 10, ...contract, priceTicks: ticks - 160 },
    ]);
    expect(breached.status).toBe('breached');
    const blotter = openWith([resting], trailing, breached);
    matchOrders(blotter, framesOf([ticks - 170]));
    expect(outcomes(blotter)).toEqual([['resting', 'working', null]]);
    expect(blotter.events).toEqual([]);
  });
});

test('no more prices are read once no position is open and no order is working', () => {
  let read = 0;
  function* frames() {
    for (const frame of framesOf([ticks, ticks, ticks, ticks])) {
      read += 1;
      yield frame;
    }
  }
  const order = orderOf({ id: 'a', side: 'sell', type: 'limit', priceTicks: ticks });
  const blotter = openWith([{ ...order, status: 'canceled', doneAt: start, reason: 'canceled' } as never]);
  matchOrders(blotter, frames());
  expect(read).toBe(1);
  expect(createState(trailing).eventCount).toBe(blotter.state.eventCount);
});
