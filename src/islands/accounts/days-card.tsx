import { weekdaysUntil } from '../../domain/calendar/week.ts';
import { formatSigned } from '../../domain/money/format.ts';
import { chicagoMonthText, chicagoWeekdayText } from '../../lib/chicago-time.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import styles from './accounts.module.css';
import type { CardProps } from './types.ts';

const weeksShown = 3;

export function DaysCard({ account, strings, locale }: CardProps) {
  const now = account.dayClosesAt - 1;
  const tallies = new Map(account.days.map((tally) => [tally.day, tally]));
  return (
    <Card as="section" title={chicagoMonthText(now, locale)}>
      <ol className={styles.days} aria-label={strings.days_caption}>
        {weekdaysUntil(now, weeksShown).map(({ date, noonAt, kind }) => {
          const tally = tallies.get(date);
          const result = tally && tally.fills > 0 ? tally.profitCents : null;
          return (
            <li
              key={date}
              className={classNames(styles.day, result !== null && (result < 0 ? styles.loss : styles.gain))}
            >
              <span className={styles.date}>{chicagoWeekdayText(noonAt, locale)}</span>
              {result !== null && (
                <span className="tabular">{formatSigned(Math.round(result / 100) * 100, locale, { whole: true })}</span>
              )}
              {result === null && kind !== 'regular' && (
                <span className={styles.dayNote}>{kind === 'half' ? strings.day_half : strings.day_closed}</span>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
