import { EvidenceCard } from '#app/billing/office/evidence-card.tsx';
import { RefundRow } from '#app/billing/office/refund-order.tsx';
import { queuePath } from '#app/office/queue-path.ts';
import { canOpen } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { formatFigure } from '#lib/money/format.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** An order, or its payer's bank taking the money back. */
export function OrderRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} Body={Body} />;
}

/** What a bank disputes is answered to the bank, and not refunded as well. */
function Actions({ list, row }: RecordPartProps) {
  const { strings, locale } = useTexts();
  if (list !== 'orders' || row['disputedCents'] === null) return <RefundRow row={row} />;
  const href = queuePath('chargebacks', locale, { order: row.id });
  return canOpen('chargebacks') && <Button label={strings.next_chargebacks} href={href} />;
}

function Body({ list, row: { id, disputedCents } }: RecordPartProps) {
  const { strings, t, locale } = useTexts();
  if (list === 'chargebacks') return <EvidenceCard disputeId={id} />;
  if (typeof disputedCents !== 'number') return null;
  return (
    <Alert kind="warning" title={t('order_disputed', { amount: formatFigure(disputedCents, locale) })}>
      {strings.order_disputed_text}
    </Alert>
  );
}
