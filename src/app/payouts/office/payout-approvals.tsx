import { useStore } from '@nanostores/react';
import { timeText } from '#app/office/cell.tsx';
import styles from '#app/office/record/record.module.css';
import { useTexts } from '#app/office/texts.ts';
import { Card } from '#ui/card.tsx';
import { $checklist } from '../stores/office-payouts.ts';

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
        {approvals.map(({ approverId, email, at }) => (
          <li key={approverId}>
            <span>{email || strings.approval_by_rule}</span>
            <span className="muted">{timeText(at)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
