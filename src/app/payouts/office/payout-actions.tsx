import { useStore } from '@nanostores/react';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { formatFigure } from '#lib/money/format.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import * as calls from '#shared/payouts/contract-office.ts';
import { rejectionReasons, returnReasons } from '#shared/payouts/stages.ts';
import { $isApprovable, $lacksApproval } from '../stores/office-payouts.ts';

/** The actions on a payout at its stage, the next one first. One in a batch is sent, paid and returned with it. */
export function PayoutActions({ row }: { readonly row: ListRow }) {
  const { strings, t, locale } = useTexts();
  const { id: payoutId, status, batchId } = row;
  const isOpen = status === 'requested' || status === 'in-review' || (status === 'approved' && batchId === null);
  const isAlone = batchId === null;
  const lacksApproval = useStore($lacksApproval);
  const isApprovable = useStore($isApprovable);
  const note = { name: 'note', label: strings.column_note, hint: strings.field_reason_hint };
  return (
    <>
      {status === 'approved' && isAlone && (
        <ActionForm
          contract={calls.sendPayout}
          isNext={!lacksApproval}
          action="payout_send"
          initial={{ payoutId, reference: '' }}
          fields={[{ name: 'reference', label: strings.column_reference, line: 'text' }]}
        />
      )}
      {status === 'sent' && (
        <ActionForm contract={calls.settlePayout} isNext action="payout_settle" initial={{ payoutId }} />
      )}
      {status === 'requested' && (
        <ActionForm contract={calls.reviewPayout} isNext action="payout_review" initial={{ payoutId }} />
      )}
      {(status === 'in-review' || (status === 'approved' && lacksApproval)) && (
        <ActionForm
          contract={calls.approvePayout}
          isNext={isApprovable}
          label={t('payout_approve_amount', { amount: formatFigure(Number(row['netCents']), locale) })}
          text={strings.payout_approve_text}
          initial={{ payoutId }}
        />
      )}
      {isOpen && (
        <ActionForm
          contract={calls.rejectPayout}
          action="payout_reject"
          initial={{ payoutId, reason: '' as never, note: '' }}
          fields={[{ name: 'reason', label: strings.column_reason, values: rejectionReasons }, note]}
        />
      )}
      {(status === 'sent' || status === 'paid') && (
        <ActionForm
          contract={calls.returnPayout}
          action="payout_return"
          initial={{ payoutId, reason: '' as never, note: '' }}
          fields={[{ name: 'reason', label: strings.column_reason, values: returnReasons }, note]}
        />
      )}
    </>
  );
}
