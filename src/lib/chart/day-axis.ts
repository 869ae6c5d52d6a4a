import type { Scale } from './scale.ts';

/**
 * A trading day as the chart shows it. Times are UTC ms; moments before or after the window fall on its edges, so that
 * nights and weekends take no room.
 */
export type ChartDay = { readonly startsAt: number; readonly endsAt: number; readonly label: string };

export type DayTick = { readonly x: number; readonly label: string };

/** Gives every day the same width and runs the time evenly within each. Days are sorted and do not overlap. */
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

/** A label in the middle of each day, or of every second, third, ... where they would touch. */
export function dayTicks(days: readonly ChartDay[], width: number, labelWidth: number): DayTick[] {
  const slot = width / Math.max(days.length, 1);
  const every = Math.max(Math.ceil(labelWidth / slot), 1);
  const half = labelWidth / 2;
  // Counted from the end: the latest day is the one people look for.
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
