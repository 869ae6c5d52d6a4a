import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { listOpenSpans } from './hours.ts';
import { type ContractSeries, carryAt, frameMs, type Market, maxWideningTicks, quoteAt, seriesOf } from './market.ts';
import { readWalk, searchWalk, sumBurst } from './noise.ts';

/** An OHLC bar of the frames in one interval; `at` is its start. */
export type Bar = {
  readonly at: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
};

/** `barMs` must be whole frames; charts use at least a minute. */
export type BarSpan = { readonly from: number; readonly to: number; readonly barMs: number };

/**
 * The bars of all frames that start within [from, to), in order. Intervals without a frame, while the exchange is
 * closed, have no bar. Gives the same result as folding all frames, but reads only those that can matter.
 */
export function readBars(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  { from, to, barMs }: BarSpan,
): Bar[] {
  if (barMs < frameMs || barMs % frameMs !== 0) throw new RangeError(`a bar of ${barMs} ms isn't made of whole frames`);
  const series = seriesOf(market, instrument, month);
  const bars: Bar[] = [];
  for (let at = Math.floor(from / barMs) * barMs; at < to; at += barMs) {
    const spans = listOpenSpans(market.hours, instrument, Math.max(at, from), Math.min(at + barMs, to));
    let bar: Bar | null = null;
    for (const { opensAt, closesAt } of spans) {
      const [first, end] = [Math.ceil(opensAt / frameMs), Math.ceil(closesAt / frameMs)];
      if (first >= end) continue;
      const next = foldFrames(series, at, first, end);
      bar = bar === null ? next : joinBars(bar, next);
    }
    if (bar !== null) bars.push(bar);
  }
  return bars;
}

/** Joins two parts of one interval, the earlier one first. */
export function joinBars(first: Bar, second: Bar): Bar {
  return {
    at: first.at,
    openTicks: first.openTicks,
    highTicks: Math.max(first.highTicks, second.highTicks),
    lowTicks: Math.min(first.lowTicks, second.lowTicks),
    closeTicks: second.closeTicks,
    volume: first.volume + second.volume,
  };
}

/** Appends a part of an interval, such as a minute: joins it to the last bar or starts a new one. */
export function appendPart(bars: readonly Bar[], part: Bar, barMs: number): readonly Bar[] {
  const at = Math.floor(part.at / barMs) * barMs;
  const last = bars.at(-1);
  return last?.at === at ? [...bars.slice(0, -1), joinBars(last, part)] : [...bars, { ...part, at }];
}

/** Folds the frames from `first` up to (but excluding) `end` into one bar. */
function foldFrames(series: ContractSeries, at: number, first: number, end: number): Bar {
  const quote = (frameNumber: number) => quoteAt(series, frameNumber, readWalk(series.walk, frameNumber));
  const [opening, closing] = [quote(first), quote(end - 1)];
  let highTicks = Math.max(opening.askTicks, closing.askTicks);
  let lowTicks = Math.min(opening.bidTicks, closing.bidTicks);
  searchWalk(series.walk, first, end, {
    visit(frameNumber, walked) {
      const { bidTicks, askTicks } = quoteAt(series, frameNumber, walked);
      highTicks = Math.max(highTicks, askTicks);
      lowTicks = Math.min(lowTicks, bidTicks);
    },
    matters(start, last, lowest, highest) {
      // The carry only falls, so it is highest at the start. One extra tick covers rounding.
      const highestAsk = Math.floor(highest * carryAt(series, start)) + 1 + maxWideningTicks;
      const lowestBid = Math.floor(lowest * carryAt(series, last)) - maxWideningTicks;
      return highestAsk > highTicks || lowestBid < lowTicks;
    },
  });
  return {
    at,
    openTicks: opening.lastTicks,
    highTicks,
    lowTicks,
    closeTicks: closing.lastTicks,
    volume: sumBurst(series.volume, first, end),
  };
}
