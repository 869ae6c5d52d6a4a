import { nextSessionAt, nextTradingDay, resultDayOf, type TradingDay } from '../calendar/trading-day.ts';

/** A trader’s own limits of a trading day; null for none. */
export type OwnStopLimits = {
  readonly lossCents: number | null;
  readonly profitCents: number | null;
  /** Trades from flat to flat that were closed that day. */
  readonly trades: number | null;
};

/** The most that can be set. */
export const maxOwnStopDollars = 1_000_000;
export const maxOwnStopTrades = 1_000;

/** In this order: of several reached at once, the first is named. */
export const ownStopKinds = ['loss', 'profit', 'trades'] as const;

export type OwnStopKind = (typeof ownStopKinds)[number];

/** The limit that was reached: it locks the account until the session after `day` opens. */
export type ReachedOwnStop = {
  readonly kind: OwnStopKind;
  readonly at: number;
  readonly day: TradingDay;
  /** The limit: cents, or trades. */
  readonly limit: number;
};

/** An account’s own daily stop. */
export type OwnStop = {
  readonly limits: OwnStopLimits;
  /** What replaces the limits from a later trading day. */
  readonly pending: { readonly limits: OwnStopLimits; readonly from: TradingDay } | null;
  /** When the limits were set last; events before don’t reach them. */
  readonly since: number;
  readonly reached: ReachedOwnStop | null;
};

export const noLimits: OwnStopLimits = { lossCents: null, profitCents: null, trades: null };

export const noOwnStop: OwnStop = { limits: noLimits, pending: null, since: 0, reached: null };

/** The limits of a trading day. */
export function limitsOn({ limits, pending }: OwnStop, day: TradingDay): OwnStopLimits {
  return pending !== null && day >= pending.from ? pending.limits : limits;
}

/**
 * Sets other limits. What is tighter counts at once; what is looser, or gone, from the trading day after the one that
 * runs. Within a day they are never loosened, whatever the order of changes.
 */
export function changeOwnStop(ownStop: OwnStop, wanted: OwnStopLimits, now: number): OwnStop {
  const day = resultDayOf(now);
  const current = limitsOn(ownStop, day);
  const limits = {
    lossCents: tighterOf(current.lossCents, wanted.lossCents),
    profitCents: tighterOf(current.profitCents, wanted.profitCents),
    trades: tighterOf(current.trades, wanted.trades),
  };
  const isWhole = isSame(limits, wanted);
  return {
    ...ownStop,
    limits,
    pending: isWhole ? null : { limits: wanted, from: nextTradingDay(day) },
    since: now,
  };
}

function tighterOf(left: number | null, right: number | null): number | null {
  if (left === null) return right;
  return right === null ? left : Math.min(left, right);
}

function isSame(left: OwnStopLimits, right: OwnStopLimits): boolean {
  return left.lossCents === right.lossCents && left.profitCents === right.profitCents && left.trades === right.trades;
}

/** Whether the result of a trading day has reached a limit of its loss: an account’s own, or that of a follower. */
export function isLossReached(lossCents: number | null, dayResultCents: number): boolean {
  return lossCents !== null && dayResultCents <= -lossCents;
}

/** What a trading day has reached; null if nothing. `trades` is null where they weren’t counted. */
export function findReachedLimit(
  limits: OwnStopLimits,
  day: { readonly resultCents: number; readonly trades: number | null },
): Pick<ReachedOwnStop, 'kind' | 'limit'> | null {
  const { lossCents, profitCents, trades } = limits;
  if (lossCents !== null && isLossReached(lossCents, day.resultCents)) return { kind: 'loss', limit: lossCents };
  if (profitCents !== null && day.resultCents >= profitCents) return { kind: 'profit', limit: profitCents };
  if (trades !== null && day.trades !== null && day.trades >= trades) return { kind: 'trades', limit: trades };
  return null;
}

/** A running lock: until when nothing may be opened, and why. */
export type OwnStopLock = ReachedOwnStop & { readonly until: number };

/**
 * The lock of an account’s own daily stop; null if it doesn’t hold now. Everything that decides about orders
 * calls this.
 */
export function findOwnStopLock(ownStop: OwnStop | null, now: number): OwnStopLock | null {
  const reached = ownStop?.reached ?? null;
  if (reached === null) return null;
  const until = nextSessionAt(reached.day);
  return until > now ? { ...reached, until } : null;
}
