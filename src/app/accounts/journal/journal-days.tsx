import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { dayText } from '../day-text.ts';
import { FailedAlert } from '../failed-alert.tsx';
import { $journalDays, loadJournalDays, loadOlderJournalDays } from '../stores/journal-days.ts';
import { useTexts } from '../texts.ts';
import styles from './journal.module.css';

type JournalDaysProps = {
  readonly accountId: string;
  readonly shown: string;
  readonly onOpen: (day: string) => void;
};

/** The days that have an entry, newest first. */
export function JournalDays({ accountId, shown, onOpen }: JournalDaysProps) {
  const { strings, locale } = useTexts();
  const list = useStore($journalDays);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void loadJournalDays(accountId), [accountId]);
  const { entries, more } = list;
  const status = list.accountId === accountId ? list.status : 'loading';
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
      {status === 'ready' && (
        <ul className={`stack gap-2 ${styles.days}`}>
          {entries.map(({ day, tags, notes }) => (
            <li key={day}>
              <Button
                variant="quiet"
                size="small"
                aria-current={day === shown ? 'date' : undefined}
                onClick={() => onOpen(day)}
              >
                {dayText(day, locale)}
              </Button>
              {tags.length > 0 && <p className="small">{tags.join(', ')}</p>}
              <p className={styles.excerpt}>{notes}</p>
            </li>
          ))}
        </ul>
      )}
      {status === 'ready' && more && (
        <Button variant="outline" size="small" busy={isBusy} onClick={() => void showOlder()}>
          {strings.journal_older}
        </Button>
      )}
    </Card>
  );
}
