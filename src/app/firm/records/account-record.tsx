import { EquityCard } from '#app/accounts/office/equity-card.tsx';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { RequestDocuments } from '#app/risk/office/request-documents.tsx';
import { conductCauses } from '#shared/accounts/conduct.ts';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { openConduct } from '#shared/risk/contract-conduct.ts';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

export function AccountRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} Body={Body} />;
}

function Body({ row }: RecordPartProps) {
  const { strings } = useTexts();
  return canCall(officeEquity) && <EquityCard accountId={row.id} title={strings.risk_chart} />;
}

function Actions({ row }: RecordPartProps) {
  const { strings } = useTexts();
  return (
    <>
      <RequestDocuments accountId={row.id} />
      {row['endedAt'] === null && (
        <ActionForm
          contract={openConduct}
          action="conduct_open"
          initial={{ accountId: row.id, cause: '' as never, evidence: '', sourceIds: [] }}
          fields={[
            { name: 'cause', label: strings.column_cause, values: conductCauses },
            { name: 'evidence', label: strings.column_evidence, hint: strings.field_reason_hint },
          ]}
        />
      )}
    </>
  );
}
