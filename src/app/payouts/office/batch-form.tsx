import { useStore } from '@nanostores/react';
import { useContext, useEffect } from 'react';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import styles from '#app/office/record.module.css';
import { textOf, useTexts } from '#app/office/texts.ts';
import { withLabel } from '#lib/with-label.ts';
import { createPayoutBatch } from '#shared/payouts/contract-office-batches.ts';
import { Alert } from '#ui/alert.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { $heldPayouts, $payable, showHeldPayouts } from '../stores/office-batches.ts';

/** What is approved and ready to be paid, with a button for each file format it can be paid by. */
export function BatchForm() {
  const onDone = useContext(ActionDone);
  const { strings, t, locale } = useTexts();
  const state = useStore($payable);
  const leftOut = useStore($heldPayouts);
  useEffect(() => void $payable.load(), []);
  if (state.status !== 'ready') return null;
  const reload = () => {
    void $payable.load();
    onDone();
  };
  return (
    <>
      {leftOut.length > 0 && <Alert kind="warning" title={t('batch_left_out', { numbers: leftOut.join(', ') })} />}
      {state.data.methods.length === 0 && <EmptyState plain title={strings.batch_nothing} />}
      <ul className={`stack gap-3 text-14 ${styles.payable}`}>
        {state.data.methods.map(({ method, payments, totalCents, formats }) => (
          <li key={method}>
            <span>
              {withLabel(textOf(strings, 'value', method), t('batch_payable', { count: payments }), locale)},{' '}
              <Money cents={totalCents} locale={locale} />
            </span>
            {formats.map((format) => (
              <ActionForm
                key={format}
                onDone={reload}
                onResult={showHeldPayouts}
                contract={createPayoutBatch}
                label={t('batch_create', { format: textOf(strings, 'value', format) })}
                text={strings.batch_create_text}
                initial={{ method, format }}
                fields={[]}
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
