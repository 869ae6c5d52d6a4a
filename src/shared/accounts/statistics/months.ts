import { dayMs } from '#lib/durations.ts';

/** A weekday of a month. The result is null without a trade; `level` compares it with the largest of all days. */
export type MonthDay = {
  readonly day: string;
  readonly dayOfMonth: number;
  readonly resultCents: number | null;
  readonly level: 0 | 1 | 2 | 3;
};

export type ResultMonth = {
  /** `2026-11`. */
  readonly month: string;
  readonly resultCents: number;
  /** Monday to Friday; null where a week extends into another month. */
  readonly weeks: readonly (readonly (MonthDay | null)[])[];
};

const weekdaysPerWeek = 5;

/** The months from the first to the last day with a result, oldest first. @param days sorted */
export function resultMonths(days: readonly { readonly day: string; readonly resultCents: number }[]): ResultMonth[] {
  const [first, last] = [days[0]?.day.slice(0, 7), days.at(-1)?.day.slice(0, 7)];
  if (first === undefined || last === undefined) return [];
  const results = new Map(days.map(({ day, resultCents }) => [day, resultCents]));
  const largest = Math.max(...days.map(({ resultCents }) => Math.abs(resultCents)));
  const months: ResultMonth[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) {
    months.push({
      month,
      resultCents: days.reduce((sum, entry) => sum + (entry.day.startsWith(month) ? entry.resultCents : 0), 0),
      weeks: weeksOf(month).map((week) =>
        week.map((day) => {
          if (day === null) return null;
          const resultCents = results.get(day) ?? null;
          return { day, dayOfMonth: Number(day.slice(8)), resultCents, level: levelOf(resultCents ?? 0, largest) };
        }),
      ),
    });
  }
  return months;
}

/** Up to a quarter, up to half, and more than half of the largest result. */
function levelOf(cents: number, largest: number): MonthDay['level'] {
  const size = Math.abs(cents);
  if (size === 0) return 0;
  return size * 4 <= largest ? 1 : size * 2 <= largest ? 2 : 3;
}

function weeksOf(month: string): (string | null)[][] {
  const firstAt = Date.parse(`${month}-01`);
  const mondayAt = firstAt - ((new Date(firstAt).getUTCDay() + 6) % 7) * dayMs;
  const endAt = Date.parse(`${nextMonth(month)}-01`);
  const weeks: (string | null)[][] = [];
  for (let weekAt = mondayAt; weekAt < endAt; weekAt += 7 * dayMs) {
    const week = [...Array(weekdaysPerWeek).keys()].map((offset) => {
      const at = weekAt + offset * dayMs;
      return at < firstAt || at >= endAt ? null : new Date(at).toISOString().slice(0, 10);
    });
    // A month that starts on a weekend has a first week without weekdays.
    if (week.some((day) => day !== null)) weeks.push(week);
  }
  return weeks;
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
