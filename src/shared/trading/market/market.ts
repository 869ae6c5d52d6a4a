import { seedOf } from '#lib/random.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import { type InstrumentCode, instruments } from '#shared/exchange/instruments.ts';
import { tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { isMarketOpen, type TradingHours } from './hours.ts';
import { type Burst, mix, readWalk, sumBurst, type Walk } from './noise.ts';
import { carryPerYear, referenceOf } from './references.ts';

/** Length of a frame in milliseconds: four per second. Frame number = floor(Unix time in ms / frameMs). */
export const frameMs = 250;

const yearMs = 365 * 86_400_000;
const framesPerDay = 86_400_000 / frameMs;

/**
 * The simulated market. Every price is computed from the seed and the time, so nothing is stored, all servers show the
 * same prices and any past frame can be read again.
 */
export type Market = {
  readonly seed: string;
  readonly hours: TradingHours;
  /** Cached constants by contract, filled as contracts are read. */
  readonly contracts: Map<string, ContractSeries>;
};

/** A quarter of a second of the market. Prices are whole ticks; high and low include bid and ask. */
export type MarketFrame = {
  readonly number: number;
  readonly at: number;
  readonly bidTicks: number;
  readonly askTicks: number;
  readonly lastTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  /** Contracts traded within the frame. */
  readonly volume: number;
};

/** Contracts waiting at a price. */
export type Level = { readonly priceTicks: number; readonly size: number };

/** The random series of a contract. All sizes of a product share its price: MES trades at the prices of ES. */
export type ContractSeries = {
  /** The product's spot price in ticks of this contract. */
  readonly walk: Walk;
  readonly volume: Burst;
  readonly quoteSeed: number;
  readonly expiresAt: number;
  readonly carryPerMs: number;
  readonly waiting: number;
};

/** @param seed the same seed always gives the same market */
export function createMarket(seed: string, hours: TradingHours): Market {
  return { seed, hours, contracts: new Map() };
}

export function frameNumberAt(atMs: number): number {
  return Math.floor(atMs / frameMs);
}

/** Reads a past or future frame; null while the exchange is closed. */
export function readFrame(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): MarketFrame | null {
  const at = frameNumber * frameMs;
  if (!isMarketOpen(market.hours, instrument, at)) return null;
  const series = seriesOf(market, instrument, month);
  const quote = quoteAt(series, frameNumber, readWalk(series.walk, frameNumber));
  return {
    number: frameNumber,
    at,
    ...quote,
    highTicks: quote.askTicks,
    lowTicks: quote.bidTicks,
    volume: sumBurst(series.volume, frameNumber, frameNumber + 1),
  };
}

const depthLevels = 10;

/** Ten levels of resting orders on each side, from the best price outward; empty while the exchange is closed. */
export function readDepth(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } {
  if (!isMarketOpen(market.hours, instrument, frameNumber * frameMs)) return { bids: [], asks: [] };
  const series = seriesOf(market, instrument, month);
  const { bidTicks, askTicks } = quoteAt(series, frameNumber, readWalk(series.walk, frameNumber));
  const level = (priceTicks: number, index: number): Level => {
    // Most orders rest for seconds; a few come and go with every frame.
    const slow = (mix(mix(series.quoteSeed, priceTicks), frameNumber >>> 4) >>> 16) / 65_536;
    const quick = (mix(mix(~series.quoteSeed, priceTicks), frameNumber) >>> 16) / 65_536;
    const size = series.waiting * (0.6 + 0.12 * index) * (0.5 + slow + 0.15 * quick);
    return { priceTicks, size: Math.max(1, Math.round(size)) };
  };
  const indexes = Array.from({ length: depthLevels }, (_, index) => index);
  return {
    bids: indexes.map((index) => level(bidTicks - index, index)),
    asks: indexes.map((index) => level(askTicks + index, index)),
  };
}

/** The opening price of the frame's trading day, the base of "up 12.50 today". */
export function readDayOpenTicks(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): number {
  const series = seriesOf(market, instrument, month);
  const first = frameNumberAt(tradingDaySpan(frameNumber * frameMs).startsAt);
  return quoteAt(series, first, readWalk(series.walk, first)).lastTicks;
}

export type MarketQuote = { readonly bidTicks: number; readonly askTicks: number; readonly lastTicks: number };

/** The quote around a price of the contract's walk. The spread is one tick, sometimes two or three. */
export function quoteAt(series: ContractSeries, frameNumber: number, walked: number): MarketQuote {
  const below = Math.floor(walked * carryAt(series, frameNumber));
  const hash = mix(series.quoteSeed, frameNumber | 0);
  const bidTicks = below - ((hash & 15) === 0 ? 1 : 0);
  const askTicks = below + 1 + ((hash & 240) === 0 ? 1 : 0);
  return { bidTicks, askTicks, lastTicks: (hash & 256) === 0 ? bidTicks : askTicks };
}

/** The quote widens by at most one tick on each side. */
export const maxWideningTicks = 1;

/** The carry factor: contracts for later delivery cost more, and the premium shrinks to zero until delivery. */
export function carryAt({ carryPerMs, expiresAt }: ContractSeries, frameNumber: number): number {
  return 1 + carryPerMs * Math.max(0, expiresAt - frameNumber * frameMs);
}

export function seriesOf(market: Market, instrument: InstrumentCode, month: ContractMonth): ContractSeries {
  const key = `${instrument}:${month}`;
  const known = market.contracts.get(key);
  if (known) return known;
  const { fullSize, tickSize, session } = instruments[instrument];
  const reference = referenceOf(instrument);
  const ticksEach = instruments[fullSize].tickSize / tickSize;
  const [year = 0, number = 0] = month.split('-').map(Number);
  const series: ContractSeries = {
    walk: {
      seed: seedOf(`${market.seed}:price:${fullSize}`),
      centre: reference.price / tickSize,
      step: reference.ticksPerSecond * ticksEach * Math.sqrt(frameMs / 1_000),
    },
    volume: {
      seed: seedOf(`${market.seed}:volume:${key}`),
      mean: reference.contractsPerDay / framesPerDay,
    },
    quoteSeed: seedOf(`${market.seed}:quote:${fullSize}:${month}`),
    expiresAt: Date.UTC(year, number, 1),
    carryPerMs: carryPerYear[session] / yearMs,
    waiting: Math.max(3, Math.sqrt(reference.contractsPerDay) / 20),
  };
  market.contracts.set(key, series);
  return series;
}
