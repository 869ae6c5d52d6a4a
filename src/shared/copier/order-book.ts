import { contractKey } from '#shared/exchange/contract-month.ts';
import {
  type Blotter,
  isBracketOrder,
  isWorking,
  putOrder,
  type TradingOrder,
  type WorkingOrder,
  workingOrders,
} from '#shared/trading/index.ts';
import type { UnmatchedOrder } from './copy-link.ts';

/** A leader's orders and one follower's copies of them. */
export type OrderBook = {
  /** By id: working orders, and those that the follower's orders refer to. */
  readonly leader: ReadonlyMap<string, TradingOrder>;
  /** The follower's blotter, matched up to the current market. All its working orders are copies. */
  readonly blotter: Blotter;
  /** Copies that ended earlier. */
  readonly ended: readonly TradingOrder[];
};

/** How long an order may wait to fill after its counterpart, before a market order brings the follower in line. */
export const settleMs = 1_500;

export function copiesIn({ blotter, ended }: OrderBook): readonly TradingOrder[] {
  return [...blotter.orders.values(), ...ended.filter(({ id }) => !blotter.orders.has(id))];
}

/** The leader's order that a follower's order copies. Bracket orders are found by their entry and role. */
export function findSource(book: OrderBook, order: TradingOrder): TradingOrder | undefined {
  if (order.copyOf !== undefined) return book.leader.get(order.copyOf.orderId);
  if (order.parentId === null) return undefined;
  const entryId = copiesIn(book).find(({ id }) => id === order.parentId)?.copyOf?.orderId;
  if (entryId === undefined) return undefined;
  return [...book.leader.values()].find(({ parentId, role }) => parentId === entryId && role === order.role);
}

/** Copies where only one of source and copy has just filled and the other still may; one per contract. */
export function findSettling(book: OrderBook, now: number): ReadonlyMap<string, UnmatchedOrder> {
  const settling = new Map<string, UnmatchedOrder>();
  for (const copy of copiesIn(book)) {
    const source = findSource(book, copy);
    // Different versions have different prices, so they weren't expected to fill together.
    if (source === undefined || (copy.copyOf !== undefined && copy.copyOf.version !== (source.version ?? 1))) continue;
    const filledAt = findFilledFirstAt(source, copy) ?? findFilledFirstAt(copy, source);
    const { instrument, month, side } = copy;
    if (filledAt !== null && now < filledAt + settleMs)
      settling.set(contractKey(copy), { instrument, month, side, reason: 'not-filled' });
  }
  return settling;
}

function findFilledFirstAt(first: TradingOrder, second: TradingOrder): number | null {
  return first.status === 'filled' && isWorking(second) ? first.doneAt : null;
}

/** The leader's working orders, oldest first, with entries before their brackets. */
export function leaderOrders({ leader }: OrderBook): readonly WorkingOrder[] {
  const rank = (order: TradingOrder) => (isBracketOrder(order) ? 1 : 0);
  return [...leader.values()]
    .filter(isWorking)
    .sort((left, right) => rank(left) - rank(right) || left.placedAt - right.placedAt);
}

/** Cancels the matching copies, but not orders linked to them: each of those follows its own source. */
export function endCopies(book: OrderBook, at: number, matches: (order: WorkingOrder) => boolean): void {
  for (const order of workingOrders(book.blotter).filter(matches))
    putOrder(book.blotter, { ...order, status: 'canceled', doneAt: at, reason: 'copied' });
}
