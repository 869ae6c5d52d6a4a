import { dayMs } from '#lib/durations.ts';
import { type DateNumber, isWeekend } from './chicago.ts';

/** Sunday is 0. */
type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** @param month 1 to 12; 0 and 13 are the neighboring years' */
export function dateOf(year: number, month: number, day: number): DateNumber {
  return Date.UTC(year, month - 1, day) / dayMs;
}

function weekdayOf(date: DateNumber): number {
  return new Date(date * dayMs).getUTCDay();
}

/** The first such weekday on or after a date. */
export function weekdayFrom(date: DateNumber, weekday: Weekday): DateNumber {
  return date + ((weekday - weekdayOf(date) + 7) % 7);
}

/** The last such weekday before a date. */
export function weekdayBefore(date: DateNumber, weekday: Weekday): DateNumber {
  return weekdayFrom(date - 7, weekday);
}

/** By the Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): DateNumber {
  const golden = year % 19;
  const [century, ofCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3);
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return dateOf(year, Math.floor(days / 31), (days % 31) + 1);
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function observed(date: DateNumber): DateNumber {
  const weekday = weekdayOf(date);
  return weekday === 6 ? date - 1 : weekday === 0 ? date + 1 : date;
}

const holidaysOfYear = new Map<number, ReadonlySet<DateNumber>>();

/** CME Group’s holidays, whose sessions stop early or don't take place: cmegroup.com/trading-hours. */
function holidaysOf(year: number): ReadonlySet<DateNumber> {
  const known = holidaysOfYear.get(year);
  if (known) return known;
  const newYear = dateOf(year, 1, 1);
  const days = new Set([
    // On a Saturday, it isn't observed: the last day of the old year is a business day.
    weekdayOf(newYear) === 0 ? newYear + 1 : newYear,
    weekdayFrom(dateOf(year, 1, 15), 1),
    weekdayFrom(dateOf(year, 2, 15), 1),
    easterSunday(year) - 2,
    weekdayBefore(dateOf(year, 6, 1), 1),
    ...(year >= 2022 ? [observed(dateOf(year, 6, 19))] : []),
    observed(dateOf(year, 7, 4)),
    weekdayFrom(dateOf(year, 9, 1), 1),
    weekdayFrom(dateOf(year, 11, 22), 4),
    observed(dateOf(year, 12, 25)),
  ]);
  holidaysOfYear.set(year, days);
  return days;
}

/**
 * Whether a date is a business day of the exchange, in any year. The hours of its holidays are in exchange-calendar.ts,
 * for the years that the exchange has published.
 */
export function isBusinessDay(date: DateNumber): boolean {
  return !isWeekend(date) && !holidaysOf(new Date(date * dayMs).getUTCFullYear()).has(date);
}

/** The date that many business days after, or with a negative count before, a date. */
export function addBusinessDays(date: DateNumber, count: number): DateNumber {
  const step = Math.sign(count);
  let found = date;
  for (let left = Math.abs(count); left > 0; ) {
    found += step;
    if (isBusinessDay(found)) left -= 1;
  }
  return found;
}

/** The date itself or, if it isn't a business day, the last one before it. */
export function businessDayBy(date: DateNumber): DateNumber {
  return isBusinessDay(date) ? date : addBusinessDays(date, -1);
}
