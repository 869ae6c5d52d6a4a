import { PayoutApprovals } from '#app/payouts/office/payout-approvals.tsx';
import { PayoutChecklist } from '#app/payouts/office/payout-checklist.tsx';
import { PayoutPayee } from '#app/payouts/office/payout-payee.tsx';
import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';

/** What has to hold before a decision, beside what it is about. */
export function RecordSide({ list, row }: { readonly list: OfficeListName; readonly row: ListRow }) {
  if (list !== 'payouts') return null;
  return (
    <>
      <PayoutChecklist row={row} />
      <PayoutPayee row={row} />
      <PayoutApprovals />
    </>
  );
}
