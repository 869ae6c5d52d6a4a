import { useStore } from '@nanostores/react';
import { useContext, useState } from 'react';
import { ActionDialog } from '#app/office/actions/action-dialog.tsx';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { canCall } from '#app/office/stores/office.ts';
import { textOf, useTexts } from '#app/office/texts.ts';
import { useForm } from '#app/shell/use-form.ts';
import { withLabel } from '#lib/with-label.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import {
  cancelPayoutBatch,
  exportPayoutBatch,
  removeBatchPayment,
  reviewBankEntry,
} from '#shared/payouts/contract-office-batches.ts';
import { TextArea } from '#ui/text-input.tsx';
import { createBatchExport } from '../stores/office-batches.ts';

type ActionsProps = { readonly row: ListRow };

/** What can be done with a batch: download its file any number of times, or cancel it until a bank has accepted it. */
export function BatchActions({ row }: ActionsProps) {
  const { strings } = useTexts();
  const { status } = row;
  return (
    <>
      {status !== 'canceled' && canCall(exportPayoutBatch) && <BatchExport row={row} />}
      {(status === 'draft' || status === 'exported') && (
        <ActionForm
          contract={cancelPayoutBatch}
          action="batch_cancel"
          initial={{ batchId: row.id, reason: '' }}
          fields={[{ name: 'reason', label: strings.field_reason }]}
        />
      )}
    </>
  );
}

/** Exports a draft, or downloads the file of an exported batch again. */
function BatchExport({ row }: ActionsProps) {
  const { strings, locale } = useTexts();
  const [open, setOpen] = useState(false);
  const onDone = useContext(ActionDone);
  const [store] = useState(() =>
    createBatchExport(row.id, () => {
      setOpen(false);
      onDone();
    }),
  );
  const { busy, field } = useForm(store.form);
  const blocked = useStore(store.$blocked);
  const isDraft = row['status'] === 'draft';
  const label = isDraft ? strings.batch_export : strings.batch_download;
  return (
    <ActionDialog
      {...{ label, open, setOpen, busy }}
      isNext={isDraft}
      text={isDraft ? strings.batch_export_text : strings.batch_download_text}
      submit={store.form.submit}
      notes={
        blocked.length > 0 && (
          <ul>
            {blocked.map(({ reference, reason }) => (
              <li key={`${reference} ${reason}`}>{withLabel(reference, textOf(strings, 'held', reason), locale)}</li>
            ))}
          </ul>
        )
      }
    >
      {isDraft && row['format'] === 'wise-csv' && (
        <TextArea {...field('template')} label={strings.batch_template} hint={strings.batch_template_hint} />
      )}
    </ActionDialog>
  );
}

/** A payment can be removed while its batch is a draft; the server decides. */
export function PaymentActions({ row }: ActionsProps) {
  if (row['status'] !== 'waiting') return null;
  return <ActionForm contract={removeBatchPayment} action="payment_remove" initial={{ paymentId: row.id }} />;
}

/** An entry that our records contradict is done when someone has written down what came of it. */
export function EntryActions({ row }: ActionsProps) {
  const { strings } = useTexts();
  if (row['problem'] === null || row['reviewedAt'] !== null || !canCall(reviewBankEntry)) return null;
  return (
    <ActionForm
      contract={reviewBankEntry}
      action="entry_review"
      initial={{ entryId: row.id, reason: '' }}
      fields={[{ name: 'reason', label: strings.field_reason, hint: strings.finding_reason_hint }]}
    />
  );
}
