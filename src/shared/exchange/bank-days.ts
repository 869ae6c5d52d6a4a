import { bankHolidays } from './bank-holidays.ts';
import { chicagoClock, chicagoTime, type DateNumber, formatDate, isWeekend } from './chicago.ts';

/** The bank cut-off in Chicago time, 18:00 in New York. */
const cutoffMinutes = 17 * 60;

/** Whether banks in the United States and in the euro area are open on a date. */
export function isBankDay(date: DateNumber): boolean {
  return !isWeekend(date) && !bankHolidays.has(formatDate(date));
}

/** The bank day on which a payment submitted at a time is made. The cut-off is 17:00 Chicago time. */
export function nextBankDay(atMs: number): string {
  return formatDate(bankDateOf(atMs));
}

function bankDateOf(atMs: number): DateNumber {
  let { date, minutes } = chicagoClock(atMs);
  if (minutes >= cutoffMinutes) date += 1;
  while (!isBankDay(date)) date += 1;
  return date;
}

/** When a bank day runs, or begins next: from midnight to the cut-off. */
export function bankDayFrom(atMs: number): number {
  return Math.max(atMs, chicagoTime(bankDateOf(atMs), 0));
}

/** The deadline `bankDays` bank days after `atMs`: 17:00 Chicago time on the last of them. */
export function bankDeadline(atMs: number, bankDays: number): number {
  let { date } = chicagoClock(atMs);
  for (let counted = 0; counted < bankDays; ) {
    date += 1;
    if (isBankDay(date)) counted += 1;
  }
  return chicagoTime(date, cutoffMinutes);
}

/** How many bank days after the current day are left until a deadline; -1 if it has passed. */
export function bankDaysLeft(atMs: number, deadlineMs: number): number {
  if (deadlineMs <= atMs) return -1;
  const { date: last } = chicagoClock(deadlineMs);
  let left = 0;
  for (let date = chicagoClock(atMs).date + 1; date <= last; date += 1) if (isBankDay(date)) left += 1;
  return left;
}

/** The deadline for the bank days that were left. A current day lasts to its cut-off, a passed deadline stays passed. */
export function resumeBankDeadline(atMs: number, left: number): number {
  if (left < 0) return atMs;
  return left === 0 ? chicagoTime(bankDateOf(atMs), cutoffMinutes) : bankDeadline(atMs, left);
}
