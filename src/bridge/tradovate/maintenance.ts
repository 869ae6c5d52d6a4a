import { minuteMs } from '#lib/durations.ts';
import { findWindowEnd, type WeeklyWindows } from '../core/maintenance.ts';

/** Creation times out close to a window. */
export const creationMarginMs = 15 * minuteMs;

/** Friday has the longer of two documented windows. */
const windows: WeeklyWindows = [
  [[0, 6 * 60 + 30]],
  ...Array.from({ length: 4 }, () => [[16 * 60, 17 * 60]] as const),
  [[16 * 60, 20 * 60]],
  [[22 * 60, 24 * 60 + 6 * 60 + 30]],
];

/** The end of the vendor's maintenance, if it is under way or begins within the margin; otherwise null. */
export const findMaintenanceEnd = (atMs: number, marginMs = 0): number | null => findWindowEnd(windows, atMs, marginMs);
