import { chicagoMomentText, chicagoTimeText } from '#lib/chicago-time.ts';
import { findLocalTime } from '#lib/format-date-time.ts';
import styles from './exchange-time.module.css';

type ExchangeTimeProps = {
  /** In UTC ms. */
  readonly at: number;
  readonly locale: string;
  /** `moment` includes the date, `time` doesn't. */
  readonly shape?: 'time' | 'moment';
  /** Replaces the Chicago text where a list formats the day in its own way. */
  readonly text?: string;
  /** Treats the time as an hour of every day instead of one moment. */
  readonly isHour?: boolean;
};

/** A Chicago time, with the user's local time below it if their clock differs. */
export function ExchangeTime({ at, locale, shape = 'time', text, isHour = false }: ExchangeTimeProps) {
  const localTime = findLocalTime(at, locale, { withSeconds: !isHour, withWeekday: !isHour });
  const chicago = text ?? (shape === 'time' ? chicagoTimeText(at, locale) : chicagoMomentText(at, locale));
  const content = (
    <>
      {chicago}
      {localTime !== null && (
        <>
          {' '}
          <span className={styles.local}>{localTime}</span>
        </>
      )}
    </>
  );
  if (isHour) return content;
  return <time dateTime={new Date(at).toISOString()}>{content}</time>;
}
