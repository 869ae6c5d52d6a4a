import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { timeText } from '#app/office/cell.tsx';
import styles from '#app/office/record/record.module.css';
import { canOpen } from '#app/office/stores/office.ts';
import { textOf, useTexts } from '#app/office/texts.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { pathTo } from '#routes.ts';
import { Card } from '#ui/card.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $evidence } from '../stores/office-evidence.ts';

/** What to send to the bank: when the order was placed, agreed to, paid, delivered and used. */
export function EvidenceCard({ disputeId }: { readonly disputeId: string }) {
  const { strings, t, locale } = useTexts();
  const state = useStore($evidence);
  const load = () => void $evidence.load(disputeId);
  useEffect(load, [disputeId]);
  if (state.status === 'loading') return <Skeleton shape="row" count={6} />;
  if (state.status === 'failed')
    return <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={load} />;
  const { evidence, accounts } = state.data;
  return (
    <Card as="section" title={strings.evidence}>
      <p className="muted small">{strings.evidence_text}</p>
      <ul className={styles.lines}>
        {evidence.map(({ kind, at, detail, count }) => (
          <li key={`${kind} ${at} ${detail}`}>
            <span>
              {count === null
                ? textOf(strings, 'evidence', kind)
                : t(kind === 'traded' ? 'evidence_traded' : 'evidence_signIn', {
                    count,
                    number: count.toLocaleString(formatLocale(locale)),
                  })}
              {kind === 'delivered' && canOpen('accounts')
                ? accounts.map(({ id, account }) => (
                    <span key={id}>
                      {' · '}
                      <a href={pathTo('officeRecord', { list: 'accounts', id }, locale)}>{account}</a>
                    </span>
                  ))
                : detail !== '' && <span className="muted"> · {detail}</span>}
            </span>
            <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
