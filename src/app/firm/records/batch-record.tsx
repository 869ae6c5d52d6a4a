import { BatchActions, EntryActions, PaymentActions } from '#app/payouts/office/batch-actions.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** What is paid out together, one payment of it, or what the bank says about it. */
export function BatchRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} />;
}

function Actions({ list, row }: RecordPartProps) {
  if (list === 'batches') return <BatchActions row={row} />;
  return list === 'payments' ? <PaymentActions row={row} /> : <EntryActions row={row} />;
}
