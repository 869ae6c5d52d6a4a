import type { Random } from '#lib/random.ts';
import type { Trade } from '#shared/accounts/statistics/trades.ts';
import { chicagoClock } from '#shared/exchange/chicago.ts';
import { resultDayOf } from '#shared/exchange/trading-day.ts';
import { adjustPValues, type GroupedValue, permutationPValues } from './permutation.ts';
import type { Timing } from './shape.ts';

/** The expected share of false positives among the findings. */
export const falseDiscoveryRate = 0.1;

/** A group is tested only if it and the rest have at least this many values: trades per hour, days per weekday. */
const minimumValues = { hour: 8, weekday: 4 } as const;

type TimingEffect = Timing['effects'][number];
type Value = GroupedValue & { readonly trades: number };
/** Tests every hour and weekday that has enough values. For weekdays, each day is one value. */
export function timingOf(trades: readonly Trade[], draws: number, random: Random): Timing {
  const hours = trades.map(({ openedAt, resultCents }) => ({
    value: resultCents,
    group: Math.floor(chicagoClock(openedAt).minutes / 60),
    trades: 1,
  }));
  const untested = [...effectsOf('hour', hours, draws, random), ...effectsOf('weekday', daysOf(trades), draws, random)];
  const adjusted = adjustPValues(untested.flatMap(({ p }) => p ?? []));
  let next = 0;
  const effects = untested.map((effect) => {
    const adjustedP = effect.p === null ? null : (adjusted[next++] ?? 1);
    return { ...effect, adjustedP, isFinding: adjustedP !== null && adjustedP <= falseDiscoveryRate };
  });
  return { tests: adjusted.length, effects };
}

function effectsOf(
  kind: TimingEffect['kind'],
  values: readonly Value[],
  draws: number,
  random: Random,
): readonly Omit<TimingEffect, 'adjustedP' | 'isFinding'>[] {
  const keys = [...new Set(values.map(({ group }) => group))].sort((left, right) => left - right);
  const counts = Map.groupBy(values, ({ group }) => group);
  const minimum = minimumValues[kind];
  const tested = keys.filter((key) => {
    const count = counts.get(key)?.length ?? 0;
    return count >= minimum && values.length - count >= minimum;
  });
  const pValues = tested.length === 0 ? [] : permutationPValues(values, tested, draws, random);
  const total = values.reduce((sum, { value }) => sum + value, 0);
  return keys.map((key) => {
    const own = counts.get(key) ?? [];
    const resultCents = own.reduce((sum, { value }) => sum + value, 0);
    const rest = values.length - own.length;
    return {
      kind,
      key,
      trades: own.reduce((sum, { trades }) => sum + trades, 0),
      resultCents,
      averageCents: Math.round(resultCents / own.length),
      otherAverageCents: rest === 0 ? 0 : Math.round((total - resultCents) / rest),
      p: pValues[tested.indexOf(key)] ?? null,
    };
  });
}

function daysOf(trades: readonly Trade[]): readonly Value[] {
  return [...Map.groupBy(trades, ({ closedAt }) => resultDayOf(closedAt))].map(([day, own]) => ({
    value: own.reduce((sum, { resultCents }) => sum + resultCents, 0),
    group: new Date(day).getUTCDay(),
    trades: own.length,
  }));
}
