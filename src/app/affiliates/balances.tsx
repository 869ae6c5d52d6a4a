import { formatMoney } from '#lib/money/format.ts';
import { Money } from '#ui/money.tsx';
import styles from './affiliate.module.css';
import type { Affiliate, AffiliateData } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

type BalancesProps = {
  readonly balances: Affiliate['balances'];
  readonly terms: AffiliateData['terms'];
};

/** The affiliate's balances, in the order the money moves through them. */
export function Balances({ balances, terms }: BalancesProps) {
  const { strings, t, locale } = useTexts();
  const { pendingCents, availableCents, requestedCents, paidCents } = balances;
  const minimum = formatMoney(terms.minimumPayoutCents, locale);
  const items = [
    { term: strings.pending, cents: pendingCents, note: t('pending_note', { days: terms.pendingDays }) },
    {
      term: strings.available,
      cents: availableCents,
      note: availableCents < 0 ? strings.available_negative : t('available_note', { amount: minimum }),
    },
    { term: strings.requested, cents: requestedCents, note: strings.requested_note },
    { term: strings.paid, cents: paidCents, note: strings.paid_note },
  ];
  return (
    <dl className={styles.balances}>
      {items.map(({ term, cents, note }) => (
        <div key={term} className={styles.balance}>
          <dt>{term}</dt>
          <dd className={styles.amount}>
            <Money cents={cents} locale={locale} />
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}
