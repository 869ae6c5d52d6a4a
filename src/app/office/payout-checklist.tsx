import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { ListRow } from '#shared/office/define-list.ts';
import { Badge } from '#ui/badge.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './office.module.css';
import recordStyles from './record.module.css';
import { $checklist, loadChecklist } from './stores/payouts.ts';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

/**
 * What must hold before a payout is approved, and who has approved it. Reloads with the record, because the first of
 * two approvals doesn't change the status.
 */
export function PayoutChecklist({ row }: { readonly row: ListRow }) {
  const { strings, t } = useTexts();
  const state = useStore($checklist);
  useEffect(() => void loadChecklist(row.id), [row]);
  if (state.status === 'loading') return <Skeleton shape="row" count={4} />;
  if (state.status !== 'ready') return <LoadFailure status={state.status} onRetry={() => void loadChecklist(row.id)} />;
  const { checklist, approvals, approvalsRequired } = state.data;
  return (
    <section className={styles.list}>
      <h2 className={styles.subtitle}>{strings.checklist}</h2>
      <dl className={recordStyles.factList}>
        {checklist.map(({ name, passed }) => (
          <div key={name} className={recordStyles.fact}>
            <dt>{textOf(strings, 'check', name)}</dt>
            <dd>
              <Badge tone={passed ? 'success' : 'danger'}>
                {passed ? strings.check_passed : strings.check_missing}
              </Badge>
            </dd>
          </div>
        ))}
        <div className={recordStyles.fact}>
          <dt>{strings.approvals}</dt>
          <dd>
            {t('approvals_of', { given: approvals.length, needed: approvalsRequired })}
            {approvals.map(({ email }) => (
              <div key={email}>{email}</div>
            ))}
          </dd>
        </div>
      </dl>
    </section>
  );
}
