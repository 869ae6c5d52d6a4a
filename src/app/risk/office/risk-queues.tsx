import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { queuePath } from '#app/office/queue-path.ts';
import { $overview } from '#app/office/stores/office.ts';
import { textOf, useTexts } from '#app/office/texts.ts';
import styles from './risk.module.css';

/** The desk's lists besides the live accounts, most urgent first. */
const watched = [
  'bridge',
  'tasks',
  'parked',
  'differences',
  'disputes',
  'findings',
  'conduct',
  'halts',
  'requests',
] as const;
const refreshMs = 30_000;

/**
 * How much waits in the desk's lists; the empty ones are folded. Loaded after the live accounts, so that those don't
 * wait for it.
 */
export function RiskQueues({ isWaiting }: { readonly isWaiting: boolean }) {
  const { strings, t, locale } = useTexts();
  const state = useStore($overview);
  useEffect(() => {
    if (isWaiting) return;
    void $overview.refresh();
    const timer = setInterval(() => void $overview.refresh(), refreshMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const rows = state.status === 'ready' ? state.data.queues : [];
  const countOf = (list: (typeof watched)[number]) => rows.find((queue) => queue.list === list);
  const empty = watched.filter((list) => countOf(list)?.count === 0);
  const link = (list: (typeof watched)[number]) => (
    <a href={queuePath(list, locale)}>{textOf(strings, 'queue', list)}</a>
  );
  return (
    <nav aria-label={strings.queues} className={styles.queues}>
      <ul>
        {watched
          .filter((list) => !empty.includes(list))
          .map((list) => {
            const row = countOf(list);
            return (
              <li key={list}>
                {link(list)}{' '}
                <b className={styles.count}>
                  {row === undefined ? '' : row.more ? t('count_more', { count: row.count }) : row.count}
                </b>
              </li>
            );
          })}
      </ul>
      {empty.length > 0 && (
        <details>
          <summary className="muted">{t('queues_empty', { count: empty.length })}</summary>
          <ul>
            {empty.map((list) => (
              <li key={list}>{link(list)}</li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}
