import { dayStart } from '#lib/calendar-date.ts';
import { dayMs } from '#lib/durations.ts';
import { calendarCoveredUntil } from '#shared/exchange/exchange-calendar.ts';
import { newsCoveredUntil } from '#shared/exchange/news-releases.ts';
import { monthsCovered } from '#shared/exchange/trading-day.ts';

const warningMonths = 6;
const newsWarningMs = 14 * dayMs;

/** What the operator must do before the exchange's calendar or that of releases ends; null while both go on. */
export function findCalendarWarning(now: Date): string | null {
  if (monthsCovered(now.getTime()) <= warningMonths)
    return `The exchange's calendar ends on ${calendarCoveredUntil}: add the next year to content/catalog/calendar.yaml, build and restart.`;
  if (dayStart(newsCoveredUntil) - now.getTime() > newsWarningMs) return null;
  return `The calendar of releases ends on ${newsCoveredUntil}: add the next dates to content/catalog/news.yaml, build and restart.`;
}
