import { RefundRow } from '#app/billing/office/refund-order.tsx';
import { WriterLists } from '#app/office/related-lists.tsx';
import { TicketPanel } from '#app/support/office/ticket-panel.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

export function TicketRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={RefundRow} Body={Body} Side={WriterLists} />;
}

function Body({ row }: RecordPartProps) {
  return <TicketPanel key={row.id} row={row} />;
}
