import { computed } from 'nanostores';
import { contractName } from '../domain/instrument/contract-month.ts';
import type { Level } from '../domain/market/market.ts';
import type { MarketAccess } from '../domain/trading/decide-trading.ts';
import { $marketAge, $marketFrame, watchContract } from './market.ts';
import type { StreamedFrame } from './market-stream.ts';
import { $contract } from './trading-account.ts';

/** The newest prices of the contract on screen. */
export type Quote = {
  /** The server's time of these prices. */
  readonly at: number;
  readonly ageMs: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly lastTicks: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
};

const $streamed = computed([$marketFrame, $contract], (frame, { instrument, month }) =>
  frame === null ? undefined : frame.quotes[contractName(instrument, month)],
);

/** Null before the first prices, and while the exchange is closed. */
export const $quote = computed([$marketFrame, $streamed, $marketAge], (frame, streamed, ageMs): Quote | null =>
  frame === null || !streamed ? null : quoteOf(frame, streamed, ageMs ?? 0),
);

export const $isMarketClosed = computed($streamed, (streamed) => streamed === null);

function quoteOf({ at }: StreamedFrame, streamed: NonNullable<StreamedFrame['quotes'][string]>, ageMs: number): Quote {
  const { bidTicks, askTicks, lastTicks, bidSizes, askSizes } = streamed;
  return {
    ...{ at, ageMs, bidTicks, askTicks, lastTicks },
    bids: bidSizes.map((size, index) => ({ priceTicks: bidTicks - index, size })),
    asks: askSizes.map((size, index) => ({ priceTicks: askTicks + index, size })),
  };
}

/** For `decideTrading`: prices that never arrived count as old. */
export const $marketAccess = computed(
  [$quote, $isMarketClosed],
  (quote, isClosed): MarketAccess => ({
    isOpen: !isClosed,
    dataAgeMs: quote?.ageMs ?? Number.POSITIVE_INFINITY,
  }),
);

/** Keeps the contract on screen in the stream until the returned function is called. */
export function followQuote(): () => void {
  let unwatch = () => {};
  const stop = $contract.subscribe(({ instrument, month }) => {
    const before = unwatch;
    unwatch = watchContract(contractName(instrument, month));
    before();
  });
  return () => {
    stop();
    unwatch();
  };
}
