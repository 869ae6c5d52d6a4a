import type { ListRow } from '#shared/office/define-list.ts';
import type { OfficeListName } from '#shared/office/lists.ts';
import { PayoutApprovals } from './payout-approvals.tsx';
import { PayoutChecklist } from './payout-checklist.tsx';
import { PayoutPayee } from './payout-payee.tsx';

type RecordSideProps = { readonly list: OfficeListName; readonly row: ListRow };

/** What has to hold before a decision, beside what it is about. */
export function RecordSide({ list, row }: RecordSideProps) {
  if (list !== 'payouts') return null;
  return (
    <>
      <PayoutChecklist row={row} />
      <PayoutPayee row={row} />
      <PayoutApprovals />
    </>
  );
}
