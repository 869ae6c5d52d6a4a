import { useState } from 'react';
import { weekdayName } from '#i18n/performance-review.ts';
import { capitalize } from '#lib/capitalize.ts';
import { formatDay } from '#lib/format-day.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatResult } from '#lib/money/format.ts';
import { type MonthDay, type ResultMonth, resultMonths } from '#shared/accounts/statistics/months.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { classNames } from '#ui/class-names.ts';
import type { Statistics } from '../stores/statistics.ts';
import styles from './month-heatmap.module.css';
import { useTexts } from './texts.ts';

const monthsShown = 3;
const weekdays = [1, 2, 3, 4, 5] as const;

/** The latest months of results, a cell per weekday, tinted by size. */
export function MonthHeatmap({ days }: { readonly days: Statistics['curve']['days'] }) {
  const { strings, t, locale } = useTexts();
  const [back, setBack] = useState(0);
  const months = resultMonths(days);
  const end = Math.max(months.length - back * monthsShown, monthsShown);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  const wins = days.filter(({ resultCents }) => resultCents > 0).length;
  return (
    <Card
      as="section"
      title={t('heatmap_title', { wins: count(wins), days: count(days.length) })}
      aside={strings.heatmap_note}
    >
      <div className="stack gap-3">
        {months.slice(Math.max(0, end - monthsShown), end).map((month) => (
          <Month key={month.month} month={month} />
        ))}
      </div>
      {months.length > monthsShown && (
        <div className={styles.turn}>
          <Button
            label={strings.months_earlier}
            variant="quiet"
            size="small"
            disabled={end <= monthsShown}
            onClick={() => setBack(back + 1)}
          />
          <Button
            label={strings.months_later}
            variant="quiet"
            size="small"
            disabled={back === 0}
            onClick={() => setBack(back - 1)}
          />
        </div>
      )}
    </Card>
  );
}

function Month({ month: { month, resultCents, weeks } }: { readonly month: ResultMonth }) {
  const { locale } = useTexts();
  return (
    <table className={styles.month}>
      <caption>
        <b>{capitalize(formatDay(month, locale, 'month'), locale)}</b>{' '}
        <span className={resultCents < 0 ? 'danger' : styles.won}>{formatResult(resultCents, locale)}</span>
      </caption>
      <thead className="visually-hidden">
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col">
              {weekdayName(weekday, locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find((day) => day !== null)?.day}>
            {week.map((day, index) => (
              <Day key={weekdays[index]} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day }: { readonly day: MonthDay | null }) {
  const { locale } = useTexts();
  if (day === null) return <td />;
  const { resultCents, dayOfMonth, level } = day;
  const sign = (resultCents ?? 0) < 0 ? 'loss' : 'gain';
  return (
    <td className={classNames(styles.day, level > 0 && styles[`${sign}${level}`])}>
      {dayOfMonth}
      {resultCents !== null && <b>{formatResult(resultCents, locale)}</b>}
    </td>
  );
}
