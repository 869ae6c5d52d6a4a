import { chicagoClock, chicagoTime, type DateNumber, formatDate, isWeekend } from './chicago.ts';

// Written from content/catalog/bank-holidays.yaml by `npm run build`: change that file, not this one.

const bankHolidays: ReadonlySet<string> = new Set([
  '2026-01-01', // New Year’s Day
  '2026-01-19', // Martin Luther King Jr. Day
  '2026-02-16', // Presidents’ Day
  '2026-04-03', // Good Friday
  '2026-04-06', // Easter Monday
  '2026-05-01', // Labour Day
  '2026-05-25', // Memorial Day
  '2026-06-19', // Juneteenth
  '2026-09-07', // Labor Day
  '2026-10-12', // Columbus Day
  '2026-11-11', // Veterans Day
  '2026-11-26', // Thanksgiving
  '2026-12-25', // Christmas Day
  '2027-01-01', // New Year’s Day
  '2027-01-18', // Martin Luther King Jr. Day
  '2027-02-15', // Presidents’ Day
  '2027-03-26', // Good Friday
  '2027-03-29', // Easter Monday
  '2027-05-31', // Memorial Day
  '2027-07-05', // Independence Day (observed)
  '2027-09-06', // Labor Day
  '2027-10-11', // Columbus Day
  '2027-11-11', // Veterans Day
  '2027-11-25', // Thanksgiving
  '2028-01-17', // Martin Luther King Jr. Day
  '2028-02-21', // Presidents’ Day
  '2028-04-14', // Good Friday
  '2028-04-17', // Easter Monday
  '2028-05-01', // Labour Day
  '2028-05-29', // Memorial Day
  '2028-06-19', // Juneteenth
  '2028-07-04', // Independence Day
  '2028-09-04', // Labor Day
  '2028-10-09', // Columbus Day
  '2028-11-23', // Thanksgiving
  '2028-12-25', // Christmas Day
  '2028-12-26', // Boxing Day
]);

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
