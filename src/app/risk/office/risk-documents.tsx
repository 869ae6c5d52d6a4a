import { timeText } from '#app/office/cell.tsx';
import { textOf, useTexts } from '#app/office/texts.ts';
import { pathTo } from '#routes.ts';
import { Badge } from '#ui/badge.tsx';
import type { RiskAccount } from '../stores/risk-account.ts';
import styles from './risk.module.css';

const tones = { sent: 'accent', received: 'success', closed: 'neutral' } as const;

/** The documents requested from the trader; each request links to its uploads. */
export function RiskDocuments({ requests }: { readonly requests: RiskAccount['documentRequests'] }) {
  const { strings, t, locale } = useTexts();
  if (requests.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>{strings.list_requests}</h3>
      <ol className={`stack gap-3 breakable ${styles.entries}`} aria-live="polite">
        {requests.map(({ id, text, stage, requestedBy, requestedAt, receivedAt, documents }) => (
          <li key={id}>
            <p className="cluster gap-2">
              <a href={pathTo('officeRecord', { list: 'requests', id }, locale)}>
                {t('documents_count', { count: documents })}
              </a>
              <Badge tone={tones[stage]}>{textOf(strings, 'value', stage)}</Badge>
            </p>
            <p>{text}</p>
            <p className="muted">
              {timeText(requestedAt)} · {requestedBy}
              {receivedAt !== null && ` · ${t('documents_received', { time: timeText(receivedAt) })}`}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
