import { describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import type { AccountRules } from '#shared/accounts/model.ts';
import { type ContractMonth, contractExpiresAt } from '#shared/exchange/contract-month.ts';
import { type Blotter, putOrder } from '#shared/trading/blotter.ts';
import { fillOrder } from '#shared/trading/fill-order.ts';
import { type Frame, matchOrders } from '#shared/trading/match-orders.ts';
import { at, trailing } from '../support.ts';
import { contract, fillNow, framesOf, openWith, orderOf, outcomes, start, ticks } from './trading-support.ts';

const micro = { instrument: 'MES', month: '2026-12' } as const;
const roomy: AccountRules = { ...trailing, drawdown: { mode: 'none' }, targetCents: null };
const intraday: AccountRules = { ...trailing, drawdown: { mode: 'intraday', maxLossCents: 200_000, lock: null } };

/** Frames whose bids are at the given distances from the start, for ES and MES. */
const pairs = (moves: readonly (readonly [number, number])[], from = start): Frame[] =>
  moves.map(([first, second], index) => ({
    at: from + (index + 1) * 250,
    quotes: [
      { ...contract, bidTicks: ticks + first, askTicks: ticks + first + 1 },
      { ...micro, bidTicks: ticks + second, askTicks: ticks + second + 1 },
    ],
  }));

function hold(rules: AccountRules, ...orders: readonly Parameters<typeof orderOf>[0][]): Blotter {
  const blotter = openWith([], rules);
  for (const order of orders) fillOrder(blotter, orderOf(order), start, ticks, []);
  blotter.events.length = 0;
  return blotter;
}

const marksOf = (blotter: Blotter) =>
  blotter.events.map((event) => (event.type === 'mark' ? [event.instrument, event.at - start] : [event.type]));

describe('a position is marked', () => {
  test('at a repeated price only once a second', () => {
    const blotter = hold(roomy, { id: 'a' });
    matchOrders(blotter, framesOf([ticks, ticks - 1, ticks, ticks - 1]));
    expect(marksOf(blotter)).toEqual([
      ['ES', 250],
      ['ES', 500],
    ]);
  });

  test('not again while its price doesn’t change', () => {
    const blotter = hold(roomy, { id: 'a' });
    matchOrders(blotter, framesOf([ticks - 1, ...Array.from({ length: 12 }, () => ticks - 1)]));
    expect(marksOf(blotter)).toEqual([['ES', 250]]);
  });

  test('not while its exchange is closed, even if others trade', () => {
    const blotter = hold(roomy, { id: 'a' });
    matchOrders(blotter, [{ at: start + 250, quotes: [{ ...micro, bidTicks: 5, askTicks: 6 }] }]);
    expect(blotter.events).toEqual([]);
  });

  test('no earlier than the account’s last event if the clock was set back', () => {
    const blotter = hold(roomy, { id: 'a' });
    matchOrders(blotter, framesOf([ticks - 5], start - 60_000));
    expect(marksOf(blotter)).toEqual([['ES', 0]]);
  });

  test('when a new trading day begins, even if marks are otherwise an hour apart', () => {
    const blotter = hold(roomy, { id: 'a' });
    const today = framesOf([ticks + 10, ticks - 10, ticks], at('2026-11-10', '15:59'));
    // Globex opens again at 17:00 in Chicago for the 11th.
    const tomorrow = framesOf([ticks + 1], at('2026-11-10', '17:00'));
    matchOrders(blotter, [...today, ...tomorrow], {}, 2 * hourMs);
    expect(blotter.events.map((event) => event.at)).toEqual([
      at('2026-11-10', '15:59') + 250,
      at('2026-11-10', '15:59') + 500,
      at('2026-11-10', '17:00') + 250,
    ]);
    expect(blotter.state.days.map(({ day }) => day)).toEqual(['2026-11-10', '2026-11-11']);
  });
});

describe('two positions', () => {
  const long: readonly Parameters<typeof orderOf>[0][] = [{ id: 'a' }, { ...micro, id: 'b', quantity: 10 }];

  test('are marked separately and tracked by contract', () => {
    const blotter = hold(roomy, ...long);
    const progress = matchOrders(
      blotter,
      pairs([
        [5, 3],
        [6, 3],
        [6, 3],
      ]),
    );
    // The smaller gain is booked first.
    expect(marksOf(blotter)).toEqual([
      ['MES', 250],
      ['ES', 250],
      ['ES', 500],
    ]);
    expect(progress).toEqual({
      'ES 2026-12': { at: start + 500, lowTicks: ticks + 5, highTicks: ticks + 6 },
      'MES 2026-12': { at: start + 250, lowTicks: ticks + 3, highTicks: ticks + 3 },
    });
  });

  test('are marked at once if their sum is a new high, even if neither price is', () => {
    const blotter = hold(intraday, ...long);
    matchOrders(
      blotter,
      pairs([
        [20, -20],
        [-20, 20],
        [19, 19],
      ]),
    );
    expect(marksOf(blotter).slice(-2)).toEqual([
      ['MES', 750],
      ['ES', 750],
    ]);
    // 19 ticks of each at $12.50.
    expect(blotter.state.highWaterMarkCents).toBe(blotter.state.balanceCents + 2 * 19 * 1_250);
  });

  test.each([
    ['rises', 100],
    ['falls', -100],
  ])('that hedge each other raise no floor if the market %s', (_, move) => {
    // One ES is worth ten MES: the gain of one is the loss of the other, plus a tick of spread.
    const blotter = hold(intraday, { id: 'a' }, { ...micro, id: 'b', quantity: 10, side: 'sell' });
    matchOrders(blotter, pairs([[move, move]]));
    expect(blotter.state.highWaterMarkCents).toBe(5_000_000);
    expect(blotter.state.floorCents).toBe(4_800_000);
    expect(blotter.state.equityCents).toBe(blotter.state.balanceCents - 1_250);
  });

  test.each([
    ['rises', 100],
    ['falls', -100],
  ])('that hedge each other close at expiry without a temporary gain if the market %s', (_, move) => {
    const blotter = hold(intraday, { id: 'a' }, { ...micro, id: 'b', quantity: 10, side: 'sell' });
    const { balanceCents } = blotter.state;
    matchOrders(blotter, pairs([[move, move]], contractExpiresAt(contract) - 250));
    expect(blotter.state).toMatchObject({ status: 'active', positions: [], highWaterMarkCents: 5_000_000 });
    // A tick of spread, and the commissions of one ES and ten MES: $2.04 + 10 × $0.52.
    expect(blotter.state.balanceCents).toBe(balanceCents - 1_250 - 204 - 520);
  });

  test('cancel a linked order of a later month when they expire', () => {
    const blotter = hold(roomy, { id: 'a' });
    const stop = { type: 'stop', priceTicks: ticks - 400, side: 'sell', ocoGroup: 'pair' } as const;
    putOrder(blotter, orderOf({ id: 'old', ...stop }));
    putOrder(blotter, orderOf({ id: 'new', ...stop, month: '2027-03' as ContractMonth }));
    matchOrders(blotter, pairs([[0, 0]], contractExpiresAt(contract) - 250));
    expect(outcomes(blotter).slice(1)).toEqual([
      ['old', 'canceled', 'expired'],
      ['new', 'canceled', 'oco'],
    ]);
  });

  test('start with new extremes after they were closed', () => {
    const blotter = hold(roomy, ...long);
    putOrder(blotter, orderOf({ id: 'resting', type: 'limit', priceTicks: ticks - 500 }));
    let progress = matchOrders(blotter, pairs([[9, 9]]));
    fillNow(blotter, orderOf({ id: 'c', side: 'sell' }));
    progress = matchOrders(blotter, pairs([[9, 8]], start + 250), progress);
    expect(Object.keys(progress)).toEqual(['MES 2026-12']);
    fillOrder(blotter, orderOf({ ...micro, id: 'd', side: 'sell', quantity: 10 }), start + 500, ticks, []);
    progress = matchOrders(blotter, pairs([[9, 8]], start + 500), progress);
    expect(progress).toEqual({});
  });
});
