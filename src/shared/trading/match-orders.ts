import { replay } from '#shared/accounts/engine.ts';
import type { Mark } from '#shared/accounts/model.ts';
import { type Contract, contractExpiresAt, contractKey } from '#shared/exchange/contract-month.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { type Blotter, book, cancelLinked, closingSide, putOrder, workingOrders } from './blotter.ts';
import { fillOrder, stopTrading } from './fill-order.ts';
import { type BidAsk, isReached, isSameContract, isWorking, oppositeBest, type TradingOrder } from './orders.ts';

/** Best prices at one time of all contracts whose exchange is open. */
export type Frame = { readonly at: number; readonly quotes: readonly BidAsk[] };

/** The last mark of a position and the extremes of its marks, by contract: `ES 2026-12`. */
export type MarkProgress = Readonly<
  Record<string, { readonly at: number; readonly lowTicks: number; readonly highTicks: number }>
>;

/** An open position is marked about once a second, at each new extreme and when a rule is triggered. */
const liveMarksMs = 1_000;

/**
 * Applies frames, oldest first, to an account's positions and working orders. A limit order fills at its price once the
 * opposite best price reaches it; a stop order fills at the opposite best price of the frame that triggers it. If both
 * of two linked orders are reached, the stop fills, the worse case. Expired contracts end with the next frame.
 * @param markEveryMs minimum time between marks; extremes and prices that trigger a rule are always marked
 * @returns the progress to pass to the next call
 */
export function matchOrders(
  blotter: Blotter,
  frames: Iterable<Frame>,
  marks: MarkProgress = {},
  markEveryMs = liveMarksMs,
): MarkProgress {
  let progress = marks;
  // A fill adds no contract that isn't already held or ordered.
  let expiresAt = firstExpiryOf(blotter);
  for (const frame of frames) {
    if (isFinal(blotter) || (blotter.state.positions.length === 0 && !hasWorking(blotter))) break;
    const at = Math.max(frame.at, blotter.state.lastEventAt ?? 0);
    const isEnding = expiresAt !== null && at >= expiresAt;
    // Hedged positions close one by one, so all are first marked at this frame's prices.
    progress = markPositions(blotter, at, frame.quotes, progress, isEnding ? 0 : markEveryMs);
    if (isEnding) {
      expireContracts(blotter, at, frame.quotes);
      if (blotter.state.status !== 'active') stopTrading(blotter, at, frame.quotes);
      expiresAt = firstExpiryOf(blotter);
      progress = dropClosed(blotter, progress);
    }
    // Orders placed by a fill in this frame wait for the next frame.
    const ids = workingOrders(blotter).map(({ id }) => id);
    for (const type of ['stop', 'limit'] as const) {
      for (const id of ids) {
        const order = blotter.orders.get(id);
        if (!order || !isWorking(order) || order.type !== type) continue;
        const quote = frame.quotes.find((each) => isSameContract(each, order));
        if (!quote || !isReached(order, order.side, quote)) continue;
        fillOrder(blotter, order, at, fillTicksOf(order, quote), frame.quotes);
      }
    }
  }
  return progress;
}

export function fillTicksOf(order: TradingOrder, quote: BidAsk): number {
  return order.type === 'limit' ? order.priceTicks : oppositeBest(quote, order.side);
}

/** Whether the account has passed or breached, so that trading can't continue. */
function isFinal({ state }: Blotter): boolean {
  return state.status === 'passed' || state.status === 'breached';
}

function hasWorking({ orders }: Blotter): boolean {
  for (const order of orders.values()) if (isWorking(order)) return true;
  return false;
}

/**
 * Books the prices of all contracts in a frame together or not at all. If one leg of a spread kept an older price, a
 * breach could be missed or wrongly detected.
 */
function markPositions(
  blotter: Blotter,
  at: number,
  quotes: readonly BidAsk[],
  marks: MarkProgress,
  markEveryMs: number,
): MarkProgress {
  const moved: Mark[] = [];
  let isDue = false;
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions) {
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    if (!quote) continue;
    // The price at which the position would close now.
    const priceTicks = oppositeBest(quote, closingSide(quantity));
    const last = marks[contractKey({ instrument, month })];
    const isExtreme = last === undefined || priceTicks < last.lowTicks || priceTicks > last.highTicks;
    if (priceTicks === lastPriceTicks && !isExtreme) continue;
    moved.push({ type: 'mark', at, instrument, month, priceTicks });
    isDue ||= isExtreme || at - last.at >= markEveryMs;
  }
  const ordered = orderMarks(blotter, moved);
  if (moved.length === 0 || !(isDue || changesVerdict(blotter, ordered))) return dropClosed(blotter, marks);
  const progress: Record<string, MarkProgress[string]> = { ...marks };
  for (const mark of ordered) {
    book(blotter, mark);
    const [key, { priceTicks }] = [contractKey(mark), mark];
    const last = marks[key];
    const lowTicks = Math.min(priceTicks, last?.lowTicks ?? priceTicks);
    progress[key] = { at, lowTicks, highTicks: Math.max(priceTicks, last?.highTicks ?? priceTicks) };
  }
  if (blotter.state.status !== 'active') stopTrading(blotter, at, quotes);
  return dropClosed(blotter, progress);
}

/**
 * Sorts marks that are booked one by one but happen at once. Losses come first, so that the high-water mark never
 * exceeds the final equity. If that would stop the account, gains come first, so that only the final equity can.
 */
function orderMarks({ rules, state }: Blotter, marks: readonly Mark[]): readonly Mark[] {
  if (marks.length < 2) return marks;
  const gainOf = (mark: Mark) => {
    const position = state.positions.find((each) => isSameContract(each, mark));
    if (!position) return 0;
    const { quantity, lastPriceTicks } = position;
    return instruments[mark.instrument].tickValueHundredths * quantity * (mark.priceTicks - lastPriceTicks);
  };
  const ascending = marks.toSorted((left, right) => gainOf(left) - gainOf(right));
  return replay(rules, ascending, state).status === state.status ? ascending : ascending.toReversed();
}

/** Whether prices change more than the equity: the status, the high-water mark or the trading day. */
function changesVerdict({ rules, state }: Blotter, marks: readonly Mark[]): boolean {
  const next = replay(rules, marks, state);
  return (
    next.status !== state.status ||
    next.highWaterMarkCents !== state.highWaterMarkCents ||
    next.days.at(-1)?.day !== state.days.at(-1)?.day
  );
}

function dropClosed({ state }: Blotter, progress: MarkProgress): MarkProgress {
  const held = new Set(state.positions.map(contractKey));
  if (Object.keys(progress).every((key) => held.has(key))) return progress;
  return Object.fromEntries(Object.entries(progress).filter(([key]) => held.has(key)));
}

/**
 * Cancels the orders and closes the positions of expired contract months. Positions close at the market.
 */
function expireContracts(blotter: Blotter, at: number, quotes: readonly BidAsk[]): void {
  const isExpired = (contract: Contract) => at >= contractExpiresAt(contract);
  for (const order of workingOrders(blotter).filter(isExpired)) {
    putOrder(blotter, { ...order, status: 'canceled', doneAt: at, reason: 'expired' });
    cancelLinked(blotter, order, at);
  }
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions.filter(isExpired)) {
    const side = closingSide(quantity);
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    const priceTicks = quote ? oppositeBest(quote, side) : lastPriceTicks;
    const contracts = Math.abs(quantity);
    const feeCents = instruments[instrument].feeCents * contracts;
    book(blotter, { type: 'fill', at, instrument, month, side, quantity: contracts, priceTicks, feeCents });
  }
}

/** The earliest expiry of the contracts that are held or ordered; null if there are none. */
function firstExpiryOf(blotter: Blotter): number | null {
  const contracts = [...blotter.state.positions, ...workingOrders(blotter)];
  return contracts.length === 0 ? null : Math.min(...contracts.map(contractExpiresAt));
}
