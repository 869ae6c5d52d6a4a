import { dayMs } from '#lib/durations.ts';
import { remember } from '#lib/remember.ts';
import type { ContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { tradingDaySpan } from '#shared/exchange/trading-day.ts';
import { isMarketOpen, type TradingHours } from './hours.ts';
import { drawNumbers } from './keystream.ts';
import { marketDayAt, marketDayOf } from './market-day.ts';
import { parametersOf, referenceDate, referenceOf } from './references.ts';
import { createVolume, monthNumber, type Volume } from './volume.ts';
import { createWalk, type DayKeys, framesPerMinute, minuteMs, type Walk, type WalkStart } from './walk.ts';

/** Length of a frame in milliseconds: four per second. Frame number = floor(Unix time in ms / frameMs). */
export const frameMs = 250;

const yearMs = 365 * dayMs;
const framesPerDay = dayMs / frameMs;

/**
 * The simulated market. Every price is computed from the keys of its days, so nothing is stored, all servers show the
 * same prices and any past frame can be read again. Without the keys, no price says anything about a later one.
 */
export type Market = {
  readonly keyOf: DayKeys;
  readonly start: WalkStart;
  readonly hours: TradingHours;
  /** Each product's walk, by its full-size contract. */
  readonly walks: Map<string, Walk>;
  /** What was read of each contract. */
  readonly contracts: Map<InstrumentCode, Map<ContractMonth, ContractSeries>>;
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

export type Level = { readonly priceTicks: number; readonly size: number };

/** The random series of a contract. All sizes of a product share its price: MES trades at the prices of ES. */
export type ContractSeries = {
  readonly walk: Walk;
  readonly volume: Volume;
  /** The contract's price in ticks at a walk's value of 1. */
  readonly scaleTicks: number;
  readonly waiting: number;
  /** The numbers that a minute's spreads and depth are drawn with, one per frame. */
  readonly drawnAt: (minute: number) => Uint32Array;
  /** The price of a day's first frame. */
  readonly openAt: (frameNumber: number) => number;
};

/** Every product starts at its published reference price. */
const published: WalkStart = { date: referenceDate, openOf: () => 1 };

/**
 * @param keyOf the same keys always give the same market
 * @param start a day of known values, if only keys since then are known
 */
export function createMarket(keyOf: DayKeys, hours: TradingHours, start = published): Market {
  return { keyOf, start, hours, walks: new Map(), contracts: new Map() };
}

export function frameNumberAt(atMs: number): number {
  return Math.floor(atMs / frameMs);
}

/** A frame's best prices; null while the exchange is closed. */
export function readQuote(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): MarketQuote | null {
  if (!isMarketOpen(market.hours, instrument, frameNumber * frameMs)) return null;
  return quoteAt(seriesOf(market, instrument, month), frameNumber);
}

/** Reads a past or future frame; null while the exchange is closed. */
export function readFrame(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): MarketFrame | null {
  const quote = readQuote(market, instrument, month, frameNumber);
  if (quote === null) return null;
  return {
    number: frameNumber,
    at: frameNumber * frameMs,
    ...quote,
    highTicks: quote.askTicks,
    lowTicks: quote.bidTicks,
    volume: seriesOf(market, instrument, month).volume.sum(frameNumber, frameNumber + 1),
  };
}

const depthLevels = 10;
const restingFrames = 16;

/** Ten levels of resting orders on each side, from the best price outward; empty while the exchange is closed. */
export function readDepth(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): { readonly bids: readonly Level[]; readonly asks: readonly Level[] } {
  if (!isMarketOpen(market.hours, instrument, frameNumber * frameMs)) return { bids: [], asks: [] };
  const series = seriesOf(market, instrument, month);
  const { bidTicks, askTicks } = quoteAt(series, frameNumber);
  const level = (priceTicks: number, index: number): Level => {
    // Most orders rest for seconds; a few come and go with every frame.
    const slow = scatter(wordAt(series, frameNumber - (frameNumber % restingFrames)), priceTicks);
    const quick = scatter(wordAt(series, frameNumber), priceTicks);
    const size = series.waiting * (0.6 + 0.12 * index) * (0.5 + slow + 0.15 * quick);
    return { priceTicks, size: Math.max(1, Math.round(size)) };
  };
  const indexes = Array.from({ length: depthLevels }, (_, index) => index);
  return {
    bids: indexes.map((index) => level(bidTicks - index, index)),
    asks: indexes.map((index) => level(askTicks + index, index)),
  };
}

/** From 0 up to but excluding 1, different for each price. */
function scatter(word: number, priceTicks: number): number {
  let hash = word ^ Math.imul(priceTicks, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash >>> 16) / 65_536;
}

/** The opening price of the frame's trading day, the base of "up 12.50 today". */
export function readDayOpenTicks(
  market: Market,
  instrument: InstrumentCode,
  month: ContractMonth,
  frameNumber: number,
): number {
  const first = frameNumberAt(tradingDaySpan(frameNumber * frameMs).startsAt);
  return seriesOf(market, instrument, month).openAt(first);
}

export type MarketQuote = { readonly bidTicks: number; readonly askTicks: number; readonly lastTicks: number };

export function quoteAt(series: ContractSeries, frameNumber: number): MarketQuote {
  const minute = Math.floor(frameNumber / framesPerMinute);
  const walked = series.walk.minuteAt(minute).frames()[frameNumber - minute * framesPerMinute] ?? 0;
  return quoteAround(Math.floor(walked * series.scaleTicks), wordAt(series, frameNumber));
}

/** The quote around a price. The spread is one tick, sometimes two or three. */
export function quoteAround(belowTicks: number, word: number): MarketQuote {
  const bidTicks = belowTicks - ((word & 15) === 0 ? 1 : 0);
  const askTicks = belowTicks + 1 + ((word & 240) === 0 ? 1 : 0);
  return { bidTicks, askTicks, lastTicks: (word & 256) === 0 ? bidTicks : askTicks };
}

/** The quote widens by at most one tick on each side. */
export const maxWideningTicks = 1;

function wordAt({ drawnAt }: ContractSeries, frameNumber: number): number {
  const minute = Math.floor(frameNumber / framesPerMinute);
  return drawnAt(minute)[frameNumber - minute * framesPerMinute] ?? 0;
}

const keptMinutes = 16;

export function seriesOf(market: Market, instrument: InstrumentCode, month: ContractMonth): ContractSeries {
  const known = market.contracts.get(instrument)?.get(month);
  if (known) return known;
  const { product, price, tickSize, hourDeviation, carryPerYear } = parametersOf(instrument);
  const { contractsPerDay } = referenceOf(instrument);
  const { keyOf } = market;
  const minutes = new Map<number, Uint32Array>();
  const [year = 0, number = 0] = month.split('-').map(Number);
  // Contracts for later delivery cost more. The premium is the same every day, or holding one would lose it.
  const carry = 1 + (carryPerYear * (Date.UTC(year, number, 1) - marketDayOf(referenceDate).startsAt)) / yearMs;
  const opens = new Map<number, number>();
  const series: ContractSeries = {
    walk: remember(market.walks, product, Number.POSITIVE_INFINITY, () =>
      createWalk(keyOf, market.start, product, hourDeviation),
    ),
    volume: createVolume(keyOf, instrument, month, contractsPerDay / framesPerDay),
    scaleTicks: (price / tickSize) * carry,
    waiting: Math.max(3, Math.sqrt(contractsPerDay) / 20),
    drawnAt: (minute) =>
      remember(minutes, minute, keptMinutes, () => {
        const { day, startsAt } = marketDayAt(minute * minuteMs);
        const unit = minute - startsAt / minuteMs;
        const drawn = { purpose: 'quote', code: product, month: monthNumber(month), unit } as const;
        return drawNumbers(keyOf(day), drawn, framesPerMinute);
      }),
    openAt: (frameNumber) => remember(opens, frameNumber, 2, () => quoteAt(series, frameNumber).lastTicks),
  };
  const months = market.contracts.get(instrument) ?? new Map<ContractMonth, ContractSeries>();
  market.contracts.set(instrument, months.set(month, series));
  return series;
}
