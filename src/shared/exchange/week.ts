import { dayMs } from '#lib/durations.ts';
import { chicagoClock, chicagoTime, formatDate, isWeekend } from './chicago.ts';
import { findTradingDay, nextTradingDay, sessionCloseAt, type TradingDay, tradingDayOf } from './trading-day.ts';

/** A weekday on the exchange: a regular trading day, a half day, or closed. Use `noonAt` to format the date. */
export type CalendarDay = {
  readonly date: string;
  readonly noonAt: number;
  readonly kind: 'regular' | 'half' | 'closed';
};

const noonMinutes = 12 * 60;
const regularCloseMinutes = 16 * 60;

/** The weekdays of the last `weeks` weeks, Monday first, ending with the trading week of `nowMs`. */
export function weekdaysUntil(nowMs: number, weeks: number): readonly CalendarDay[] {
  const today = Date.parse(tradingDayOf(nowMs)) / dayMs;
  const weekday = new Date(today * dayMs).getUTCDay();
  const lastFriday = today + (5 - weekday);
  const first = lastFriday - 4 - 7 * (weeks - 1);
  return Array.from({ length: lastFriday - first + 1 }, (_, index) => first + index)
    .filter((date) => !isWeekend(date))
    .map((date) => ({
      date: formatDate(date),
      noonAt: chicagoTime(date, noonMinutes),
      kind: kindOf(formatDate(date)),
    }));
}

/** The Monday of a day's week, both as YYYY-MM-DD. */
export function mondayOf(day: string): string {
  const date = Date.parse(day) / dayMs;
  return formatDate(date - ((new Date(day).getUTCDay() + 6) % 7));
}

/** The first trading day after a trading day's week, which ends on Sunday. */
export function firstDayOfNextWeek(day: TradingDay): TradingDay {
  let next = nextTradingDay(day);
  while (mondayOf(next) === mondayOf(day)) next = nextTradingDay(next);
  return next;
}

function kindOf(date: string): CalendarDay['kind'] {
  const day = findTradingDay(date);
  if (day === null) return 'closed';
  return chicagoClock(sessionCloseAt(day)).minutes < regularCloseMinutes ? 'half' : 'regular';
}
