import { resultDayOf, resultDaySpan, type TradingDay } from '#shared/exchange/trading-day.ts';

/** Returns a function that finds the trading day a time counts for. Repeated times of one day cost two comparisons. */
export function createDayFinder(): (atMs: number) => TradingDay {
  let known: { readonly day: TradingDay; readonly startsAt: number; readonly endsAt: number } | undefined;
  return (atMs) => {
    if (known === undefined || atMs < known.startsAt || atMs >= known.endsAt) {
      const day = resultDayOf(atMs);
      known = { day, ...resultDaySpan(day) };
    }
    return known.day;
  };
}
