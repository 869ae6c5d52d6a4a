import { atom } from 'nanostores';
import type { output } from 'zod/mini';
import type { tradingOrder } from '#shared/trading/contract.ts';

export type ListedOrder = output<typeof tradingOrder>;

/** Order changes found by the last reload, newest last. */
export type OrderUpdates = { readonly number: number; readonly orders: readonly ListedOrder[] };

export const $orderUpdates = atom<OrderUpdates>({ number: 0, orders: [] });

/**
 * Finds fills, rejections and orders that ended without the trader's request. Ignores changes before the first load.
 */
export function findOrderUpdates(
  before: readonly ListedOrder[],
  after: readonly ListedOrder[],
): readonly ListedOrder[] {
  const known = new Map(before.map(({ id, status }) => [id, status]));
  return after
    .filter(({ id, status, reason }) => {
      if (status === known.get(id)) return false;
      return status === 'filled' || status === 'rejected' || (status === 'canceled' && !expectedReasons.has(reason));
    })
    .toReversed();
}

const expectedReasons: ReadonlySet<ListedOrder['reason']> = new Set(['canceled', 'position-closed', 'oco']);

export function publishOrderUpdates(orders: readonly ListedOrder[]): void {
  if (orders.length > 0) $orderUpdates.set({ number: $orderUpdates.get().number + 1, orders });
}
