import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatDay } from '#lib/format-day.ts';
import { mondayOf } from '#shared/exchange/week.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { dayText } from '../day-text.ts';
import { FailedAlert } from '../failed-alert.tsx';
import { $journalDays, loadJournalDays, loadOlderJournalDays } from '../stores/journal-days.ts';
import { useTexts } from '../texts.ts';
import styles from './journal.module.css';

type JournalDaysProps = {
  readonly accountId: string;
  /** Of all trading days, with notes or without. */
  readonly results: readonly { readonly day: string; readonly profitCents: number }[];
  readonly shown: string;
  readonly onOpen: (day: string) => void;
};

/** The days that have an entry, newest first, by week, with what the day and the whole week made after fees. */
export function JournalDays({ accountId, results, shown, onOpen }: JournalDaysProps) {
  const { strings, t, locale } = useTexts();
  const list = useStore($journalDays);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void loadJournalDays(accountId), [accountId]);
  const { entries, more } = list;
  const status = list.accountId === accountId ? list.status : 'loading';
  const weeks = Map.groupBy(entries, ({ day }) => mondayOf(day));
  const resultOf = (isCounted: (day: string) => boolean) => {
    const counted = results.filter(({ day }) => isCounted(day));
    if (counted.length === 0) return null;
    return <Money cents={counted.reduce((sum, { profitCents }) => sum + profitCents, 0)} locale={locale} signed />;
  };
  async function showOlder(): Promise<void> {
    setBusy(true);
    await loadOlderJournalDays();
    setBusy(false);
  }
  return (
    <Card as="section" title={strings.journal_days}>
      {status === 'loading' && <Skeleton shape="row" count={3} />}
      {status === 'failed' && (
        <FailedAlert title={strings.journal_days_failed} again={() => loadJournalDays(accountId)} />
      )}
      {status === 'ready' && entries.length === 0 && <p className="muted">{strings.journal_none}</p>}
      {status === 'ready' &&
        [...weeks].map(([monday, days]) => (
          <section key={monday}>
            <h3 className={`cluster between text-14 ${styles.week}`}>
              {t('journal_week', { date: formatDay(monday, locale, 'medium') })}{' '}
              {resultOf((day) => mondayOf(day) === monday)}
            </h3>
            <ul className={`stack gap-2 ${styles.days}`}>
              {days.map(({ day, tags, notes }) => (
                <li key={day}>
                  <div className="cluster between text-14">
                    <Button
                      label={dayText(day, locale)}
                      variant="quiet"
                      size="small"
                      aria-current={day === shown ? 'date' : undefined}
                      onClick={() => onOpen(day)}
                    />
                    {resultOf((each) => each === day)}
                  </div>
                  {tags.length > 0 && <p className="small">{tags.join(', ')}</p>}
                  <p className={`muted text-14 breakable ${styles.excerpt}`}>{notes}</p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {status === 'ready' && more && (
        <Button
          label={strings.journal_older}
          variant="outline"
          size="small"
          busy={isBusy}
          onClick={() => void showOlder()}
        />
      )}
    </Card>
  );
}
