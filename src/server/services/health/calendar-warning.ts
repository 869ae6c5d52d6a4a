import { calendarCoveredUntil } from '../../../domain/calendar/exchange-calendar.ts';
import { monthsCovered } from '../../../domain/calendar/trading-day.ts';

const warnedMonths = 6;

/** What the operator has to do before the exchange's calendar ends; null while more than six months of it are ahead. */
export function findCalendarWarning(now: Date): string | null {
  if (monthsCovered(now.getTime()) > warnedMonths) return null;
  return `The exchange's calendar ends on ${calendarCoveredUntil}: add the next year to content/catalog/calendar.yaml, build and restart.`;
}
