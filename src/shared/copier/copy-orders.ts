import { contractKey } from '#shared/exchange/contract-month.ts';
import {
  decideTrading,
  fitBrackets,
  isBracketOrder,
  isWorking,
  type OrderPrice,
  possibleFillOf,
  putOrder,
  type TradingAccount,
  type TradingOrder,
  type WorkingOrder,
  workingOrders,
} from '#shared/trading/index.ts';
import { type CopiedQuantityInput, copiedContract, copiedQuantity } from './copied-quantity.ts';
import type { UnmatchedOrder } from './copy-link.ts';
import { endByMissed, isTemporary, missedByRule, unmatchedByEnd } from './copy-reasons.ts';
import { copiesIn, endCopies, findSource, leaderOrders, type OrderBook } from './order-book.ts';
import { convertTicks } from './sizing.ts';

export type CopyOrdersInput = CopiedQuantityInput & {
  readonly at: number;
  /** From `findSettling`; orders in these contracts aren't touched. */
  readonly settling: ReadonlyMap<string, UnmatchedOrder>;
  /** What `decideTrading` needs to know about the follower, besides positions and orders. */
  readonly conditions: Omit<TradingAccount, 'positions' | 'orders'>;
  /** Puts an order on the blotter, and fills it if the market has reached its price. */
  readonly place: (order: WorkingOrder) => void;
};

export type OrderCopy = { readonly action: 'order-placed' | 'order-changed'; readonly order: WorkingOrder };

export type OrderCopies = {
  readonly copies: readonly OrderCopy[];
  readonly unmatched: readonly UnmatchedOrder[];
  /** Whether an order that has just ended will be retried within seconds. */
  readonly isRetried: boolean;
};

/** The outcome for one of the leader's orders; empty if the follower's copy is already right. */
type CopyOutcome = {
  readonly copy?: OrderCopy;
  readonly unmatched?: UnmatchedOrder;
  readonly isRetried?: boolean;
};

/**
 * Brings a follower's working orders in line with its leader's. It depends only on current orders and positions, so it
 * is idempotent: each version of a leader's order is copied at most once.
 */
export function copyOrders(input: CopyOrdersInput): OrderCopies {
  const { at, link, book, settling } = input;
  const isRunning = link.phase === 'armed' || link.phase === 'closing';
  endCopies(book, at, (order) => {
    if (isRunning && settling.has(contractKey(order))) return false;
    const source = findSource(book, order);
    return !isRunning || source === undefined || !isWorking(source);
  });
  if (!isRunning) return { copies: [], unmatched: [], isRetried: false };
  const sources = link.waiting ? [] : leaderOrders(book);
  const outcomes = sources
    .filter((source) => !settling.has(contractKey(copiedContract(source, link))))
    .map((source) => copyOrder(input, source));
  const copies = outcomes.flatMap(({ copy }) => copy ?? []);
  for (const { order } of copies) fitBrackets(book.blotter, order, at);
  const unmatched = [...settling.values(), ...outcomes.flatMap((each) => each.unmatched ?? [])];
  return { copies, unmatched, isRetried: outcomes.some(({ isRetried }) => isRetried) };
}

function copyOrder(input: CopyOrdersInput, source: WorkingOrder): CopyOutcome {
  const { at, link, book } = input;
  const contract = copiedContract(source, link);
  const existing = workingOrders(book.blotter).find((order) => findSource(book, order)?.id === source.id);
  const quantity = copiedQuantity(input, source);
  if (quantity === 0) {
    endCopies(book, at, ({ id }) => id === existing?.id);
    return {};
  }
  const { version = 1, side, ocoGroup } = source;
  const ended = existing ? undefined : findEnded(book, source.id);
  const isNewer = ended !== undefined && (ended.copyOf?.version ?? 0) < version;
  const replaced = ended && (isReplaceable(ended, at) || (isNewer && canReturn(ended))) ? ended : undefined;
  if (ended && !replaced && !isNewer) return { unmatched: describeEnded(ended), isRetried: canReturn(ended) };
  const terms = { quantity, ocoGroup, copyOf: { orderId: source.id, version }, ...priceOf(source, contract) };
  const order: WorkingOrder = { ...(existing ?? newCopy(input, source, replaced?.id)), ...terms, status: 'working' };
  if (existing && isSameOrder(existing, order)) {
    // A bracket order placed by the follower's own fill is linked to its source from now on.
    if (existing.copyOf?.version !== version) putOrder(book.blotter, order);
    return {};
  }
  const missedReason = findMissedReason(input, order);
  if (missedReason !== null) {
    const status = existing ? 'canceled' : 'rejected';
    if (!replaced) putOrder(book.blotter, { ...order, status, doneAt: at, reason: endByMissed[missedReason] });
    return { unmatched: { ...contract, side, reason: missedReason } };
  }
  input.place(order);
  return { copy: { action: existing ? 'order-changed' : 'order-placed', order } };
}

function priceOf(source: WorkingOrder, { instrument }: Pick<TradingOrder, 'instrument'>): OrderPrice {
  if (source.type === 'market') return { type: 'market' };
  return { type: source.type, priceTicks: convertTicks(source.instrument, instrument, source.priceTicks) };
}

function newCopy({ at, book, link }: CopyOrdersInput, source: WorkingOrder, id = book.blotter.newId()): WorkingOrder {
  const entry = copiesIn(book).find(({ copyOf }) => copyOf !== undefined && copyOf.orderId === source.parentId);
  const identity = { id, parentId: entry?.id ?? source.parentId, placedAt: at, version: 1 };
  const contract = copiedContract(source, link);
  const distance = (ticks: number | null) =>
    ticks === null ? null : Math.max(1, convertTicks(source.instrument, contract.instrument, ticks));
  const { bracket } = source;
  const copied = bracket && { targetTicks: distance(bracket.targetTicks), stopTicks: distance(bracket.stopTicks) };
  return { ...source, ...contract, ...identity, bracket: copied };
}

function findEnded(book: OrderBook, sourceId: string): TradingOrder | undefined {
  return copiesIn(book)
    .filter((order) => !isWorking(order) && order.copyOf?.orderId === sourceId)
    .reduce<TradingOrder | undefined>(
      (last, order) => (last && (last.copyOf?.version ?? 0) >= (order.copyOf?.version ?? 0) ? last : order),
      undefined,
    );
}

/** Delay before retrying an order that the follower's rules ended, so that the very next check doesn't retry it. */
const retryMs = 1_000;

/** Whether an ended copy can be placed again: the copier canceled it itself, or a temporary obstacle ended it. */
function isReplaceable(order: TradingOrder, at: number): boolean {
  if (!canReturn(order)) return false;
  return order.reason === 'copied' || at >= order.doneAt + retryMs;
}

function canReturn(order: TradingOrder): order is Extract<TradingOrder, { status: 'canceled' | 'rejected' }> {
  return (order.status === 'canceled' || order.status === 'rejected') && isTemporary(order.reason);
}

function describeEnded(order: TradingOrder): UnmatchedOrder {
  const { instrument, month, side } = order;
  // A copy that filled alone was offset by a market order. It counts as canceled: it can't match the leader's order.
  const isUnfilled = order.status === 'canceled' || order.status === 'rejected';
  return { instrument, month, side, reason: isUnfilled ? unmatchedByEnd[order.reason] : 'canceled' };
}

function isSameOrder(left: WorkingOrder, right: WorkingOrder): boolean {
  const ticksOf = (order: OrderPrice) => (order.type === 'market' ? null : order.priceTicks);
  return left.quantity === right.quantity && left.ocoGroup === right.ocoGroup && ticksOf(left) === ticksOf(right);
}

/** Checks an order as the terminal would. A resting order needs neither an open market nor fresh prices. */
function findMissedReason({ book, conditions, positions }: CopyOrdersInput, order: WorkingOrder) {
  if (isBracketOrder(order)) return null;
  const others = workingOrders(book.blotter).filter((each) => each.id !== order.id && !isBracketOrder(each));
  const account = { ...conditions, isCopied: false, positions, orders: others.map(possibleFillOf) };
  const { id, instrument, month, side, quantity, type, ocoGroup } = order;
  const proposed = { instrument, month, side, quantity, type, group: ocoGroup ?? id };
  const decision = decideTrading(account, { isOpen: true, dataAgeMs: 0 }, proposed);
  return decision.allowed ? null : missedByRule[decision.rule];
}
