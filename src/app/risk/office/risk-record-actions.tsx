import { ActionForm } from '#app/office/actions/action-form.tsx';
import { findingText } from '#app/office/finding-text.ts';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { $user } from '#app/shell/stores/session.ts';
import { conductCauses } from '#shared/accounts/conduct.ts';
import { dismissParked } from '#shared/firm/contract-corrections.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { closeDocumentRequest } from '#shared/risk/contract-document-requests.ts';
import { dismissFinding, openFindingCase } from '#shared/risk/contract-findings.ts';
import { decideHalt, requestHaltEnd } from '#shared/risk/contract-halts.ts';
import type { FindingKind } from '#shared/risk/findings.ts';
import { RequestDocuments } from './request-documents.tsx';

/** Findings about positions against each other. */
const oppositeKinds: readonly unknown[] = ['opposite-sides', 'mirrored-trades', 'spread'] satisfies FindingKind[];

type RiskRecordActionsProps = { readonly list: OfficeListName; readonly row: ListRow };

/** The actions on findings, parked events, document requests and halts. */
export function RiskRecordActions({ list, row }: RiskRecordActionsProps) {
  const texts = useTexts();
  const { strings } = texts;
  const { id } = row;
  const status = row['status'];
  if (list === 'findings' && status === 'open' && canCall(dismissFinding)) {
    const evidence = findingText(texts, String(row['kind']), String(row['facts']));
    const cause = oppositeKinds.includes(row['kind']) ? 'opposite-trades' : 'system-abuse';
    return (
      <>
        <ActionForm
          contract={openFindingCase}
          action="conduct_open"
          initial={{ findingId: id, cause, evidence }}
          fields={[
            { name: 'cause', label: strings.column_cause, values: conductCauses },
            { name: 'evidence', label: strings.column_evidence, hint: strings.field_reason_hint },
          ]}
        />
        <ActionForm
          contract={dismissFinding}
          action="finding_dismiss"
          initial={{ findingId: id, reason: '' }}
          fields={[{ name: 'reason', label: strings.field_reason, hint: strings.finding_reason_hint }]}
        />
      </>
    );
  }
  if (list === 'accounts') return <RequestDocuments accountId={id} />;
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
