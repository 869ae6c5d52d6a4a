import { timeText } from '#app/office/cell.tsx';
import { StateBadge } from '#app/office/state-badge.tsx';
import { useTexts } from '#app/office/texts.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { Money } from '#ui/money.tsx';
import type { RiskAccount } from '../stores/risk-account.ts';
import styles from './risk.module.css';

/** The account's payouts. They are decided in a list of their own. */
export function RiskPayouts({ payouts }: { readonly payouts: RiskAccount['payouts'] }) {
  const { strings, locale } = useTexts();
  if (payouts.length === 0) return null;
  return (
    <>
      <h3 className={styles.part}>{strings.list_payouts}</h3>
      <ol className={`stack gap-3 breakable ${styles.entries}`}>
        {payouts.map(({ number, status, amountCents, requestedAt }) => (
          <li key={number}>
            <p className="cluster gap-2">
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
