import { calendarCoveredUntil } from '#shared/exchange/exchange-calendar.ts';
import { monthsCovered } from '#shared/exchange/trading-day.ts';

const warningMonths = 6;

/** What the operator must do before the exchange's calendar ends; null while it covers more than six months ahead. */
export function findCalendarWarning(now: Date): string | null {
  if (monthsCovered(now.getTime()) > warningMonths) return null;
  return `The exchange's calendar ends on ${calendarCoveredUntil}: add the next year to content/catalog/calendar.yaml, build and restart.`;
}
