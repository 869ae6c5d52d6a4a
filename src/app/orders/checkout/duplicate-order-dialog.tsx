import { formatLocale } from '#lib/format-locale.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { DuplicateOrder } from '../stores/checkout-state.ts';
import { type CheckoutTexts, useTexts } from './texts.ts';

type DuplicateOrderDialogProps = {
  readonly earlier: DuplicateOrder | null;
  readonly onClose: () => void;
  readonly onOrderAgain: () => void;
};

/** Asks before charging for the same product twice; the first option opens the earlier order. */
export function DuplicateOrderDialog({ earlier, onClose, onOrderAgain }: DuplicateOrderDialogProps) {
  const { strings, t, locale } = useTexts();
  return (
    <Dialog
      open={earlier !== null}
      onClose={onClose}
      title={earlier ? titleOf(earlier.createdAt, { strings, t, locale }) : ''}
      closeLabel={strings.duplicate_close}
      actions={
        <>
          {earlier?.paymentUrl && <Button label={strings.duplicate_resume} href={earlier.paymentUrl} />}
          <Button label={strings.duplicate_anyway} variant="outline" onClick={onOrderAgain} />
        </>
      }
    >
      <p>{earlier && textOf(earlier, strings)}</p>
      {earlier && <p className="muted tabular">{t('duplicate_number', { number: earlier.orderNumber })}</p>}
    </Dialog>
  );
}

function titleOf(at: number, { strings, t, locale }: CheckoutTexts): string {
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (minutes >= 0) return strings.duplicate_title_now;
  const time = new Intl.RelativeTimeFormat(formatLocale(locale)).format(minutes, 'minute');
  return t('duplicate_title', { time });
}

function textOf({ paymentUrl, isProcessing }: DuplicateOrder, strings: CheckoutTexts['strings']): string {
  if (isProcessing) return strings.duplicate_processing;
  return paymentUrl === null ? strings.duplicate_paid : strings.duplicate_text;
}
