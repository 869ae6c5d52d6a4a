import { applyEvent } from '../account/engine.ts';
import type { AccountEvent } from '../account/events.ts';
import type { AccountState } from '../account/state.ts';
import type { AccountRules } from '../rules/types.ts';
import {
  type Contract,
  isSameContract,
  isWorking,
  type Order,
  type OrderEndReason,
  oppositeOf,
  type WorkingOrder,
} from './orders.ts';

/**
 * An account with its orders while prices and orders are applied to it. One run owns and mutates it; `events` is what
 * the account has to book, in order, and `changed` names the orders to store.
 */
export type Desk = {
  readonly rules: AccountRules;
  state: AccountState;
  /** By id, oldest first. */
  readonly orders: Map<string, Order>;
  readonly changed: Set<string>;
  readonly events: AccountEvent[];
  readonly newId: () => string;
};

type DeskInput = Pick<Desk, 'rules' | 'state' | 'newId'> & { readonly orders: Iterable<Order> };

export function openDesk({ rules, state, newId, orders }: DeskInput): Desk {
  const byId = new Map([...orders].map((order) => [order.id, order]));
  return { rules, state, newId, orders: byId, changed: new Set(), events: [] };
}

export function workingOrders(desk: Desk): WorkingOrder[] {
  return [...desk.orders.values()].filter(isWorking);
}

export function heldQuantity({ positions }: AccountState, contract: Contract): number {
  return positions.find((each) => isSameContract(each, contract))?.quantity ?? 0;
}

/** Adds an order, or replaces the one with its id. */
export function putOrder(desk: Desk, order: Order): void {
  desk.orders.set(order.id, order);
  desk.changed.add(order.id);
}

export function book(desk: Desk, event: AccountEvent): void {
  desk.state = applyEvent(desk.rules, desk.state, event);
  desk.events.push(event);
}

/** Cancels a working order, and with it those that it is linked to. One that is done stays as it is. */
export function cancelOrder(desk: Desk, id: string, at: number, reason: OrderEndReason): void {
  const order = desk.orders.get(id);
  if (!order || !isWorking(order)) return;
  putOrder(desk, { ...order, status: 'cancelled', doneAt: at, reason });
  cancelLinked(desk, order, at);
}

/** Cancels the orders that one is linked to. */
export function cancelLinked(desk: Desk, { id, ocoGroup }: Order, at: number): void {
  if (ocoGroup === null) return;
  for (const other of workingOrders(desk)) {
    if (other.id !== id && other.ocoGroup === ocoGroup)
      putOrder(desk, { ...other, status: 'cancelled', doneAt: at, reason: 'oco' });
  }
}

/** The side that closes a position. */
export function closingSide(quantity: number): 'buy' | 'sell' {
  return oppositeOf(quantity > 0 ? 'buy' : 'sell');
}
