import type { RiskAccount } from '#app/risk/stores/risk-account.ts';
import { officeLists } from '#shared/office/lists.ts';
import { Money } from '#ui/money.tsx';
import { timeText } from '../cell.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useTexts } from '../texts.ts';
import styles from './risk.module.css';

/** The account's payouts. They are decided in a list of their own. */
export function RiskPayouts({ payouts }: { readonly payouts: RiskAccount['payouts'] }) {
  const { strings, locale } = useTexts();
  if (payouts.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>{strings.list_payouts}</h3>
      <ol className={styles.entries}>
        {payouts.map(({ number, status, amountCents, requestedAt }) => (
          <li key={number}>
            <p className={styles.entryHeader}>
              <Money cents={amountCents} locale={locale} />
              <StateBadge value={status} tones={officeLists.payouts.columns.status.tones ?? {}} />
            </p>
            <p className="muted">
              {timeText(requestedAt)} · {number}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
