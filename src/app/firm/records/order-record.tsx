import { EvidenceCard } from '#app/billing/office/evidence-card.tsx';
import { RefundRow } from '#app/billing/office/refund-order.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** An order, or its payer's bank taking the money back. */
export function OrderRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={RefundRow} Body={Body} />;
}

function Body({ list, row }: RecordPartProps) {
  return list === 'chargebacks' && <EvidenceCard disputeId={row.id} />;
}
