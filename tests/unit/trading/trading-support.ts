import { createState } from '#shared/accounts/engine.ts';
import type { AccountRules, AccountState } from '#shared/accounts/model.ts';
import { type Blotter, openBlotter, putOrder } from '#shared/trading/blotter.ts';
import { fillOrder } from '#shared/trading/fill-order.ts';
import type { Frame } from '#shared/trading/match-orders.ts';
import { oppositeBest, type WorkingOrder } from '#shared/trading/orders.ts';
import { at, trailing } from '../support.ts';

export const contract = { instrument: 'ES', month: '2026-12' } as const;
export const start = at('2026-11-10', '10:00');
export const ticks = 27_400;

export type OrderInput = Partial<WorkingOrder> & Pick<WorkingOrder, 'id'>;

export function orderOf(input: OrderInput): WorkingOrder {
  return {
    ...{ ...contract, side: 'buy', quantity: 1, role: 'own', parentId: null, ocoGroup: null, bracket: null },
    ...{ placedAt: start, type: 'market', status: 'working' },
    ...input,
  } as WorkingOrder;
}

export function openWith(
  orders: readonly WorkingOrder[] = [],
  rules: AccountRules = trailing,
  state: AccountState = createState(rules),
): Blotter {
  let ids = 0;
  const newId = () => {
    ids += 1;
    return `new-${ids}`;
  };
  return openBlotter({ rules, state, orders, newId });
}

/** Frames with these bids and a spread of one tick. */
export const framesOf = (bids: readonly number[], from = start): Frame[] =>
  bids.map((bidTicks, index) => ({
    at: from + (index + 1) * 250,
    quotes: [{ ...contract, bidTicks, askTicks: bidTicks + 1 }],
  }));

export function fillNow(blotter: Blotter, order: WorkingOrder, bidTicks = ticks): void {
  const quote = { ...contract, bidTicks, askTicks: bidTicks + 1 };
  putOrder(blotter, order);
  fillOrder(blotter, order, start, oppositeBest(quote, order.side), [quote]);
}

export const outcomes = (blotter: Blotter) =>
  [...blotter.orders.values()].map((order) =>
    order.status === 'filled'
      ? [order.id, 'filled', order.fillTicks]
      : [order.id, order.status, 'reason' in order ? order.reason : null],
  );
