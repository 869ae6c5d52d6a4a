import { dailyFloorOf } from '#shared/accounts/daily-floor.ts';
import { resultDayOf, type TradingDay } from '#shared/exchange/trading-day.ts';
import type { AccountHistory, OpenedAccount } from './accounts.ts';

type Point = AccountHistory['series'][number];

/** The equity curve with the floor that applies: the account's own, or the day's if it is higher or the only one. */
export function nearestFloors({ history: { series, days }, view, ...account }: OpenedAccount): readonly Point[] {
  const { dailyLimitCents: limitCents, dailyLimitBps: limitBps } = account;
  if (limitCents === null) return series;
  const limit = limitBps === null ? { limitCents } : { limitBps };
  const known = new Map<TradingDay, number | null>();
  const dailyFloor = (day: TradingDay) => {
    const found = known.get(day) ?? dailyFloorOf(days, day, limit);
    known.set(day, found);
    return found;
  };
  const points = series.map((point) => {
    const floors = [point.floorCents, dailyFloor(resultDayOf(point.at))].filter((cents) => cents !== null);
    return { ...point, floorCents: floors.length === 0 ? null : Math.max(...floors) };
  });
  const last = points.at(-1);
  return last === undefined ? points : [...points.slice(0, -1), { ...last, floorCents: view.nearestFloorCents }];
}

/** The last point of each trading day, as shown in the table. */
export function closesOf(series: readonly Point[]): readonly Point[] {
  const closes = new Map<string, Point>();
  for (const point of series) closes.set(resultDayOf(point.at), point);
  return [...closes.values()].toReversed();
}
