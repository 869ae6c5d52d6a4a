import { applyEvent } from '../account/engine.ts';
import type { Mark } from '../account/events.ts';
import { type Blotter, book, closingSide, workingOrders } from './blotter.ts';
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
 * Applies frames to an account's positions and working orders, oldest first. A limit order fills at its price or better
 * when the opposite best price reaches it; a stop order fills at the opposite best price of the frame that touches it.
 * Where one frame reaches two linked orders, the stop fills: the worse of the two for the trader.
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
  for (const frame of frames) {
    if (isFinal(blotter) || (blotter.state.positions.length === 0 && !hasWorking(blotter))) break;
    const at = Math.max(frame.at, blotter.state.lastEventAt ?? 0);
    progress = markPositions(blotter, at, frame.quotes, progress, markEveryMs);
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

function markPositions(
  blotter: Blotter,
  at: number,
  quotes: readonly Quote[],
  marks: MarkProgress,
  markEveryMs: number,
): MarkProgress {
  let progress = marks;
  for (const { instrument, month, quantity, lastPriceTicks } of blotter.state.positions) {
    const quote = quotes.find((each) => isSameContract(each, { instrument, month }));
    if (!quote) continue;
    // What closing it would bring now.
    const priceTicks = oppositeBest(quote, closingSide(quantity));
    const key = `${instrument} ${month}`;
    const last = progress[key];
    const isExtreme = last === undefined || priceTicks < last.lowTicks || priceTicks > last.highTicks;
    if (priceTicks === lastPriceTicks && !isExtreme) continue;
    const mark: Mark = { type: 'mark', at, instrument, month, priceTicks };
    const isDue = isExtreme || at - last.at >= markEveryMs;
    if (!isDue && !decides(blotter, mark)) continue;
    book(blotter, mark);
    progress = {
      ...progress,
      [key]: {
        at,
        lowTicks: Math.min(priceTicks, last?.lowTicks ?? priceTicks),
        highTicks: Math.max(priceTicks, last?.highTicks ?? priceTicks),
      },
    };
    if (blotter.state.status !== 'active') {
      stopTrading(blotter, at, quotes);
      break;
    }
  }
  return keepHeld(blotter, progress);
}

/** Whether a price changes more than the equity: a verdict, a lock, a high-water mark or the trading day. */
function decides({ rules, state }: Blotter, mark: Mark): boolean {
  const next = applyEvent(rules, state, mark);
  return (
    next.status !== state.status ||
    next.highWaterMarkCents !== state.highWaterMarkCents ||
    next.days.at(-1)?.day !== state.days.at(-1)?.day
  );
}

/** Forgets the extremes of positions that are closed. */
function keepHeld({ state }: Blotter, progress: MarkProgress): MarkProgress {
  const held = new Set(state.positions.map(({ instrument, month }) => `${instrument} ${month}`));
  if (Object.keys(progress).every((key) => held.has(key))) return progress;
  return Object.fromEntries(Object.entries(progress).filter(([key]) => held.has(key)));
}
