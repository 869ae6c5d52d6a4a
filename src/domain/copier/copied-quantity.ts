import type { Contract } from '../instrument/contract-month.ts';
import { workingOrders } from '../trading/blotter.ts';
import { isBracketOrder, isSameContract, signOf, type WorkingOrder } from '../trading/orders.ts';
import type { CopyLink } from './copy-link.ts';
import { isReduction, reduceTowards } from './decide-copy.ts';
import { findSource, leaderOrders, type OrderBook } from './order-book.ts';
import { copiedInstrument, type Holding, targetsOf } from './sizing.ts';

export type CopiedQuantityInput = {
  readonly link: CopyLink;
  readonly leader: readonly Holding[];
  readonly book: OrderBook;
  /** The follower's positions once its market orders are filled. */
  readonly positions: readonly Holding[];
};

/** The contract in which a follower repeats a leader's order. */
export function copiedContract({ instrument, month }: Contract, { sizing }: Pick<CopyLink, 'sizing'>): Contract {
  return { instrument: copiedInstrument(instrument, month, sizing.size), month };
}

/**
 * A follower's share of what a leader's order does to the leader's position; 0 where that is less than a contract, and
 * for an addition to a trade that the follower doesn't take part in.
 */
export function copiedQuantity(given: CopiedQuantityInput, source: WorkingOrder): number {
  const { leader, link, positions, book } = given;
  const sign = signOf(source.side);
  const contract = copiedContract(source, link);
  const held = heldIn(leader, source);
  // A fixed size is traded once, however many of the leader's entries wait: the oldest stands for all of them.
  if (link.sizing.mode === 'fixed' && held * sign >= 0 && hasOlderEntry(given, source)) return 0;
  const after = leader.filter((each) => !isSameContract(each, source));
  const quantity = held + sign * source.quantity;
  if (quantity !== 0) after.push({ instrument: source.instrument, month: source.month, quantity });
  const wanted = heldIn(targetsOf(after, link.sizing), contract);
  // A bracket only protects what is held already.
  const current = heldIn(isBracketOrder(source) ? book.blotter.state.positions : positions, contract);
  const side = wanted > 0 ? 'long' : 'short';
  const isMissed = link.missed.some((each) => isSameContract(each, contract) && each.side === side);
  const exitsOnly = (isMissed && wanted !== current) || link.phase !== 'armed' || isBracketOrder(source);
  const target = exitsOnly || isReduction(current, wanted) ? reduceTowards(current, wanted) : wanted;
  const change = (target - current) * sign;
  if (change <= 0) return 0;
  return isBracketOrder(source) ? Math.min(change, unbracketed(given, source, Math.abs(current))) : change;
}

function hasOlderEntry({ book, link }: CopiedQuantityInput, source: WorkingOrder): boolean {
  const contract = copiedContract(source, link);
  const [oldest] = leaderOrders(book).filter(
    (order) =>
      order.side === source.side && !isBracketOrder(order) && isSameContract(copiedContract(order, link), contract),
  );
  return oldest !== undefined && oldest.id !== source.id;
}

/** What of a position the brackets of other entries leave. */
function unbracketed({ book, link }: CopiedQuantityInput, source: WorkingOrder, held: number): number {
  const sizes = new Map<string, number>();
  for (const order of workingOrders(book.blotter)) {
    if (!isBracketOrder(order) || !isSameContract(order, copiedContract(source, link))) continue;
    const entryId = findSource(book, order)?.parentId ?? order.parentId ?? order.id;
    if (entryId !== source.parentId) sizes.set(entryId, Math.max(sizes.get(entryId) ?? 0, order.quantity));
  }
  return Math.max(0, held - [...sizes.values()].reduce((sum, size) => sum + size, 0));
}

function heldIn(holdings: readonly Holding[], contract: Contract): number {
  return holdings.find((each) => isSameContract(each, contract))?.quantity ?? 0;
}
