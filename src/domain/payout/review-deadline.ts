import { nextTradingDay, sessionCloseAt, tradingDayOf } from '../calendar/trading-day.ts';

/** When a request must be answered: the close of the n-th trading day after the day of the request. */
export function reviewDeadline(requestedAt: number, businessDays: number): number {
  let day = tradingDayOf(requestedAt);
  for (let counted = 0; counted < businessDays; counted += 1) day = nextTradingDay(day);
  return sessionCloseAt(day);
}
