import { formatWait } from '#lib/format-wait.ts';
import { timeText } from './cell.tsx';
import styles from './office.module.css';
import { useTexts } from './texts.ts';

/** How long until a deadline, in rust once it has passed; the tooltip has the time. */
export function Due({ at }: { readonly at: number }) {
  const { t, locale } = useTexts();
  const leftMs = at - Date.now();
  const isLate = leftMs <= 0;
  return (
    <time dateTime={new Date(at).toISOString()} title={timeText(at)} className={isLate ? styles.late : styles.time}>
      {t(isLate ? 'due_late' : 'due_in', { time: formatWait(Math.abs(leftMs), locale) })}
    </time>
  );
}
