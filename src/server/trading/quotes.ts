import type { Contract } from '#shared/exchange/contract-month.ts';
import { frameMs, type Market, readFrame } from '#shared/trading/market/market.ts';
import type { Frame } from '#shared/trading/match-orders.ts';
import type { BidAsk } from '#shared/trading/orders.ts';

/** A contract's best prices in a frame; null while its exchange is closed. */
export function findQuote(market: Market, { instrument, month }: Contract, frameNumber: number): BidAsk | null {
  const frame = readFrame(market, instrument, month, frameNumber);
  return frame && { instrument, month, bidTicks: frame.bidTicks, askTicks: frame.askTicks };
}

/**
 * All frames from `first` to `last`, both included, with the prices of these contracts.
 * @param earliestAt used as the time of earlier frames
 */
export function* readFrames(
  market: Market,
  contracts: readonly Contract[],
  first: number,
  last: number,
  earliestAt: number,
): Generator<Frame> {
  for (let number = first; number <= last; number += 1) {
    const quotes: BidAsk[] = [];
    for (const contract of contracts) {
      const quote = findQuote(market, contract, number);
      if (quote !== null) quotes.push(quote);
    }
    yield { at: Math.max(number * frameMs, earliestAt), quotes };
  }
}
