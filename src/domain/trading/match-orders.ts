import { replay } from '../account/engine.ts';
import type { Mark } from '../account/events.ts';
import type { Contract } from '../instrument/contract-month.ts';
import { instruments } from '../instrument/instruments.ts';
import { type Blotter, book, closingSide, workingOrders } from './blotter.ts';
import { expireContracts, firstExpiryOf } from './expire-contracts.ts';
import { fillOrder, stopTrading } from './fill-order.ts';
import { isReached, isSameContract, isWorking, type Order, oppositeBest, type Quote } from './orders.ts';

/** All open contracts' best prices at one moment; a contract whose exchange is closed is missing. */
export type Frame = { readonly at: number; readonly quotes: readonly Quote[] };

/** The last mark of a position and the extremes of its marks, by contract: `ES 2026-12`. */
export type MarkProgress = Readonly<
  Record<string, { readonly at: number; readonly lowTicks: number; readonly highTicks: number }>
>;

/** An open position is marked about once a second, at each new extreme and where a rule is touched. */
const liveMarksMs = 1_000;

/**
 * Applies frames to an account's positions and working orders, oldest first. A resting limit order fills at its
 * price when the opposite best price reaches it; a stop order fills at the opposite best price of the frame that
 * touches it. Where one frame reaches two linked orders, the stop fills: the worse of the two for the trader. The first
 * frame after a month is over ends what is left in it.
 * @param markEveryMs longer for what is looked at late: extremes and what touches a rule are marked in any case
 * @returns the marks' progress, to be given to the next call
 */
export function matchOrders(
  blotter: Blotter,
  frames: Iterable<Frame>,
  marks: MarkProgress = {},
  markEveryMs = liveMarksMs,
): MarkProgress {
  let progress = marks;
  // A fill adds no contract to those that are held or ordered already.
  let expiresAt = firstExpiryOf(blotter);
  for (const frame of frames) {
    if (isFinal(blotter) || (blotter.state.positions.length === 0 && !hasWorking(blotter))) break;
    const at = Math.max(frame.at, blotter.state.lastEventAt ?? 0);
    const isEnding = expiresAt !== null && at >= expiresAt;
    // Positions that hedge each other are closed one by one, so all of them are marked at this frame's prices first.
    progress = markPositions(blotter, at, frame.quotes, progress, isEnding ? 0 : markEveryMs);
    if (isEnding) {
      expireContracts(blotter, at, frame.quotes);
      if (blotter.state.status !== 'active') stopTrading(blotter, at, frame.quotes);
      expiresAt = firstExpiryOf(blotter);
      progress = keepHeld(blotter, progress);
    }
    // What a fill of this frame places waits for the next one.
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

/** A resting limit order gets its own price; one that was placed through the market was filled at once. */
export function fillTicksOf(order: Order, quote: Quote): number {
  return order.type === 'limit' ? order.priceTicks : oppositeBest(quote, order.side);
}

/** Whether the account is over: no event changes it any more. */
function isFinal({ state }: Blotter): boolean {
  return state.status === 'passed' || state.status === 'breached';
}

function hasWorking({ orders }: Blotter): boolean {
  for (const order of orders.values()) if (isWorking(order)) return true;
  return false;
}

/**
 * A frame's prices of all contracts are booked together or not at all: with one leg of a spread at an older price, a
 * breach could be missed, or found where there was none.
 */
function markPositions(
  blotter: Blotter,
  at: number,
  quotes: readonly Quote[],
  marks: MarkProgress,
  markEveryMs: number,
): MarkProgress {
  const moved: Mark[] = [];
  let isDue = false;
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions) {
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    if (!quote) continue;
    // What closing it would bring now.
    const priceTicks = oppositeBest(quote, closingSide(quantity));
    const last = marks[keyOf({ instrument, month })];
    const isExtreme = last === undefined || priceTicks < last.lowTicks || priceTicks > last.highTicks;
    if (priceTicks === lastPriceTicks && !isExtreme) continue;
    moved.push({ type: 'mark', at, instrument, month, priceTicks });
    isDue ||= isExtreme || at - last.at >= markEveryMs;
  }
  const ordered = orderMarks(blotter, moved);
  if (moved.length === 0 || !(isDue || decides(blotter, ordered))) return keepHeld(blotter, marks);
  const progress: Record<string, MarkProgress[string]> = { ...marks };
  for (const mark of ordered) {
    book(blotter, mark);
    const [key, { priceTicks }] = [keyOf(mark), mark];
    const last = marks[key];
    const lowTicks = Math.min(priceTicks, last?.lowTicks ?? priceTicks);
    progress[key] = { at, lowTicks, highTicks: Math.max(priceTicks, last?.highTicks ?? priceTicks) };
  }
  if (blotter.state.status !== 'active') stopTrading(blotter, at, quotes);
  return keepHeld(blotter, progress);
}

function keyOf({ instrument, month }: Contract): string {
  return `${instrument} ${month}`;
}

/**
 * The account takes one price after the other. Losses come first, so that no high-water mark is above the equity after
 * all of them; where that would stop the account, gains come first, so that only the equity after all of them can.
 */
function orderMarks({ rules, state }: Blotter, marks: readonly Mark[]): readonly Mark[] {
  if (marks.length < 2) return marks;
  const gained = (mark: Mark) => {
    const position = state.positions.find((each) => isSameContract(each, mark));
    if (!position) return 0;
    const { quantity, lastPriceTicks } = position;
    return instruments[mark.instrument].tickValueHundredths * quantity * (mark.priceTicks - lastPriceTicks);
  };
  const ascending = marks.toSorted((left, right) => gained(left) - gained(right));
  return replay(rules, ascending, state).status === state.status ? ascending : ascending.toReversed();
}

/** Whether prices change more than the equity: a verdict, a lock, a high-water mark or the trading day. */
function decides({ rules, state }: Blotter, marks: readonly Mark[]): boolean {
  const next = replay(rules, marks, state);
  return (
    next.status !== state.status ||
    next.highWaterMarkCents !== state.highWaterMarkCents ||
    next.days.at(-1)?.day !== state.days.at(-1)?.day
  );
}

/** Forgets the extremes of positions that are closed. */
function keepHeld({ state }: Blotter, progress: MarkProgress): MarkProgress {
  const held = new Set(state.positions.map(keyOf));
  if (Object.keys(progress).every((key) => held.has(key))) return progress;
  return Object.fromEntries(Object.entries(progress).filter(([key]) => held.has(key)));
}
