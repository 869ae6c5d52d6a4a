import { bankHolidays } from './bank-holidays.ts';
import { chicagoClock, chicagoTime, type DateNumber, formatDate, isWeekend } from './chicago.ts';

/** Banks take payments until the afternoon; this is 18:00 in New York. */
const closeMinutes = 17 * 60;

/** Whether banks in the United States and in the euro area are open on a date. */
export function isBankDay(date: DateNumber): boolean {
  return !isWeekend(date) && !bankHolidays.has(formatDate(date));
}

/** The bank day on which a payment handed in at a time can be made: the same day until 17:00 in Chicago. */
export function nextBankDay(atMs: number): string {
  let { date, minutes } = chicagoClock(atMs);
  if (minutes >= closeMinutes) date += 1;
  while (!isBankDay(date)) date += 1;
  return formatDate(date);
}

/** 17:00 in Chicago on the n-th bank day after the date of `atMs` there: a deadline of so many bank days. */
export function bankDeadline(atMs: number, bankDays: number): number {
  let { date } = chicagoClock(atMs);
  for (let counted = 0; counted < bankDays; ) {
    date += 1;
    if (isBankDay(date)) counted += 1;
  }
  return chicagoTime(date, closeMinutes);
}
