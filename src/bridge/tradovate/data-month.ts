import { chicagoClock, formatDate } from '#shared/exchange/chicago.ts';

const renewalStarts = 19 * 60;
const renewalEnds = 4 * 60;

const isLastDay = (date: number) => formatDate(date).slice(0, 7) !== formatDate(date + 1).slice(0, 7);

/** Whether the vendor is renewing what stood at 19:00 in Chicago on the month's last day; it does so until 04:00. */
export function isRenewing(atMs: number): boolean {
  const { date, minutes } = chicagoClock(atMs);
  return (isLastDay(date) && minutes >= renewalStarts) || (isLastDay(date - 1) && minutes < renewalEnds);
}

/** The month for which data is asked for: after 19:00 in Chicago on the last day, the next one only. */
export function dataMonthAt(atMs: number) {
  const { date, minutes } = chicagoClock(atMs);
  const key = formatDate(isLastDay(date) && minutes >= renewalStarts ? date + 1 : date).slice(0, 7);
  return { key, year: Number(key.slice(0, 4)), month: Number(key.slice(5)) };
}
