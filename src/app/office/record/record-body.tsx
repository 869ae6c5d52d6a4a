import type { ListRow } from '#shared/office/define-list.ts';
import type { OfficeListName } from '#shared/office/lists.ts';
import { FindingFills } from '../finding-fills.tsx';
import { StaffDocuments } from '../staff-documents.tsx';
import { TicketPanel } from '../tickets/ticket-panel.tsx';
import { EvidenceCard } from './evidence-card.tsx';

type RecordBodyProps = { readonly list: OfficeListName; readonly row: ListRow; readonly onDone: () => void };

/** What a record is worked on with: a ticket's conversation, documents, or fills. */
export function RecordBody({ list, row, onDone }: RecordBodyProps) {
  if (list === 'tickets') return <TicketPanel key={row.id} row={row} onDone={onDone} />;
  if (list === 'identity' || list === 'requests') return <StaffDocuments list={list} id={row.id} />;
  if (list === 'findings') return <FindingFills row={row} />;
  if (list === 'chargebacks') return <EvidenceCard disputeId={row.id} />;
  return null;
}
