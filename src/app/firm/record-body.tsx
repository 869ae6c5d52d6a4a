import { EvidenceCard } from '#app/billing/office/evidence-card.tsx';
import { StaffDocuments } from '#app/payouts/office/staff-documents.tsx';
import { FindingFills } from '#app/risk/office/finding-fills.tsx';
import { TicketPanel } from '#app/support/office/ticket-panel.tsx';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';

type RecordBodyProps = { readonly list: OfficeListName; readonly row: ListRow };

/** What a record is worked on with: a ticket's conversation, documents, or fills. */
export function RecordBody({ list, row }: RecordBodyProps) {
  if (list === 'tickets') return <TicketPanel key={row.id} row={row} />;
  if (list === 'identity' || list === 'requests') return <StaffDocuments list={list} id={row.id} />;
  if (list === 'findings') return <FindingFills row={row} />;
  if (list === 'chargebacks') return <EvidenceCard disputeId={row.id} />;
  return null;
}
