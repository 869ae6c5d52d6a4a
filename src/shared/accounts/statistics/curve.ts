import { resultDayOf } from '#shared/exchange/trading-day.ts';
import type { Curve } from './shape.ts';
import type { Trade } from './trades.ts';

const maxSections = 120;
const maxDays = 260;

/** @param trades in the order they were closed */
export function curveOf(trades: readonly Trade[]): Curve {
  let sumCents = 0;
  const points = trades.map(({ closedAt, resultCents }) => {
    sumCents += resultCents;
    return { at: closedAt, sumCents };
  });
  return { points: downsampleCurve(points), days: daysOf(trades).slice(-maxDays) };
}

function daysOf(trades: readonly Trade[]): Curve['days'] {
  const days = new Map<string, Curve['days'][number]>();
  let sumCents = 0;
  for (const { closedAt, resultCents } of trades) {
    const day = resultDayOf(closedAt);
    sumCents += resultCents;
    const entry = days.get(day) ?? {
      day,
      startsAt: closedAt,
      endsAt: closedAt,
      trades: 0,
      resultCents: 0,
      sumCents: 0,
    };
    entry.endsAt = closedAt;
    entry.trades += 1;
    entry.resultCents += resultCents;
    entry.sumCents = sumCents;
    days.set(day, entry);
  }
  return [...days.values()];
}

function downsampleCurve(points: Curve['points']): Curve['points'] {
  const sections = Math.min(maxSections, points.length);
  const kept = new Set<number>(points.length === 0 ? [] : [0]);
  for (let section = 0; section < sections; section += 1) {
    const from = Math.floor((section * points.length) / sections);
    const to = Math.floor(((section + 1) * points.length) / sections);
    let [lowest, highest] = [from, from];
    for (let index = from; index < to; index += 1) {
      if (sumAt(points, index) < sumAt(points, lowest)) lowest = index;
      if (sumAt(points, index) > sumAt(points, highest)) highest = index;
    }
    kept
      .add(lowest)
      .add(highest)
      .add(to - 1);
  }
  return [...kept].sort((left, right) => left - right).flatMap((index) => points[index] ?? []);
}

function sumAt(points: Curve['points'], index: number): number {
  return points[index]?.sumCents ?? Number.NaN;
}
