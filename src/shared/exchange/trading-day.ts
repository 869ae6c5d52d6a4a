import { chicagoClock, chicagoTime, type DateNumber, formatDate, isWeekend, parseDate } from './chicago.ts';
import { calendarCoveredUntil } from './exchange-calendar.ts';
import { type Holiday, holidays } from './holidays.ts';

declare const tradingDayBrand: unique symbol;

/** A trading day as 'YYYY-MM-DD', the date of its close in Chicago. Sorts as plain text. */
export type TradingDay = string & { readonly [tradingDayBrand]: true };

/** A trading day from the previous day's 17:00 boundary to its own, including closed hours. */
export type TradingDaySpan = { readonly day: TradingDay; readonly startsAt: number; readonly endsAt: number };

/** Minutes after midnight in Chicago at which one trading day ends and the next begins. */
export const boundaryMinutes = 17 * 60;
const closeMinutes = 16 * 60;

const lastDate = parseDate(calendarCoveredUntil) ?? 0;
const remedy = 'add the next year to content/catalog/calendar.yaml, build and restart';

let recentSpan: (TradingDaySpan & { readonly closesAt: number }) | null = null;

/**
 * The trading day of a time. Weekends, full closures and halted holiday sessions belong to the next trading
 * day, as the exchange dates them.
 */
export function tradingDayOf(atMs: number): TradingDay {
  return tradingDaySpan(atMs).day;
}

/**
 * The trading day whose result a fill at this time counts for: after a session's close, the next trading day. Only a
 * simulated market trades in the hour after the close or on a Saturday.
 */
export function resultDayOf(atMs: number): TradingDay {
  const { day, closesAt } = spanOf(atMs);
  return atMs < closesAt ? day : nextTradingDay(day);
}

/** Whether an account's newest day is the current one. It is until the next day opens, by the clock or by a fill. */
export function isCurrentDay(newest: TradingDay, atMs: number): boolean {
  return newest >= tradingDayOf(atMs);
}

/** The times whose results count for a day: from the previous session's close (inclusive) to its own (exclusive). */
export function resultDaySpan(day: TradingDay): { readonly startsAt: number; readonly endsAt: number } {
  return { startsAt: sessionCloseAt(previousTradingDay(day)), endsAt: sessionCloseAt(day) };
}

/** Like `tradingDayOf`, with the day's start and end. */
export function tradingDaySpan(atMs: number): TradingDaySpan {
  return spanOf(atMs);
}

/** Cached, so that repeated calls for one day cost two comparisons. */
function spanOf(atMs: number): NonNullable<typeof recentSpan> {
  if (recentSpan !== null && atMs >= recentSpan.startsAt && atMs < recentSpan.endsAt) return recentSpan;
  const date = tradingDateFrom(sessionDateOf(atMs));
  recentSpan = {
    day: asTradingDay(date),
    startsAt: chicagoTime(previousTradingDate(date), boundaryMinutes),
    closesAt: chicagoTime(date, lastMinutesOf(date)),
    endsAt: chicagoTime(date, boundaryMinutes),
  };
  return recentSpan;
}

/**
 * The times whose results count for a range of dates. Both dates are inclusive and need not be trading days; null means
 * unbounded. After the calendar's end, an end date is unbounded and a start date selects nothing.
 */
export function findResultDaysSpan(
  from: string | undefined,
  to: string | undefined,
): { readonly startsAt: number | null; readonly endsAt: number | null } {
  const known = (text: string | undefined) => text !== undefined && text <= calendarCoveredUntil;
  const startsAt =
    from === undefined ? null : known(from) ? sessionCloseAt(previousTradingDay(from as TradingDay)) : Date.parse(from);
  return { startsAt, endsAt: to !== undefined && known(to) ? sessionCloseAt(lastTradingDayBy(to)) : null };
}

/** Whether any product group is open that stops every day; crypto futures trade around the clock. */
export function isOpen(atMs: number): boolean {
  const date = sessionDateOf(atMs);
  return hasSession(date) && atMs < chicagoTime(date, lastMinutesOf(date));
}

/**
 * When the day's first session opens, e.g. Sunday 17:00 for a Tuesday after a Monday holiday.
 * @throws RangeError unless a trading day
 */
export function sessionOpenAt(day: TradingDay): number {
  const date = getTradingDate(day);
  let first = previousTradingDate(date) + 1;
  while (!hasSession(first)) first += 1;
  return chicagoTime(first - 1, boundaryMinutes);
}

/**
 * When the next session after a trading day opens, which ends the locks of that day.
 * @throws RangeError unless a trading day
 */
export function nextSessionAt(day: TradingDay): number {
  return Math.max(sessionOpenAt(nextTradingDay(day)), sessionCloseAt(day));
}

/**
 * When the last product group closes that day: 16:00 Chicago time, or earlier by the exchange's calendar. An account
 * may hold products of all groups, so its day ends with the last one.
 * @throws RangeError unless a trading day
 */
export function sessionCloseAt(day: TradingDay): number {
  const date = getTradingDate(day);
  return chicagoTime(date, lastMinutesOf(date));
}

export function lastClosedDayAt(atMs: number): TradingDay {
  const day = tradingDayOf(atMs);
  return sessionCloseAt(day) <= atMs ? day : previousTradingDay(day);
}

export function nextCloseAt(atMs: number): number {
  return sessionCloseAt(resultDayOf(atMs));
}

/** A close that is further away is shown as a date instead of a countdown. */
const namedFromMinutes = 20 * 60;

/**
 * The next close and the time left until it, for screens that stay open. After a close it moves on to the next one even
 * if nothing happens on the account. `left` is null while the close is more than 20 hours away.
 */
export function countDownToClose(now: number): {
  readonly at: number;
  readonly left: { readonly hours: number; readonly minutes: number } | null;
} {
  const at = nextCloseAt(now);
  const minutes = Math.ceil((at - now) / 60_000);
  const left = minutes > namedFromMinutes ? null : { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return { at, left };
}

/** How many whole months the known holidays still cover; zero after the end. */
export function monthsCovered(nowMs: number): number {
  const now = new Date(nowMs);
  const end = new Date(calendarCoveredUntil);
  const months = (end.getUTCFullYear() - now.getUTCFullYear()) * 12 + end.getUTCMonth() - now.getUTCMonth();
  return Math.max(0, end.getUTCDate() < now.getUTCDate() ? months - 1 : months);
}

export function nextTradingDay(day: TradingDay): TradingDay {
  return asTradingDay(tradingDateFrom(getDate(day) + 1));
}

export function previousTradingDay(day: TradingDay): TradingDay {
  return asTradingDay(previousTradingDate(getDate(day)));
}

/** The `count` trading days before a day, oldest first. */
export function tradingDaysBefore(day: TradingDay, count: number): TradingDay[] {
  const days: TradingDay[] = [];
  for (let each = previousTradingDay(day); days.length < count; each = previousTradingDay(each)) days.unshift(each);
  return days;
}

/** The number of trading days from first to last, inclusive; zero if `last` is before `first`. */
export function countTradingDays(first: TradingDay, last: TradingDay): number {
  let count = 0;
  for (let date = getDate(first); date <= getDate(last); date += 1) if (isTradingDate(date)) count += 1;
  return count;
}

/** Parses 'YYYY-MM-DD'; null unless it is a trading day of the known calendar. */
export function findTradingDay(text: string): TradingDay | null {
  const date = parseDate(text);
  return date !== null && date <= lastDate && isTradingDate(date) ? asTradingDay(date) : null;
}

/** Parses 'YYYY-MM-DD'. @throws RangeError unless it is a trading day */
export function getTradingDay(text: string): TradingDay {
  return asTradingDay(getTradingDate(text));
}

/**
 * The trading day on a date or, if there is none, the last one before it. @throws RangeError unless 'YYYY-MM-DD'
 */
export function lastTradingDayBy(text: string): TradingDay {
  return asTradingDay(previousTradingDate(getDate(text) + 1));
}

/** The date of the current session or, between sessions, of the next one. */
export function sessionDateOf(atMs: number): DateNumber {
  const { date, minutes } = chicagoClock(atMs);
  return minutes < boundaryMinutes ? date : date + 1;
}

function holidayOn(date: DateNumber): Holiday | undefined {
  return holidays.get(formatDate(date));
}

/** All calendar searches use this check, so that none continues past the end of the known holidays. */
export function hasSession(date: DateNumber): boolean {
  if (date > lastDate) throw new RangeError(`the exchange's calendar ends on ${calendarCoveredUntil}: ${remedy}`);
  return !isWeekend(date) && holidayOn(date)?.kind !== 'closed';
}

function isTradingDate(date: DateNumber): boolean {
  return hasSession(date) && holidayOn(date)?.kind !== 'halt';
}

function lastMinutesOf(date: DateNumber): number {
  return holidayOn(date)?.lastMinutes ?? closeMinutes;
}

function tradingDateFrom(date: DateNumber): DateNumber {
  let found = date;
  while (!isTradingDate(found)) found += 1;
  return found;
}

function previousTradingDate(date: DateNumber): DateNumber {
  let found = date - 1;
  while (!isTradingDate(found)) found -= 1;
  return found;
}

function getDate(text: string): DateNumber {
  const date = parseDate(text);
  if (date === null) throw new RangeError(`not a date written as YYYY-MM-DD: ${text}`);
  return date;
}

function getTradingDate(text: string): DateNumber {
  const date = getDate(text);
  if (!isTradingDate(date)) throw new RangeError(`the exchange has no trading day on ${text}`);
  return date;
}

function asTradingDay(date: DateNumber): TradingDay {
  return formatDate(date) as TradingDay;
}
