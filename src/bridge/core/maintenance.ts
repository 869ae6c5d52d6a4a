import { minuteMs } from '#lib/durations.ts';
import { chicagoClock, chicagoTime } from '#shared/exchange/chicago.ts';

/** By weekday, Sunday first: from and to in minutes of the day in Chicago; one that goes on overnight ends after 24:00. */
export type WeeklyWindows = readonly (readonly (readonly [from: number, to: number])[])[];

/** The end of the window that is under way or begins within the margin; otherwise null. */
export function findWindowEnd(windows: WeeklyWindows, atMs: number, marginMs = 0): number | null {
  const { date } = chicagoClock(atMs);
  // 1970-01-01 was a Thursday.
  const weekday = (date + 4) % 7;
  for (const [from, to] of windows[weekday] ?? []) {
    const [startsAt, endsAt] = [chicagoTime(date, from), chicagoTime(date, 0) + to * minuteMs];
    if (atMs >= startsAt - marginMs && atMs < endsAt) return endsAt;
  }
  return null;
}
