import { EquityCard } from '#app/accounts/office/equity-card.tsx';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { FindingActions, FindingFills } from '#app/risk/office/finding-record.tsx';
import { conductDecisions } from '#shared/accounts/conduct.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { decideDispute, settleDifference } from '#shared/firm/contract-corrections.ts';
import { decideConduct } from '#shared/risk/contract-conduct.ts';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** What was found, reported or decided about an account’s trading. */
export function CaseRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} Body={Body} />;
}

function Body({ list, row }: RecordPartProps) {
  const { strings } = useTexts();
  const { accountId } = row;
  return (
    <>
      {list === 'findings' && <FindingFills row={row} />}
      {typeof accountId === 'string' && canCall(officeEquity) && (
        <EquityCard accountId={accountId} title={strings.risk_chart} />
      )}
    </>
  );
}

function Actions({ list, row }: RecordPartProps) {
  const { strings } = useTexts();
  const { id } = row;
  const reason = { name: 'reason', label: strings.field_reason, hint: strings.field_reason_hint };
  if (row['status'] !== 'open') return null;
  if (list === 'findings') return <FindingActions row={row} />;
  if (list === 'conduct')
    return (
      <ActionForm
        contract={decideConduct}
        label={strings.decide}
        text={strings.conduct_decide_text}
        initial={{ caseId: id, decision: '' as never, reason: '' }}
        fields={[{ name: 'decision', label: strings.field_decision, values: conductDecisions }, reason]}
      />
    );
  if (list === 'disputes')
    return (
      <ActionForm
        contract={decideDispute}
        label={strings.decide}
        text={strings.dispute_decide_text}
        initial={{ disputeId: id, decision: '' as never, reason: '' }}
        fields={[{ name: 'decision', label: strings.field_decision, values: ['upheld', 'rejected'] }, reason]}
      />
    );
  return (
    <ActionForm
      contract={settleDifference}
      action="settle"
      initial={{ differenceId: id, reason: '' }}
      fields={[reason]}
    />
  );
}
