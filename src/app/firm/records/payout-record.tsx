import { EquityCard } from '#app/accounts/office/equity-card.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { PayoutActions } from '#app/payouts/office/payout-actions.tsx';
import { PayoutApprovals } from '#app/payouts/office/payout-approvals.tsx';
import { PayoutChecklist } from '#app/payouts/office/payout-checklist.tsx';
import { PayoutFacts } from '#app/payouts/office/payout-facts.tsx';
import { PayoutPayee } from '#app/payouts/office/payout-payee.tsx';
import { officeEquity } from '#shared/accounts/contract-equity.ts';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

export function PayoutRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={PayoutActions} Facts={PayoutFacts} Body={Body} Side={Side} />;
}

function Body({ row: { accountId } }: RecordPartProps) {
  const { strings } = useTexts();
  return (
    typeof accountId === 'string' &&
    canCall(officeEquity) && <EquityCard accountId={accountId} title={strings.equity_payout} />
  );
}

/** What has to hold before a decision, beside what it is about. */
function Side({ row }: RecordPartProps) {
  return (
    <>
      <PayoutChecklist row={row} />
      <PayoutPayee row={row} />
      <PayoutApprovals />
    </>
  );
}
