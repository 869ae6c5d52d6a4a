import { exchangeHolidays, regularCloses } from './exchange-calendar.ts';
import type { SessionGroup } from './instruments.ts';

/**
 * How a date differs from a regular weekday. Times are minutes after midnight in Chicago.
 *
 * - `closed`: no session.
 * - `halt`: trading stops early and belongs to the next trading day, so the date has no trading day of its own.
 * - `early`: a trading day that closes early.
 */
export type Holiday = {
  readonly kind: 'closed' | 'halt' | 'early';
  readonly name: string;
  /** When each product group stops; null if it doesn’t trade. */
  readonly stops: Readonly<Record<SessionGroup, number | null>>;
  /** When the last group stops. An account’s day includes the trades of all groups. */
  readonly lastMinutes: number;
};

const groups = Object.keys(regularCloses) as readonly SessionGroup[];

/** Holidays by date. Other dates are regular. */
export const holidays: ReadonlyMap<string, Holiday> = new Map(
  Object.entries(exchangeHolidays).map(([date, [kind, name, minutes]]): [string, Holiday] => {
    const stops = Object.fromEntries(groups.map((group, index) => [group, minutes[index] ?? null]));
    const lastMinutes = Math.max(...minutes.map((each) => each ?? 0));
    return [date, { kind, name, stops: stops as Holiday['stops'], lastMinutes }];
  }),
);
