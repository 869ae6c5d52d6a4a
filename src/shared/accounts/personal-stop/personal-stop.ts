import {
  nextSessionAt,
  nextTradingDay,
  resultDayOf,
  resultDaySpan,
  type TradingDay,
} from '#shared/exchange/trading-day.ts';

/** The limits a trader sets for each trading day; null for no limit. */
export type PersonalStopLimits = {
  readonly lossCents: number | null;
  readonly profitCents: number | null;
  /** Closed trades per day, from flat to flat. */
  readonly trades: number | null;
};

/** The highest values a trader can set. */
export const maxPersonalStopDollars = 1_000_000;
export const maxPersonalStopTrades = 1_000;

/** In order of priority: if several are reached at once, the first is reported. */
export const personalStopKinds = ['loss', 'profit', 'trades'] as const;

export type PersonalStopKind = (typeof personalStopKinds)[number];

/** The limit that was reached. It locks the account until the session after `day` opens. */
export type ReachedPersonalStop = {
  readonly kind: PersonalStopKind;
  readonly at: number;
  readonly day: TradingDay;
  /** The value of the limit, in cents or trades. */
  readonly limit: number;
};

export type PersonalStop = {
  readonly limits: PersonalStopLimits;
  /** Limits that take effect on a later trading day. */
  readonly pending: { readonly limits: PersonalStopLimits; readonly from: TradingDay } | null;
  /** When the limits were last set. Earlier events can’t reach them. */
  readonly since: number;
  readonly reached: ReachedPersonalStop | null;
};

export const noLimits: PersonalStopLimits = { lossCents: null, profitCents: null, trades: null };

export const noPersonalStop: PersonalStop = { limits: noLimits, pending: null, since: 0, reached: null };

export function limitsOn({ limits, pending }: PersonalStop, day: TradingDay): PersonalStopLimits {
  return pending !== null && day >= pending.from ? pending.limits : limits;
}

/** When limits that are set for a later day replace the current ones, UTC ms; null if none are. */
export function findPendingStart(personalStop: PersonalStop | null, now: number): number | null {
  const pending = personalStop?.pending ?? null;
  if (pending === null) return null;
  const { startsAt } = resultDaySpan(pending.from);
  return startsAt > now ? startsAt : null;
}

/**
 * Changes the limits. Tighter limits apply at once; looser or removed ones apply from the next trading day. Limits are
 * never loosened within a day, whatever the order of changes.
 */
export function changePersonalStop(
  personalStop: PersonalStop,
  requested: PersonalStopLimits,
  now: number,
): PersonalStop {
  const day = resultDayOf(now);
  const current = limitsOn(personalStop, day);
  const limits = {
    lossCents: tighterOf(current.lossCents, requested.lossCents),
    profitCents: tighterOf(current.profitCents, requested.profitCents),
    trades: tighterOf(current.trades, requested.trades),
  };
  const appliesAtOnce = isSameLimits(limits, requested);
  return {
    ...personalStop,
    limits,
    pending: appliesAtOnce ? null : { limits: requested, from: nextTradingDay(day) },
    since: now,
  };
}

function tighterOf(left: number | null, right: number | null): number | null {
  if (left === null) return right;
  return right === null ? left : Math.min(left, right);
}

function isSameLimits(left: PersonalStopLimits, right: PersonalStopLimits): boolean {
  return left.lossCents === right.lossCents && left.profitCents === right.profitCents && left.trades === right.trades;
}

/** Whether a trading day’s result has reached a loss limit, whether of the trader’s stop or of a copier follower. */
export function isLossReached(lossCents: number | null, dayResultCents: number): boolean {
  return lossCents !== null && dayResultCents <= -lossCents;
}

/** The limit that a trading day has reached; null if none. `trades` is null if they weren’t counted. */
export function findReachedLimit(
  limits: PersonalStopLimits,
  day: { readonly resultCents: number; readonly trades: number | null },
): Pick<ReachedPersonalStop, 'kind' | 'limit'> | null {
  const { lossCents, profitCents, trades } = limits;
  if (lossCents !== null && isLossReached(lossCents, day.resultCents)) return { kind: 'loss', limit: lossCents };
  if (profitCents !== null && day.resultCents >= profitCents) return { kind: 'profit', limit: profitCents };
  if (trades !== null && day.trades !== null && day.trades >= trades) return { kind: 'trades', limit: trades };
  return null;
}

/** An active lock: the limit that caused it, and until when no position may be opened. */
export type PersonalStopLock = ReachedPersonalStop & { readonly until: number };

/**
 * The active lock of a trader’s daily stop; null if there is none. Every decision about orders calls this.
 */
export function findPersonalStopLock(personalStop: PersonalStop | null, now: number): PersonalStopLock | null {
  const reached = personalStop?.reached ?? null;
  if (reached === null) return null;
  const until = nextSessionAt(reached.day);
  return until > now ? { ...reached, until } : null;
}
