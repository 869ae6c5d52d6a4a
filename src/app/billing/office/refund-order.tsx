import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ActionDialog } from '#app/office/actions/action-dialog.tsx';
import { ActionFieldControl } from '#app/office/actions/action-field.tsx';
import { useActionDialog } from '#app/office/actions/use-action-dialog.ts';
import { LoadFailure } from '#app/office/load-failure.tsx';
import { useTexts } from '#app/office/texts.ts';
import { useForm } from '#app/shell/use-form.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { refundReasons } from '#shared/orders/types.ts';
import { Alert } from '#ui/alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { createRefund } from '../stores/office-refund.ts';
import { RefundItems } from './refund-items.tsx';

/** Refunds an order or its add-ons, after showing what goes back and how. `row`: the order, or a withdrawal's ticket. */
export function RefundOrder({ row }: { readonly row: ListRow }) {
  const { strings } = useTexts();
  const { open, show, finish, onConflict } = useActionDialog();
  const [refund] = useState(() => createRefund(String(row['orderId'] ?? row.id), finish, onConflict));
  const plan = useStore(refund.$plan);
  const { values, errors, busy, field } = useForm(refund.form);
  const showPlan = (isOpen: boolean) => {
    show(isOpen);
    if (isOpen) void refund.$plan.load();
  };
  return (
    <ActionDialog
      {...{ label: strings.refund, text: strings.refund_text, isOpenerDestructive: true, open, busy }}
      setOpen={showPlan}
      disabled={plan.status !== 'ready'}
      submit={refund.form.submit}
      notes={
        plan.status === 'ready' ? null : plan.status === 'loading' ? (
          <Skeleton shape="row" count={3} />
        ) : plan.status === 'refused' ? (
          <Alert kind="warning" role="status">
            {plan.failure?.kind === 'status' && plan.failure.message}
          </Alert>
        ) : (
          <LoadFailure status={plan.status} onRetry={refund.$plan.load} />
        )
      }
    >
      {plan.status === 'ready' && (
        <RefundItems
          plan={plan.data}
          name={String(row['order'] ?? row['name'])}
          chosen={values.items}
          refundCents={values.refundCents}
          error={errors['items']?.[0]}
          onToggle={refund.toggle}
          keptCents={values.keptCents ?? 0}
          onKeep={refund.keep}
        />
      )}
      {plan.status !== 'refused' && (
        <>
          <ActionFieldControl
            {...field('reason')}
            field={{ name: 'reason', label: strings.column_refundReason, values: refundReasons }}
          />
          <ActionFieldControl
            {...field('note')}
            field={{ name: 'note', label: strings.field_note, hint: strings.field_note_hint }}
          />
        </>
      )}
    </ActionDialog>
  );
}
