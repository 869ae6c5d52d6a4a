import { canCall } from '#app/office/stores/office.ts';
import { IdentityActions, ScreeningActions } from '#app/payouts/office/payee-actions.tsx';
import { StaffDocuments } from '#app/payouts/office/staff-documents.tsx';
import { RiskRecordActions } from '#app/risk/office/risk-record-actions.tsx';
import { decideIdentityCheck, decideSanctionsCheck } from '#shared/payouts/contract-office-payees.ts';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** Who somebody is: an identity check, a screening, or documents that were asked for; and what the desk holds back. */
export function CheckRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} Body={Body} />;
}

function Body({ list, row }: RecordPartProps) {
  return (list === 'identity' || list === 'requests') && <StaffDocuments list={list} id={row.id} />;
}

function Actions({ list, row }: RecordPartProps) {
  if (list === 'identity') return canCall(decideIdentityCheck) && <IdentityActions row={row} />;
  if (list === 'screenings') return canCall(decideSanctionsCheck) && <ScreeningActions row={row} />;
  return <RiskRecordActions list={list} row={row} />;
}
