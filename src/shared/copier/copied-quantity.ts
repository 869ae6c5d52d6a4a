import type { Contract } from '#shared/exchange/contract-month.ts';
import { isBracketOrder, isSameContract, signOf, type WorkingOrder, workingOrders } from '#shared/trading/index.ts';
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

/** The contract in which a follower copies a leader's order. */
export function copiedContract({ instrument, month }: Contract, { sizing }: Pick<CopyLink, 'sizing'>): Contract {
  return { instrument: copiedInstrument(instrument, month, sizing.size), month };
}

/**
 * The contracts a follower's copy of a leader's order has: its share of the change to the leader's position. Returns 0
 * if that is less than one contract, or if the order adds to a trade that the follower missed.
 */
export function copiedQuantity(input: CopiedQuantityInput, source: WorkingOrder): number {
  const { leader, link, positions, book } = input;
  const sign = signOf(source.side);
  const contract = copiedContract(source, link);
  const held = quantityIn(leader, source);
  // A fixed size is traded once, however many entries the leader has working: only the oldest is copied.
  if (link.sizing.mode === 'fixed' && held * sign >= 0 && hasOlderEntry(input, source)) return 0;
  const after = leader.filter((each) => !isSameContract(each, source));
  const quantity = held + sign * source.quantity;
  if (quantity !== 0) after.push({ instrument: source.instrument, month: source.month, quantity });
  const intended = quantityIn(targetsOf(after, link.sizing), contract);
  // A bracket only protects contracts that are already held.
  const current = quantityIn(isBracketOrder(source) ? book.blotter.state.positions : positions, contract);
  const side = intended > 0 ? 'long' : 'short';
  const isMissed = link.missed.some((each) => isSameContract(each, contract) && each.side === side);
  const exitsOnly = (isMissed && intended !== current) || link.phase !== 'armed' || isBracketOrder(source);
  const target = exitsOnly || isReduction(current, intended) ? reduceTowards(current, intended) : intended;
  const change = (target - current) * sign;
  if (change <= 0) return 0;
  return isBracketOrder(source) ? Math.min(change, countUnbracketed(input, source, Math.abs(current))) : change;
}

function hasOlderEntry({ book, link }: CopiedQuantityInput, source: WorkingOrder): boolean {
  const contract = copiedContract(source, link);
  const [oldest] = leaderOrders(book).filter(
    (order) =>
      order.side === source.side && !isBracketOrder(order) && isSameContract(copiedContract(order, link), contract),
  );
  return oldest !== undefined && oldest.id !== source.id;
}

/** The contracts of a position that brackets of other entries don't cover. */
function countUnbracketed({ book, link }: CopiedQuantityInput, source: WorkingOrder, held: number): number {
  const sizes = new Map<string, number>();
  for (const order of workingOrders(book.blotter)) {
    if (!isBracketOrder(order) || !isSameContract(order, copiedContract(source, link))) continue;
    const entryId = findSource(book, order)?.parentId ?? order.parentId ?? order.id;
    if (entryId !== source.parentId) sizes.set(entryId, Math.max(sizes.get(entryId) ?? 0, order.quantity));
  }
  return Math.max(0, held - [...sizes.values()].reduce((sum, size) => sum + size, 0));
}

function quantityIn(holdings: readonly Holding[], contract: Contract): number {
  return holdings.find((each) => isSameContract(each, contract))?.quantity ?? 0;
}
