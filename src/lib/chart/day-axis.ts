import type { Scale } from './scale.ts';

/**
 * A trading day on the chart, in UTC ms. Times outside it are drawn on its edges, so that nights and weekends take no
 * space.
 */
export type ChartDay = { readonly startsAt: number; readonly endsAt: number; readonly label: string };

export type DayTick = { readonly x: number; readonly label: string };

/** Gives every day the same width, with linear time within a day. Days must be sorted and not overlap. */
export function dayScale(days: readonly ChartDay[], width: number): Scale {
  const slot = width / Math.max(days.length, 1);
  return (at) => {
    const index = lastStartedBefore(days, at);
    const day = days[index];
    if (day === undefined) return 0;
    const share = (at - day.startsAt) / Math.max(day.endsAt - day.startsAt, 1);
    return (index + Math.min(Math.max(share, 0), 1)) * slot;
  };
}

/** A label centered on each day, or on every second, third … day if labels would touch. */
export function dayTicks(days: readonly ChartDay[], width: number, labelWidth: number): DayTick[] {
  const slot = width / Math.max(days.length, 1);
  const every = Math.max(Math.ceil(labelWidth / slot), 1);
  const half = labelWidth / 2;
  // Counted from the end, because the latest day must be labeled.
  return days
    .map((day, index) => ({ x: (index + 0.5) * slot, label: day.label }))
    .filter((tick, index) => (days.length - 1 - index) % every === 0 && (every === 1 || tick.x >= half));
}

function lastStartedBefore(days: readonly ChartDay[], at: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle]?.startsAt ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}
