import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { ListRow } from '../../contract/office/define-list.ts';
import { refundReasons } from '../../domain/order/types.ts';
import { createRefund } from '../../stores/office-refund.ts';
import { Alert } from '../../ui/alert.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Money } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { ActionFieldControl } from './action-field.tsx';
import { LoadFailure } from './load-failure.tsx';
import styles from './record.module.css';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

type RefundOrderProps = { readonly row: ListRow; readonly onDone: () => void };

/** Refunds an order, after showing what goes back and how. */
export function RefundOrder({ row, onDone }: RefundOrderProps) {
  const { strings } = useTexts();
  const [open, setOpen] = useState(false);
  const [refund] = useState(() =>
    createRefund(row.id, () => {
      setOpen(false);
      onDone();
    }),
  );
  const plan = useStore(refund.$plan);
  const { values, errors, busy } = useStore(refund.form.$form);
  const show = (isOpen: boolean) => {
    setOpen(isOpen);
    if (isOpen) void refund.load();
  };
  return (
    <ActionDialog
      {...{ label: strings.refund, text: strings.refund_text, open, busy }}
      setOpen={show}
      disabled={plan.status !== 'ready'}
      submit={refund.form.submit}
      notes={
        plan.status === 'ready' ? (
          <RefundPlan plan={plan.data} name={String(row['name'])} />
        ) : plan.status === 'loading' ? (
          <Skeleton shape="row" count={3} />
        ) : plan.status === 'refused' ? (
          <Alert kind="warning" role="status">
            {plan.message}
          </Alert>
        ) : (
          <LoadFailure status={plan.status} onRetry={refund.load} />
        )
      }
    >
      {plan.status !== 'refused' && (
        <>
          <ActionFieldControl
            field={{ name: 'reason', label: strings.column_refundReason, values: refundReasons }}
            value={values.reason}
            error={errors['reason']?.[0]}
            onChange={(value) => refund.form.set('reason', value as never)}
          />
          <ActionFieldControl
            field={{ name: 'note', label: strings.field_note, hint: strings.field_note_hint }}
            value={values.note ?? ''}
            error={errors['note']?.[0]}
            onChange={(value) => refund.form.set('note', value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

type Plan = Extract<ReturnType<ReturnType<typeof createRefund>['$plan']['get']>, { status: 'ready' }>['data'];

/** What goes back of each line, what went back before, and the way the money takes. */
function RefundPlan({ plan, name }: { readonly plan: Plan; readonly name: string }) {
  const { strings, t, locale } = useTexts();
  const { lines, totalCents, returnedCents, refundCents, provider } = plan;
  const money = (cents: number) => <Money cents={cents} locale={locale} />;
  return (
    <div className={styles.plan}>
      <DescriptionList
        items={[
          ...lines.map(({ item, amountCents }) => ({
            term: item === 'package' ? name : textOf(strings, 'line', item),
            value: money(amountCents),
          })),
          { term: strings.refund_total, value: money(refundCents), total: true },
          ...(returnedCents > 0
            ? [
                { term: strings.refund_returned, value: money(returnedCents) },
                { term: strings.refund_paid, value: money(totalCents) },
              ]
            : []),
        ]}
      />
      <p className="soft">
        {provider === null
          ? strings.refund_way_none
          : t('refund_way', { provider: textOf(strings, 'value', provider) })}
      </p>
    </div>
  );
}
