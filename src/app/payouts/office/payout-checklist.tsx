import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { LoadFailure } from '#app/office/load-failure.tsx';
import styles from '#app/office/record/record.module.css';
import { canOpen } from '#app/office/stores/office.ts';
import { listText, textOf, useTexts } from '#app/office/texts.ts';
import { pathTo } from '#routes.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListFilter, ListRow } from '#shared/office/define-list.ts';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { $checklist, type PayoutCheck } from '../stores/office-payouts.ts';

const remedies: Partial<Record<PayoutCheck['name'], readonly [OfficeListName, (row: ListRow) => ListFilter]>> = {
  conduct: ['conduct', ({ accountId }) => ({ account: String(accountId) })],
  finding: ['findings', ({ accountId }) => ({ account: String(accountId), status: 'open' })],
  dispute: ['chargebacks', ({ personId }) => ({ person: String(personId) })],
  sales: ['commissions', ({ personId }) => ({ person: String(personId) })],
  money: ['tasks', ({ accountId }) => ({ account: String(accountId) })],
  'identity-check': ['identity', ({ personId }) => ({ person: String(personId) })],
  sanctions: ['screenings', ({ personId }) => ({ person: String(personId) })],
};

/**
 * What must hold before a payout is approved: a failed check leads with its remedy, passed ones are folded. Reloads
 * with the record, because the first of two approvals doesn't change the status.
 */
export function PayoutChecklist({ row }: { readonly row: ListRow }) {
  const { strings, t } = useTexts();
  const state = useStore($checklist);
  useEffect(() => void $checklist.load(row.id), [row]);
  if (state.status === 'loading') return <Skeleton shape="row" count={4} />;
  if (state.status !== 'ready')
    return <LoadFailure status={state.status} onRetry={() => void $checklist.load(row.id)} />;
  const { checklist } = state.data;
  const failed = checklist.filter(({ passed }) => !passed);
  const passed = checklist.filter((check) => check.passed);
  const isDecided = row['status'] !== 'requested' && row['status'] !== 'in-review';
  const counts = { passed: passed.length, count: checklist.length };
  return (
    <Card
      as="section"
      title={isDecided ? strings.checks_title : t(failed.length === 0 ? 'checks_ready' : 'checks_failed', counts)}
    >
      {failed.length > 0 && (
        <ul className={styles.failed}>
          {failed.map(({ name }) => (
            <li key={name}>
              <strong>{textOf(strings, 'check', name)}</strong>
              <p>{textOf(strings, 'remedy', name)}</p>
              <Remedy name={name} row={row} />
            </li>
          ))}
        </ul>
      )}
      <details className={`text-14 ${styles.passed}`}>
        <summary>{t('checks_passed', counts)}</summary>
        <ul>
          {passed.map(({ name }) => (
            <li key={name}>
              <Icon name="check" size={18} />
              {textOf(strings, 'check', name)}
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

function Remedy({ name, row }: { readonly name: PayoutCheck['name']; readonly row: ListRow }) {
  const { strings, locale } = useTexts();
  const [list, filterOf] = remedies[name] ?? [];
  if (!list || !filterOf || !canOpen(list)) return null;
  const search = new URLSearchParams(filterOf(row) as Readonly<Record<string, string>>);
  return <a href={`${pathTo('officeList', { list }, locale)}?${search}`}>{listText(strings, 'list', list)}</a>;
}
