import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountRules } from '#shared/accounts/model.ts';
import { contractsIn } from '#shared/accounts/view-account.ts';
import { type Blotter, cancelWorkingOrder, heldQuantity, putOrder, workingOrders } from '#shared/trading/blotter.ts';
import { decideTrading, type TradingAccount } from '#shared/trading/decide-trading.ts';
import { fillOrder } from '#shared/trading/fill-order.ts';
import { type Frame, type MarkProgress, matchOrders } from '#shared/trading/match-orders.ts';
import {
  type Bracket,
  isBracketOrder,
  isReached,
  oppositeBest,
  signOf,
  type TradingOrder,
} from '#shared/trading/orders.ts';
import { trailing } from '../support.ts';
import {
  contract,
  fillNow,
  framesOf,
  type OrderInput,
  openWith,
  orderOf,
  outcomes,
  start,
  ticks,
} from './trading-support.ts';

describe('matching', () => {
  test('a buy limit order fills at its price once the ask reaches it, and not before', () => {
    const blotter = openWith([orderOf({ id: 'a', type: 'limit', priceTicks: ticks - 4 })]);
    matchOrders(blotter, framesOf([ticks, ticks - 4]));
    expect(outcomes(blotter)).toEqual([['a', 'working', null]]);
    matchOrders(blotter, framesOf([ticks - 5], start + 1_000));
    expect(outcomes(blotter)).toEqual([['a', 'filled', ticks - 4]]);
  });

  test('a sell stop order fills at the bid of the frame that touches it, however far below', () => {
    const blotter = openWith([orderOf({ id: 'a', side: 'sell', type: 'stop', priceTicks: ticks - 4 })]);
    matchOrders(blotter, framesOf([ticks - 3, ticks - 9, ticks]));
    expect(outcomes(blotter)).toEqual([['a', 'filled', ticks - 9]]);
  });

  test('the stop fills if one frame reaches both of two linked orders', () => {
    const blotter = openWith([
      orderOf({ id: 'fade', side: 'sell', type: 'limit', priceTicks: ticks + 2, ocoGroup: 'g' }),
      orderOf({ id: 'break', side: 'buy', type: 'stop', priceTicks: ticks + 4, ocoGroup: 'g' }),
    ]);
    matchOrders(blotter, framesOf([ticks + 5]));
    expect(outcomes(blotter)).toEqual([
      ['fade', 'canceled', 'oco'],
      ['break', 'filled', ticks + 6],
    ]);
  });

  test('a bracket can fill only from the frame after its entry’s fill', () => {
    const bracket = { targetTicks: 2, stopTicks: 1 };
    const blotter = openWith([orderOf({ id: 'a', type: 'limit', priceTicks: ticks, bracket })]);
    // The entry fills at `ticks` while the bid is at its stop, both in one frame.
    matchOrders(blotter, framesOf([ticks - 1]));
    expect(outcomes(blotter).map(([, status]) => status)).toEqual(['filled', 'working', 'working']);
    matchOrders(blotter, framesOf([ticks - 1], start + 250));
    expect(outcomes(blotter).map(([, status]) => status)).toEqual(['filled', 'canceled', 'filled']);
    expect(blotter.state.positions).toEqual([]);
  });

  test('a closed market matches nothing', () => {
    const blotter = openWith([orderOf({ id: 'a', type: 'limit', priceTicks: ticks })]);
    matchOrders(blotter, [{ at: start + 250, quotes: [] }]);
    expect(outcomes(blotter)).toEqual([['a', 'working', null]]);
  });

  test('frames give the same orders and events in one call or in many', () => {
    const bids = Array.from({ length: 400 }, (_, index) => ticks + Math.round(20 * Math.sin(index / 9)));
    const orders = [
      orderOf({
        id: 'a',
        type: 'limit',
        priceTicks: ticks - 8,
        quantity: 2,
        bracket: { targetTicks: 12, stopTicks: 30 },
      }),
      orderOf({ id: 'b', side: 'sell', type: 'stop', priceTicks: ticks - 15 }),
    ];
    const whole = openWith(orders);
    matchOrders(whole, framesOf(bids));
    const parts = openWith(orders);
    let marks: MarkProgress = {};
    for (const frame of framesOf(bids)) marks = matchOrders(parts, [frame], marks);
    expect(parts.events).toEqual(whole.events);
    expect([...parts.orders]).toEqual([...whole.orders]);
  });
});

describe('marks', () => {
  test('come at each new extreme and otherwise once a second', () => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a' }));
    blotter.events.length = 0;
    matchOrders(blotter, framesOf([ticks, ticks + 1, ticks - 1, ticks, ticks + 1, ticks, ticks + 1]));
    // The first three are new extremes; the next is due a second after the third.
    expect(blotter.events.map((event) => event.at - start)).toEqual([250, 500, 750, 1_750]);
  });

  test('take the account to its floor, where its position is closed at market and its orders end', () => {
    // 160 ticks of one contract are the maximum loss of $2,000; the fee has used $2.04 of it.
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', bracket: { targetTicks: 500, stopTicks: 500 } }));
    matchOrders(blotter, framesOf([ticks - 158, ticks - 159, ticks]));
    expect(blotter.state.status).toBe('breached');
    expect(blotter.state.breach).toMatchObject({
      rule: 'max-loss',
      at: start + 500,
      equityCents: 5_000_000 - 204 - 160 * 1_250,
    });
    expect(blotter.state.positions).toEqual([]);
    expect(workingOrders(blotter)).toEqual([]);
    expect(blotter.events.at(-1)).toMatchObject({ type: 'fill', side: 'sell', priceTicks: ticks - 159, feeCents: 204 });
  });
});

describe('two contracts', () => {
  const other = { instrument: 'MES', month: '2026-12' } as const;
  const spread = (quantity: number, side: 'buy' | 'sell') => {
    const blotter = openWith();
    fillNow(blotter, orderOf({ id: 'a', type: 'market' }));
    const quote = { ...other, bidTicks: ticks, askTicks: ticks + 1 };
    const order = orderOf({ ...other, id: 'b', type: 'market', quantity, side });
    putOrder(blotter, order);
    fillOrder(blotter, order, start, oppositeBest(quote, side), [quote]);
    return blotter;
  };
  const prices = (moves: readonly (readonly [number, number])[]): Frame[] =>
    moves.map(([first, second], index) => ({
      at: start + (index + 1) * 250,
      quotes: [
        { ...contract, bidTicks: ticks + first, askTicks: ticks + first + 1 },
        { ...other, bidTicks: ticks + second, askTicks: ticks + second + 1 },
      ],
    }));

  test('of a hedge are no breach if it falls $2,500 and rises as much in one frame', () => {
    const blotter = spread(10, 'sell');
    matchOrders(blotter, prices([[-200, -200]]));
    expect(blotter.state.status).toBe('active');
  });

  test('breach together even if neither does alone with the other’s last mark', () => {
    const blotter = spread(10, 'buy');
    const calm: [number, number] = [-1, -1];
    // Each reaches its low while the other is up; a second later both are marked near their entries.
    const before: [number, number][] = [[-120, 100], [100, -120], calm, calm, calm, calm, calm, calm];
    matchOrders(blotter, prices([...before, [-119, -119], calm]));
    expect(blotter.state.status).toBe('breached');
    expect(blotter.state.breach?.at).toBe(start + 9 * 250);
  });
});

describe('a trading decision', () => {
  const account: TradingAccount = {
    ...{ stage: 'evaluation', status: 'active', hasPayoutUnderReview: false, isHalted: false, haltedInstruments: [] },
    ...{
      isCopied: false,
      refusesSpreads: false,
      isPersonalStopReached: false,
      maxContracts: 5,
      remainingCents: 200_000,
      positions: [],
      orders: [],
    },
  };
  const open = { isOpen: true, dataAgeMs: 0 };
  const buyFive = { ...contract, side: 'buy', quantity: 5, type: 'market' } as const;
  const ruleOf = (change: Partial<TradingAccount>, order = buyFive as never, market = open) => {
    const decision = decideTrading({ ...account, ...change }, market, order);
    return decision.allowed ? null : decision.rule;
  };

  test.each([
    [{ stage: 'breached', status: 'breached' }, 'over'],
    [{ status: 'locked' }, 'locked'],
    [{ hasPayoutUnderReview: true, stage: 'suspended' }, 'payout-review'],
    [{ stage: 'suspended' }, 'suspended'],
    [{ isHalted: true }, 'halted'],
    [{ haltedInstruments: ['ES'] }, 'halted'],
    [{ haltedInstruments: ['NQ'] }, null],
    [{ isPersonalStopReached: true, stage: 'suspended' }, 'personal-stop'],
    [{ isCopied: true }, 'copied'],
    [{ remainingCents: 0 }, 'no-remaining-drawdown'],
    [{ remainingCents: null }, null],
    [{ maxContracts: 4 }, 'contract-limit'],
    [{}, null],
  ] as const)('for %j is %s', (change, rule) => {
    expect(ruleOf(change as Partial<TradingAccount>)).toBe(rule);
  });

  test('allows closing a position while nothing may be opened, even on old data', () => {
    const positions = [{ ...contract, quantity: 2 }];
    const sell = { ...contract, side: 'sell', quantity: 2, type: 'market' } as const;
    const stale = { isOpen: true, dataAgeMs: 60_000 };
    expect(
      ruleOf({ stage: 'suspended', isHalted: true, positions, remainingCents: 0 }, sell as never, stale),
    ).toBeNull();
    expect(ruleOf({ positions }, { ...sell, quantity: 3 } as never, stale)).toBe('stale-data');
    expect(ruleOf({ positions }, sell as never, { isOpen: false, dataAgeMs: 0 })).toBe('market-closed');
  });

  test('counts minis, micros and months together, and working orders of each', () => {
    const positions = [
      { ...contract, quantity: 2 },
      { instrument: 'MES', month: '2027-03', quantity: -10 },
    ] as const;
    const orders = [{ ...contract, side: 'buy', quantity: 1, group: 'a' }] as const;
    const decision = decideTrading({ ...account, positions, orders }, open, { ...buyFive, quantity: 2 });
    // Two and one minis plus ten micros: four of five are taken.
    expect(decision).toEqual({
      ...{ allowed: false, rule: 'contract-limit' },
      remaining: { maxContracts: 5, contracts: 1, quantity: 1, cents: 200_000 },
    });
    const micros = { instrument: 'MES', month: '2026-12', side: 'buy', quantity: 10, type: 'market' } as const;
    expect(decideTrading({ ...account, positions, orders }, open, micros)).toMatchObject({
      allowed: true,
      remaining: { quantity: 10 },
    });
  });

  test('counts linked orders once, and exits at a price not at all', () => {
    const positions = [{ ...contract, quantity: 5 }] as const;
    const orders = [{ ...contract, side: 'sell', quantity: 5, group: 'g' }] as const;
    const stop = { ...contract, side: 'sell', quantity: 5, type: 'stop', group: 'g' } as const;
    expect(decideTrading({ ...account, positions, orders }, open, stop)).toMatchObject({ allowed: true });
    // Unlinked, both could fill: a short position of five is still within the limit, a sixth contract isn't.
    expect(ruleOf({ positions, orders }, { ...stop, group: 'h' } as never)).toBeNull();
    expect(ruleOf({ positions, orders }, { ...stop, group: 'h', quantity: 6 } as never)).toBe('contract-limit');
  });
});

type Step =
  | { readonly do: 'place'; readonly order: Omit<OrderInput, 'id'>; readonly linked: boolean }
  | { readonly do: 'cancel'; readonly index: number }
  | { readonly do: 'frames'; readonly moves: readonly number[] };

const distance = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
const bracketOf = fc.option(fc.record({ targetTicks: distance, stopTicks: distance }) as fc.Arbitrary<Bracket>, {
  nil: null,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('place' as const),
    linked: fc.boolean(),
    order: fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
      quantity: fc.integer({ min: 1, max: 4 }),
      priceTicks: fc.integer({ min: ticks - 15, max: ticks + 15 }),
      bracket: bracketOf,
    }) as fc.Arbitrary<Omit<OrderInput, 'id'>>,
  }),
  fc.record({ do: fc.constant('cancel' as const), index: fc.nat(20) }),
  fc.record({
    do: fc.constant('frames' as const),
    moves: fc.array(fc.integer({ min: -6, max: 6 }), { maxLength: 12 }),
  }),
);

describe('with any sequence of actions', () => {
  const roomy: AccountRules = { ...trailing, drawdown: { mode: 'none' }, targetCents: null };

  test.each([
    ['with drawdown to spare', roomy],
    ['close to its floor', { ...trailing, drawdown: { mode: 'static', maxLossCents: 12_000 } }],
    ['with a soft daily limit', { ...roomy, dailyLoss: { mode: 'soft', limitCents: 9_000 } }],
  ] as const)('an account %s keeps its orders, brackets and positions consistent', (_, rules) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const blotter = openWith([], rules as AccountRules);
        const done = new Map<string, TradingOrder>();
        let bid = ticks;
        let time = start;
        let marks: MarkProgress = {};
        for (const [index, each] of steps.entries()) {
          time += 1_000;
          const quote = { ...contract, bidTicks: bid, askTicks: bid + 1 };
          if (each.do === 'place' && blotter.state.status === 'active') {
            const other = each.linked ? workingOrders(blotter).find((order) => !isBracketOrder(order)) : undefined;
            const ocoGroup = other ? (other.ocoGroup ?? other.id) : null;
            if (other && other.ocoGroup === null) putOrder(blotter, { ...other, ocoGroup });
            const order = orderOf({ ...each.order, id: `order-${index}`, ocoGroup, placedAt: time });
            putOrder(blotter, order);
            if (isReached(order, order.side, quote))
              fillOrder(blotter, order, time, oppositeBest(quote, order.side), [quote]);
          } else if (each.do === 'cancel') {
            const order = workingOrders(blotter)[each.index];
            if (order) cancelWorkingOrder(blotter, order.id, time, 'canceled');
          } else if (each.do === 'frames') {
            const bids = each.moves.map((move) => {
              bid += move;
              return bid;
            });
            marks = matchOrders(blotter, framesOf(bids, time), marks);
            time += bids.length * 250;
          }
          checkBlotter(blotter, done);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function checkBlotter(blotter: Blotter, done: Map<string, TradingOrder>): void {
  const held = heldQuantity(blotter.state, contract);
  // A position is the sum of its fills.
  const fills = blotter.events.flatMap((event) => (event.type === 'fill' ? [event] : []));
  expect(fills.reduce((sum, fill) => sum + signOf(fill.side) * fill.quantity, 0)).toBe(held);
  expect(contractsIn(blotter.state.positions)).toBeLessThanOrEqual(blotter.rules.maxContracts);
  const working = workingOrders(blotter);
  const brackets = working.filter(isBracketOrder);
  // A bracket's orders close the open position, never more.
  for (const order of brackets) {
    expect(blotter.orders.get(order.parentId ?? '')?.status).toBe('filled');
    expect(signOf(order.side) * held).toBeLessThan(0);
  }
  const sizes = Map.groupBy(brackets, (order) => order.parentId).values();
  const total = [...sizes].reduce((sum, orders) => sum + Math.max(...orders.map(({ quantity }) => quantity)), 0);
  expect(total).toBeLessThanOrEqual(Math.abs(held));
  // At most one of the linked orders was filled, and then none is working.
  for (const group of Map.groupBy([...blotter.orders.values()], (order) => order.ocoGroup)) {
    if (group[0] === null) continue;
    const filled = group[1].filter(({ status }) => status === 'filled').length;
    expect(filled).toBeLessThanOrEqual(1);
    if (filled === 1) expect(group[1].some(({ status }) => status === 'working')).toBe(false);
  }
  if (blotter.state.status !== 'active') {
    expect(working).toEqual([]);
    if (blotter.state.status === 'locked') expect(held).toBe(0);
  }
  // A finished order no longer changes.
  for (const order of blotter.orders.values()) {
    const before = done.get(order.id);
    if (before) expect(order).toEqual(before);
    else if (order.status !== 'working') done.set(order.id, order);
  }
}
