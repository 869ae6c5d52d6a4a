import { useStore } from '@nanostores/react';
import { Card } from '#ui/card.tsx';
import { timeText } from '../cell.tsx';
import { $checklist } from '../stores/payouts.ts';
import { useTexts } from '../texts.ts';
import styles from './record.module.css';

/** Who has approved the payout as it is now, and how many have to. */
export function PayoutApprovals() {
  const { strings, t } = useTexts();
  const { data } = useStore($checklist);
  if (data === undefined) return null;
  const { approvals, approvalsRequired } = data;
  return (
    <Card as="section" title={strings.approvals}>
      <p className="muted">{t('approvals_of', { given: approvals.length, needed: approvalsRequired })}</p>
      <ul className={styles.lines}>
        {approvals.map(({ email, at }) => (
          <li key={email}>
            <span>{email}</span>
            <span className="muted">{timeText(at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
