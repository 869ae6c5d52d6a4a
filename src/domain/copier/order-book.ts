import { type Blotter, putOrder, workingOrders } from '../trading/blotter.ts';
import { isBracketOrder, isWorking, type Order, type WorkingOrder } from '../trading/orders.ts';
import type { UnmatchedOrder } from './copy-link.ts';
import { keyOf } from './decide-copy.ts';

/** Orders of a leader, and the orders of one follower that repeat them. */
export type OrderBook = {
  /** By id: the working ones, and those that the follower's orders refer to. */
  readonly leader: ReadonlyMap<string, Order>;
  /** The follower's, caught up with the market. All that is working there are copies. */
  readonly blotter: Blotter;
  /** Copies that ended before. */
  readonly ended: readonly Order[];
};

/** How long one of two orders may wait for the other's fill before the market brings the follower in line. */
export const settleMs = 1_500;

export function copiesIn({ blotter, ended }: OrderBook): readonly Order[] {
  return [...blotter.orders.values(), ...ended.filter(({ id }) => !blotter.orders.has(id))];
}

/** The leader's order that a follower's repeats. Orders that a fill has placed are known by their entry and role. */
export function findSource(book: OrderBook, order: Order): Order | undefined {
  if (order.copyOf !== undefined) return book.leader.get(order.copyOf.orderId);
  if (order.parentId === null) return undefined;
  const entryId = copiesIn(book).find(({ id }) => id === order.parentId)?.copyOf?.orderId;
  if (entryId === undefined) return undefined;
  return [...book.leader.values()].find(({ parentId, role }) => parentId === entryId && role === order.role);
}

/** The follower's orders of which one of the two has just filled and the other still may, one for each contract. */
export function findSettling(book: OrderBook, now: number): ReadonlyMap<string, UnmatchedOrder> {
  const settling = new Map<string, UnmatchedOrder>();
  for (const copy of copiesIn(book)) {
    const source = findSource(book, copy);
    // Of different versions, the price was changed in between: neither would have filled with the other.
    if (source === undefined || (copy.copyOf !== undefined && copy.copyOf.version !== (source.version ?? 1))) continue;
    const filledAt = filledFirst(source, copy) ?? filledFirst(copy, source);
    const { instrument, month, side } = copy;
    if (filledAt !== null && now < filledAt + settleMs)
      settling.set(keyOf(copy), { instrument, month, side, reason: 'not-filled' });
  }
  return settling;
}

function filledFirst(first: Order, second: Order): number | null {
  return first.status === 'filled' && isWorking(second) ? first.doneAt : null;
}

/** The leader's working orders, oldest first, entries before what closes them. */
export function leaderOrders({ leader }: OrderBook): readonly WorkingOrder[] {
  const rank = (order: Order) => (isBracketOrder(order) ? 1 : 0);
  return [...leader.values()]
    .filter(isWorking)
    .sort((left, right) => rank(left) - rank(right) || left.placedAt - right.placedAt);
}

/** Ends a copy and nothing that is linked to it: each follows its own source. */
export function endCopies(book: OrderBook, at: number, isMeant: (order: WorkingOrder) => boolean): void {
  for (const order of workingOrders(book.blotter).filter(isMeant))
    putOrder(book.blotter, { ...order, status: 'cancelled', doneAt: at, reason: 'copied' });
}
