import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { $user } from '#app/shell/stores/session.ts';
import { dismissParked } from '#shared/firm/contract-corrections.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { closeDocumentRequest } from '#shared/risk/contract-document-requests.ts';
import { decideHalt, requestHaltEnd } from '#shared/risk/contract-halts.ts';

type RiskRecordActionsProps = { readonly list: OfficeListName; readonly row: ListRow };

/** The actions on parked events, document requests and halts. */
export function RiskRecordActions({ list, row }: RiskRecordActionsProps) {
  const { strings } = useTexts();
  const { id } = row;
  const status = row['status'];
  if (list === 'requests' && status !== 'closed') {
    return <ActionForm contract={closeDocumentRequest} action="documents_close" initial={{ requestId: id }} />;
  }
  if (list === 'parked' && canCall(dismissParked)) {
    return (
      <ActionForm
        contract={dismissParked}
        action="parked_dismiss"
        initial={{ parkedId: id, reason: '' }}
        fields={[{ name: 'reason', label: strings.field_reason, hint: strings.finding_reason_hint }]}
      />
    );
  }
  if (list === 'halts' && canCall(decideHalt)) return <HaltActions row={row} />;
  return null;
}

/** Starts and ends need a second person, so people can't approve their own requests. */
function HaltActions({ row }: Omit<RiskRecordActionsProps, 'list'>) {
  const { strings } = useTexts();
  const { id } = row;
  const status = row['status'];
  if (status === 'running') {
    return <ActionForm contract={requestHaltEnd} action="halt_end" initial={{ haltId: id }} />;
  }
  if (status !== 'requested' && status !== 'lift-requested') return null;
  const requester = row[status === 'requested' ? 'requestedBy' : 'liftRequestedBy'];
  if (requester === $user.get()?.email) return <p className="muted">{strings.risk_second}</p>;
  return (['approve', 'decline'] as const).map((decision) => (
    <ActionForm key={decision} contract={decideHalt} action={`halt_${decision}`} initial={{ haltId: id, decision }} />
  ));
}
