import { dayMs, minuteMs } from '#lib/durations.ts';
import { chicagoClock } from '#shared/exchange/chicago.ts';
import { newsReleases } from '#shared/exchange/news-releases.ts';
import {
  boundaryMinutes,
  nextSessionAt,
  previousTradingDay,
  resultDayOf,
  resultDaySpan,
  type TradingDay,
} from '#shared/exchange/trading-day.ts';
import { firstDayOfNextWeek } from '#shared/exchange/week.ts';

/** The limits of a day that platforms can hold, too; null for no limit. */
export type DayLimits = {
  readonly lossCents: number | null;
  readonly profitCents: number | null;
  /** Closed trades per day, from flat to flat. */
  readonly trades: number | null;
};

/** The limits traders set for themselves; null for no limit. */
export type PersonalStopLimits = DayLimits & {
  /** How far the day may fall from its best result since the limit was set. */
  readonly giveBackCents: number | null;
  /** The loss of a calendar week's trading days. */
  readonly weekLossCents: number | null;
  /** So many losing trades in a row on one day pause the account for so many minutes. */
  readonly losingTrades: { readonly count: number; readonly minutes: number } | null;
  /** The most contracts, in minis. */
  readonly maxContracts: number | null;
  /** Minutes after midnight in Chicago between which positions may be opened. */
  readonly hours: Hours | null;
  /** Minutes before and after a release on the calendar during which no position may be opened. */
  readonly newsMinutes: number | null;
  /** Whether a position may only grow at a price no worse than its average. */
  readonly noAveragingDown: boolean;
};

type Hours = { readonly from: number; readonly until: number };

/** The highest values a trader can set. */
export const maxPersonalStopDollars = 1_000_000;
export const maxPersonalStopTrades = 1_000;
export const maxPauseMinutes = 24 * 60;
export const maxNewsMinutes = 60;

/** In order of priority: if several are reached at once, the first is reported. */
export const personalStopKinds = [
  'self',
  'week-loss',
  'loss',
  'profit',
  'give-back',
  'trades',
  'losing-trades',
] as const;

export type PersonalStopKind = (typeof personalStopKinds)[number];

/** What the limit of each kind counts; an own lock's is its minutes. */
export const unitOf = (kind: PersonalStopKind): 'cents' | 'trades' | 'minutes' =>
  kind === 'self' ? 'minutes' : kind === 'trades' || kind === 'losing-trades' ? 'trades' : 'cents';

/** How long traders can lock themselves out: minutes, until the next session, or until the next week. */
export const lockPeriods = ['15', '30', '60', 'session', 'week'] as const;

export type LockPeriod = (typeof lockPeriods)[number];

/** The limit that was reached. */
export type ReachedPersonalStop = {
  readonly kind: PersonalStopKind;
  readonly at: number;
  readonly day: TradingDay;
  /** The value of the limit, in cents, trades or, of an own lock, minutes. */
  readonly limit: number;
};

export type PersonalStop = {
  readonly limits: PersonalStopLimits;
  /** Limits that take effect on a later trading day. */
  readonly pending: { readonly limits: PersonalStopLimits; readonly from: TradingDay } | null;
  /** When the limits were last set. Earlier events can’t reach them. */
  readonly since: number;
  /** A limit of the day. It locks the account until the session after `day` opens. */
  readonly reached: ReachedPersonalStop | null;
  /** A lock that doesn't end with the day: an own one, the week's, or a pause after losing trades. */
  readonly pause?: PersonalStopLock;
  /** The day's best result since the limits were set. */
  readonly best?: { readonly day: TradingDay; readonly cents: number };
};

export const noDayLimits: DayLimits = { lossCents: null, profitCents: null, trades: null };

export const noLimits: PersonalStopLimits = {
  ...noDayLimits,
  ...{
    giveBackCents: null,
    weekLossCents: null,
    losingTrades: null,
    maxContracts: null,
    hours: null,
    newsMinutes: null,
    noAveragingDown: false,
  },
};

export const noPersonalStop: PersonalStop = { limits: noLimits, pending: null, since: 0, reached: null };

export function limitsOn({ limits, pending }: PersonalStop, day: TradingDay): PersonalStopLimits {
  return { ...noLimits, ...(pending !== null && day >= pending.from ? pending.limits : limits) };
}

/** When limits that are set for a later day replace the current ones, UTC ms; null if none are. */
export function findPendingStart(personalStop: PersonalStop | null, now: number): number | null {
  const pending = personalStop?.pending ?? null;
  if (pending === null) return null;
  const { startsAt } = resultDaySpan(pending.from);
  return startsAt > now ? startsAt : null;
}

/**
 * Changes the limits. Tighter limits apply at once; looser or removed ones from next week's first trading day, whatever
 * the order of changes.
 */
export function changePersonalStop(
  personalStop: PersonalStop,
  requested: PersonalStopLimits,
  now: number,
): PersonalStop {
  const day = resultDayOf(now);
  const limits = tighterOf(limitsOn(personalStop, day), requested);
  const appliesAtOnce = isSameLimits(limits, requested);
  return {
    ...personalStop,
    limits,
    pending: appliesAtOnce ? null : { limits: requested, from: firstDayOfNextWeek(day) },
    since: now,
  };
}

function tighterOf(left: PersonalStopLimits, right: PersonalStopLimits): PersonalStopLimits {
  const least = (
    key: Exclude<keyof PersonalStopLimits, 'losingTrades' | 'hours' | 'newsMinutes' | 'noAveragingDown'>,
  ) => either(left[key], right[key], Math.min);
  return {
    lossCents: least('lossCents'),
    profitCents: least('profitCents'),
    trades: least('trades'),
    giveBackCents: least('giveBackCents'),
    weekLossCents: least('weekLossCents'),
    losingTrades: either(left.losingTrades, right.losingTrades, (one, other) => ({
      count: Math.min(one.count, other.count),
      minutes: Math.max(one.minutes, other.minutes),
    })),
    maxContracts: least('maxContracts'),
    hours: either(left.hours, right.hours, commonHours),
    newsMinutes: either(left.newsMinutes, right.newsMinutes, Math.max),
    noAveragingDown: left.noAveragingDown || right.noAveragingDown,
  };
}

function either<Value>(
  left: Value | null,
  right: Value | null,
  tighter: (left: Value, right: Value) => Value,
): Value | null {
  if (left === null || right === null) return left ?? right;
  return tighter(left, right);
}

/** The current hours, shortened by those requested. Hours without a common minute wait for the next week. */
function commonHours(current: Hours, requested: Hours): Hours {
  const from = minutesIntoDay(current.from) > minutesIntoDay(requested.from) ? current.from : requested.from;
  const until = endIntoDay(current.until) < endIntoDay(requested.until) ? current.until : requested.until;
  return isPeriod({ from, until }) ? { from, until } : current;
}

export function isSameLimits(left: PersonalStopLimits, right: PersonalStopLimits): boolean {
  return JSON.stringify(tighterOf(left, left)) === JSON.stringify(tighterOf(right, right));
}

/** Minutes from the trading day's start at 17:00 to a minute of the clock in Chicago. */
const minutesIntoDay = (minutes: number) => (minutes - boundaryMinutes + dayMs / minuteMs) % (dayMs / minuteMs);

/** Like `minutesIntoDay`, but hours that end at 17:00 end with the day. */
const endIntoDay = (minutes: number) => minutesIntoDay(minutes) || dayMs / minuteMs;

/** Whether hours begin before they end within one trading day. */
export const isPeriod = ({ from, until }: Hours): boolean => minutesIntoDay(from) < endIntoDay(until);

/** Whether the trader's own hours, and the releases they keep away from, let a position be opened now. */
export function isWithinHours(personalStop: PersonalStop | null, now: number): boolean {
  const { hours, newsMinutes } = personalStop === null ? noLimits : limitsOn(personalStop, resultDayOf(now));
  const newsMs = (newsMinutes ?? 0) * minuteMs;
  if (newsReleases.some(({ at }) => Math.abs(now - at) < newsMs)) return false;
  if (hours === null) return true;
  const minutes = minutesIntoDay(chicagoClock(now).minutes);
  return minutes >= minutesIntoDay(hours.from) && minutes < endIntoDay(hours.until);
}

/** Whether a trading day’s result has reached a loss limit, whether of the trader’s stop or of a copier follower. */
export function isLossReached(lossCents: number | null, dayResultCents: number): boolean {
  return lossCents !== null && dayResultCents <= -lossCents;
}

/** What the limits are compared with. `trades` and `losingTrades` are null if they weren’t counted. */
export type DayFigures = {
  readonly resultCents: number;
  /** The day's best result since the limits were set. */
  readonly bestCents: number;
  readonly weekResultCents: number;
  readonly trades: number | null;
  /** In a row, at the end. */
  readonly losingTrades: number | null;
};

export function findReachedLimit(
  limits: PersonalStopLimits,
  { resultCents, bestCents, weekResultCents, trades, losingTrades }: DayFigures,
): Pick<ReachedPersonalStop, 'kind' | 'limit'> | null {
  const { lossCents, profitCents, giveBackCents, weekLossCents } = limits;
  if (weekLossCents !== null && isLossReached(weekLossCents, weekResultCents))
    return { kind: 'week-loss', limit: weekLossCents };
  if (lossCents !== null && isLossReached(lossCents, resultCents)) return { kind: 'loss', limit: lossCents };
  if (profitCents !== null && resultCents >= profitCents) return { kind: 'profit', limit: profitCents };
  if (giveBackCents !== null && isLossReached(giveBackCents, resultCents - bestCents))
    return { kind: 'give-back', limit: giveBackCents };
  if (limits.trades !== null && trades !== null && trades >= limits.trades)
    return { kind: 'trades', limit: limits.trades };
  const losing = limits.losingTrades;
  if (losing !== null && losingTrades !== null && losingTrades >= losing.count)
    return { kind: 'losing-trades', limit: losing.count };
  return null;
}

/** An active lock: the limit that caused it, and until when no position may be opened. */
export type PersonalStopLock = ReachedPersonalStop & { readonly until: number };

/** An own lock of a period from now on. */
export function lockOf(period: LockPeriod, now: number): PersonalStopLock {
  const day = resultDayOf(now);
  const until =
    period === 'session' ? nextSessionAt(day) : period === 'week' ? nextWeekAt(day) : now + Number(period) * minuteMs;
  return { kind: 'self', at: now, day, limit: Math.ceil((until - now) / minuteMs), until };
}

/** When the first session of the week after a trading day opens. */
export const nextWeekAt = (day: TradingDay): number => nextSessionAt(previousTradingDay(firstDayOfNextWeek(day)));

/**
 * The active lock of a trader’s own limits, of several the one that ends last; null if there is none. Every decision
 * about orders calls this.
 */
export function findPersonalStopLock(personalStop: PersonalStop | null, now: number): PersonalStopLock | null {
  const reached = personalStop?.reached ?? null;
  const day = reached === null ? null : { ...reached, until: nextSessionAt(reached.day) };
  const locks = [day, personalStop?.pause ?? null].filter((lock) => lock !== null && lock.until > now);
  return locks.reduce((last, lock) => (last !== null && lock !== null && last.until >= lock.until ? last : lock), null);
}
