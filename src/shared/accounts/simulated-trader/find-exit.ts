import type { Contract } from '#shared/exchange/contract-month.ts';
import type { Side } from '#shared/exchange/instruments.ts';
import { frameNumberAt, type Market, type MarketQuote, readQuote } from '#shared/trading/index.ts';

/** A trade that hasn't been made yet. */
type PlannedTrade = {
  readonly contract: Contract;
  readonly at: number;
  /** The earliest and the latest time it may end. */
  readonly from: number;
  readonly until: number;
  /** The result to reach; negative for a loss. */
  readonly ticks: number;
};

type FoundExit = { readonly side: Side; readonly exitAt: number; readonly ticks: number };

const stepMs = 1_000;

/**
 * Looks ahead in the market for the side and the end that first give a result or, if none does, come nearest to it. Only
 * traders of the demo may do so: anyone who saw such a trade open would know where the price goes.
 */
export function findExit(market: Market, { contract, at, from, until, ticks }: PlannedTrade): FoundExit {
  const entry = getQuote(market, contract, at);
  const direction = ticks < 0 ? -1 : 1;
  let best: FoundExit = { side: 'buy', exitAt: from, ticks: -direction * Number.MAX_VALUE };
  for (let exitAt = from; exitAt <= Math.max(from, until); exitAt += stepMs) {
    const { bidTicks, askTicks } = getQuote(market, contract, exitAt);
    const exits = [
      { side: 'buy', exitAt, ticks: bidTicks - entry.askTicks },
      { side: 'sell', exitAt, ticks: entry.bidTicks - askTicks },
    ] as const;
    for (const exit of exits) if (direction * exit.ticks > direction * best.ticks) best = exit;
    if (direction * best.ticks >= direction * ticks) break;
  }
  return best;
}

/** @throws {RangeError} while the exchange is closed */
export function getQuote(market: Market, { instrument, month }: Contract, atMs: number): MarketQuote {
  const quote = readQuote(market, instrument, month, frameNumberAt(atMs));
  if (quote === null) throw new RangeError(`${instrument} isn't traded at ${new Date(atMs).toISOString()}`);
  return quote;
}
