import { minuteMs } from '#lib/durations.ts';
import { chicagoClock, chicagoTime } from '#shared/exchange/chicago.ts';

/** Creation times out close to a window. */
export const creationMarginMs = 15 * minuteMs;

/** By weekday, Sunday first: minutes of the day in Chicago. Friday has the longer of two documented windows. */
const windows: readonly (readonly (readonly [from: number, to: number])[])[] = [
  [[0, 6 * 60 + 30]],
  ...Array.from({ length: 4 }, () => [[16 * 60, 17 * 60]] as const),
  [[16 * 60, 20 * 60]],
  [[22 * 60, 24 * 60 + 6 * 60 + 30]],
];

/** The end of the vendor's maintenance, if it is under way or begins within the margin; otherwise null. */
export function findMaintenanceEnd(atMs: number, marginMs = 0): number | null {
  const { date } = chicagoClock(atMs);
  // 1970-01-01 was a Thursday.
  const weekday = (date + 4) % 7;
  for (const [from, to] of windows[weekday] ?? []) {
    const [startsAt, endsAt] = [chicagoTime(date, from), chicagoTime(date, 0) + to * minuteMs];
    if (atMs >= startsAt - marginMs && atMs < endsAt) return endsAt;
  }
  return null;
}
