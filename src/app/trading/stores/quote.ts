import { computed } from 'nanostores';
import { contractName } from '#shared/exchange/contract-month.ts';
import { findTradingSession } from '#shared/exchange/group-sessions.ts';
import { instruments } from '#shared/exchange/instruments.ts';
import { maxStreamedContracts } from '#shared/trading/contract-market.ts';
import type { MarketAccess } from '#shared/trading/decide-trading.ts';
import type { Level } from '#shared/trading/market/market.ts';
import { $contract } from './account.ts';
import { $isMarketStale, $marketFrame, watchContract } from './market.ts';
import type { StreamedFrame } from './market-stream.ts';
import { $trading } from './trading.ts';

/** The newest prices of the contract on screen. */
export type LiveQuote = {
  /** The server's time of these prices. */
  readonly at: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly lastTicks: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
};

const $streamed = computed([$marketFrame, $contract], (frame, { instrument, month }) =>
  frame === null ? undefined : frame.quotes[contractName(instrument, month)],
);

/** Null until the first prices arrive, and while the exchange is closed. */
export const $quote = computed([$marketFrame, $streamed], (frame, streamed): LiveQuote | null =>
  frame === null || !streamed ? null : quoteOf(frame, streamed),
);

export const $isMarketClosed = computed($streamed, (streamed) => streamed === null);

/** Whether the simulated market goes on while the exchange is closed. */
export const $isPractice = computed(
  [$marketFrame, $contract],
  (frame, { instrument }) => frame !== null && findTradingSession(instruments[instrument].session, frame.at) === null,
);

function quoteOf({ at }: StreamedFrame, streamed: NonNullable<StreamedFrame['quotes'][string]>): LiveQuote {
  const { bidTicks, askTicks, lastTicks, bidSizes, askSizes } = streamed;
  return {
    ...{ at, bidTicks, askTicks, lastTicks },
    bids: bidSizes.map((size, index) => ({ priceTicks: bidTicks - index, size })),
    asks: askSizes.map((size, index) => ({ priceTicks: askTicks + index, size })),
  };
}

/** Changes only when prices appear or go, unlike the prices. */
export const $isQuoted = computed($quote, (quote) => quote !== null);

export const $arePricesOld = computed([$isQuoted, $isMarketStale], (isQuoted, isStale) => isQuoted && isStale);

/** For `decideTrading`, which asks no more than whether prices are old: prices that never arrived are. */
export const $marketAccess = computed(
  [$isQuoted, $isMarketStale, $isMarketClosed],
  (isQuoted, isStale, isClosed): MarketAccess => ({
    isOpen: !isClosed,
    dataAgeMs: isQuoted && !isStale ? 0 : Number.POSITIVE_INFINITY,
  }),
);

/** The price at which a position could be closed now; undefined while its contract isn't streamed. */
export function findExitTicks(frame: StreamedFrame | null, position: HeldPosition): number | undefined {
  const quote = frame?.quotes[contractName(position.instrument, position.month)];
  return position.quantity > 0 ? quote?.bidTicks : quote?.askTicks;
}

type HeldPosition = { readonly instrument: string; readonly month: string; readonly quantity: number };

const $watchedNames = computed([$contract, $trading], (contract, { data }) => {
  const names = [contract, ...(data?.positions ?? [])].map(({ instrument, month }) => contractName(instrument, month));
  return [...new Set(names)].slice(0, maxStreamedContracts).sort().join(',');
});

/** Keeps those contracts in the stream until the returned function is called. */
export function followQuotes(): () => void {
  let unwatch: readonly (() => void)[] = [];
  const release = (before: typeof unwatch) => {
    for (const each of before) each();
  };
  const stop = $watchedNames.subscribe((names) => {
    const before = unwatch;
    unwatch = names.split(',').map(watchContract);
    release(before);
  });
  return () => {
    stop();
    release(unwatch);
  };
}
