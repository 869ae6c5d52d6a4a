import { formatResult } from '#lib/money/format.ts';
import { classNames } from './class-names.ts';
import styles from './result-calendar.module.css';

export type CalendarDay = {
  /** An ISO date, e.g. `2026-11-16`. */
  readonly key: string;
  readonly dayOfMonth: number;
  /** Null on days without a trade. */
  readonly resultCents: number | null;
  /** A short note in place of a result: closed, half day. */
  readonly note?: string | undefined;
  readonly isClosed?: boolean;
  readonly isToday?: boolean;
};

type ResultCalendarProps = {
  readonly caption: string;
  readonly locale: string;
  readonly weekdays: readonly { readonly short: string; readonly long: string }[];
  /** Null where a week extends into another month. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[];
  /** Turns each day with a result into a button. */
  readonly onSelect?: ((key: string) => void) | undefined;
};

/** A month of results. The sign tells gain from loss; the color only repeats it. */
export function ResultCalendar({ caption, locale, weekdays, weeks, onSelect }: ResultCalendarProps) {
  return (
    <table className={styles.calendar}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day.long} scope="col" abbr={day.long}>
              {day.short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find((day) => day !== null)?.key ?? row}>
            {week.map((day, column) =>
              day === null ? (
                <td key={weekdays[column]?.long} className={styles.outside} />
              ) : (
                <td key={day.key} className={toneOf(day)} aria-current={day.isToday ? 'date' : undefined}>
                  {onSelect !== undefined && day.resultCents !== null ? (
                    <button type="button" className={styles.open} onClick={() => onSelect(day.key)}>
                      <DayContent day={day} locale={locale} />
                    </button>
                  ) : (
                    <DayContent day={day} locale={locale} />
                  )}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayContent({ day, locale }: { readonly day: CalendarDay; readonly locale: string }) {
  return (
    <>
      <span className={styles.number}>{day.dayOfMonth}</span>
      <span className={styles.result}>
        {day.resultCents === null ? day.note : formatResult(day.resultCents, locale)}
      </span>
    </>
  );
}

function toneOf({ resultCents, isClosed, isToday }: CalendarDay): string {
  const tone = (resultCents ?? 0) > 0 ? styles.gain : (resultCents ?? 0) < 0 && styles.loss;
  return classNames(tone, isClosed && styles.closed, isToday && styles.today);
}
