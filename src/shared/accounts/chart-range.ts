import { resultDayOf } from '#shared/exchange/trading-day.ts';

export type ChartRange = 'day' | 'week' | 'all';

type Day = { readonly startsAt: number; readonly endsAt: number };

const daysOf = { day: 1, week: 5, all: Number.POSITIVE_INFINITY } as const satisfies Record<ChartRange, number>;

/** The trading days of the last `range` of a curve, and the points within them. */
export function selectChartRange<Point extends { readonly at: number }>(
  series: readonly Point[],
  range: ChartRange,
): { days: readonly Day[]; points: readonly Point[] } {
  const days = new Map<string, Day>();
  for (const { at } of series) {
    const day = resultDayOf(at);
    days.set(day, { startsAt: days.get(day)?.startsAt ?? at, endsAt: at });
  }
  const shown = [...days.values()].slice(-daysOf[range]);
  const from = shown[0]?.startsAt ?? 0;
  return { days: shown, points: series.filter(({ at }) => at >= from) };
}
