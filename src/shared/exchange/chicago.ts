import { tzOffset } from '@date-fns/tz/tzOffset';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const zone = 'America/Chicago';

/** A calendar date as whole days since 1970-01-01. */
export type DateNumber = number;

/** The calendar date and minutes since midnight in Chicago. */
export function chicagoClock(atMs: number): { readonly date: DateNumber; readonly minutes: number } {
  const localMs = atMs + tzOffset(zone, new Date(atMs)) * minuteMs;
  const date = Math.floor(localMs / dayMs);
  return { date, minutes: (localMs - date * dayMs) / minuteMs };
}

/** UTC ms of `minutes` after midnight in Chicago on a date. Only valid from 03:00 on, after any clock change. */
export function chicagoTime(date: DateNumber, minutes: number): number {
  const middayMs = date * dayMs + dayMs * 0.75;
  return date * dayMs + (minutes - tzOffset(zone, new Date(middayMs))) * minuteMs;
}

/** UTC ms of an hour of the current date in Chicago, whatever that day’s session. */
export function chicagoHourToday(hour: number, nowMs: number): number {
  return chicagoTime(chicagoClock(nowMs).date, hour * 60);
}

export function isWeekend(date: DateNumber): boolean {
  // 1970-01-01 was a Thursday.
  const weekday = (((date + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
}

export function formatDate(date: DateNumber): string {
  return new Date(date * dayMs).toISOString().slice(0, 10);
}

/** Parses YYYY-MM-DD; null unless it is a real date. */
export function parseDate(text: string): DateNumber | null {
  const ms = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(ms)) return null;
  const date = ms / dayMs;
  // Date.parse also accepts other formats and turns February 30 into March.
  return formatDate(date) === text ? date : null;
}
