import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { classNames } from '#ui/class-names.ts';
import { queuePath } from '../queue-path.ts';
import { $overview, refreshOverview } from '../stores/office.ts';
import { useTexts } from '../texts.ts';
import { textOf } from '../types.ts';
import riskStyles from './risk.module.css';

/** The desk's lists besides the live accounts, most urgent first. */
const watched = ['bridge', 'tasks', 'parked', 'differences', 'findings', 'conduct', 'halts', 'requests'] as const;
const refreshMs = 30_000;

/**
 * How much waits in the desk's lists: silent feeds, unknown instruments, differences, findings, cases. Loaded after the
 * live accounts, so that those don't wait for it.
 */
export function RiskQueues({ isWaiting }: { readonly isWaiting: boolean }) {
  const { strings, t, locale } = useTexts();
  const state = useStore($overview);
  useEffect(() => {
    if (isWaiting) return;
    void refreshOverview();
    const timer = setInterval(() => void refreshOverview(), refreshMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const rows = state.status === 'ready' ? state.data.queues : [];
  return (
    <nav aria-label={strings.queues}>
      <ul className={riskStyles.queues}>
        {watched.map((list) => {
          const row = rows.find((queue) => queue.list === list);
          const count = row === undefined ? '–' : row.more ? t('count_more', { count: row.count }) : row.count;
          return (
            <li key={list}>
              <a href={queuePath(list, locale)}>{textOf(strings, 'queue', list)}</a>{' '}
              <span className={classNames(riskStyles.count, row?.count ? riskStyles.waiting : 'muted')}>{count}</span>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
