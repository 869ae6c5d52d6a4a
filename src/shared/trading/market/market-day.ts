import { chicagoTime, type DateNumber, formatDate } from '#shared/exchange/chicago.ts';
import { boundaryMinutes, sessionDateOf } from '#shared/exchange/trading-day.ts';

/** A day of the simulated market, weekends included: from 17:00 in Chicago to 17:00 on its date. Whole hours. */
export type MarketDay = {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly date: DateNumber;
  readonly startsAt: number;
  readonly endsAt: number;
};

let recent: MarketDay | null = null;

/** Cached, so that repeated calls for one day cost two comparisons. */
export function marketDayAt(atMs: number): MarketDay {
  if (recent === null || atMs < recent.startsAt || atMs >= recent.endsAt) recent = marketDayOf(sessionDateOf(atMs));
  return recent;
}

export function marketDayOf(date: DateNumber): MarketDay {
  return {
    date,
    day: formatDate(date),
    startsAt: chicagoTime(date - 1, boundaryMinutes),
    endsAt: chicagoTime(date, boundaryMinutes),
  };
}
