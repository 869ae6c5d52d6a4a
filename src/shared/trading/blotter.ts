import { applyEvent } from '#shared/accounts/engine.ts';
import type { AccountEvent, AccountRules, AccountState } from '#shared/accounts/model.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { isSameContract, isWorking, type OrderEndReason, type TradingOrder, type WorkingOrder } from './orders.ts';

/**
 * A working copy of an account and its orders, to which prices and orders are applied. One run owns and mutates it.
 * `events` are the account events to store, in order; `changed` has the ids of the orders to store.
 */
export type Blotter = {
  readonly rules: AccountRules;
  /** Whether the owner's limits let no position grow at a price worse than its average. */
  readonly noAveragingDown: boolean;
  state: AccountState;
  /** By id, oldest first. */
  readonly orders: Map<string, TradingOrder>;
  readonly changed: Set<string>;
  readonly events: AccountEvent[];
  readonly newId: () => string;
};

type BlotterInput = Pick<Blotter, 'rules' | 'state' | 'newId'> & {
  readonly noAveragingDown?: boolean;
  readonly orders: Iterable<TradingOrder>;
};

export function openBlotter({ orders, noAveragingDown = false, ...input }: BlotterInput): Blotter {
  const byId = new Map([...orders].map((order) => [order.id, order]));
  return { ...input, noAveragingDown, orders: byId, changed: new Set(), events: [] };
}

export function workingOrders(blotter: Blotter): WorkingOrder[] {
  return [...blotter.orders.values()].filter(isWorking);
}

export function heldQuantity({ positions }: AccountState, contract: Contract): number {
  return positions.find((each) => isSameContract(each, contract))?.quantity ?? 0;
}

export function putOrder(blotter: Blotter, order: TradingOrder): void {
  blotter.orders.set(order.id, order);
  blotter.changed.add(order.id);
}

export function book(blotter: Blotter, event: AccountEvent): void {
  blotter.state = applyEvent(blotter.rules, blotter.state, event);
  blotter.events.push(event);
}

/** Cancels a working order and the orders linked to it. An order that is done stays unchanged. */
export function cancelWorkingOrder(blotter: Blotter, id: string, at: number, reason: OrderEndReason): void {
  const order = blotter.orders.get(id);
  if (!order || !isWorking(order)) return;
  putOrder(blotter, { ...order, status: 'canceled', doneAt: at, reason });
  cancelLinked(blotter, order, at);
}

export function cancelLinked(blotter: Blotter, { ocoGroup }: TradingOrder, at: number): void {
  if (ocoGroup === null) return;
  for (const other of workingOrders(blotter)) {
    if (other.ocoGroup === ocoGroup) putOrder(blotter, { ...other, status: 'canceled', doneAt: at, reason: 'oco' });
  }
}

export function closingSide(quantity: number): Side {
  return quantity > 0 ? 'sell' : 'buy';
}
