import { useStore } from '@nanostores/react';
import { timeText } from '#app/office/cell.tsx';
import styles from '#app/office/record/record.module.css';
import { canOpen } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { countryName } from '#lib/country-name.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Card } from '#ui/card.tsx';
import { $checklist } from '../stores/office-payouts.ts';

export function PayoutPayee({ row }: { readonly row: ListRow }) {
  const { strings, t, locale } = useTexts();
  const { data } = useStore($checklist);
  if (data === undefined) return null;
  const { person, payee } = data;
  const facts = [
    [countryName(person.country, locale), t('payee_since', { day: timeText(payee.since).slice(0, 10) })],
    [strings.payee_accounts, payee.openAccounts.toLocaleString(locale)],
    [strings.payee_paid, formatFigure(payee.paidCents, locale)],
    [strings.payee_fees, formatFigure(payee.feesCents, locale)],
    [strings.list_chargebacks, payee.chargebacks === 0 ? strings.value_none : payee.chargebacks.toLocaleString(locale)],
  ] as const;
  const open = canOpen('people') && (
    <a href={pathTo('officeRecord', { list: 'people', id: String(row['personId']) }, locale)}>{strings.open}</a>
  );
  return (
    <Card as="section" title={person.name} aside={open}>
      <ul className={styles.lines}>
        {facts.map(([term, value]) => (
          <li key={term}>
            <span>{term}</span>
            <span>{value}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
