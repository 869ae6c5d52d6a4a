import { nextTradingDay, sessionCloseAt, tradingDayOf } from '../calendar/trading-day.ts';

/** By when a request is answered: the close of the last of so many trading days after the one in which it was made. */
export function reviewDeadline(requestedAt: number, businessDays: number): number {
  let day = tradingDayOf(requestedAt);
  for (let counted = 0; counted < businessDays; counted += 1) day = nextTradingDay(day);
  return sessionCloseAt(day);
}
