import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { $canceling, askToCancel, confirmCancel } from './stores/billing.ts';
import { dayText, subscriptionsTitle, useTexts } from './texts.ts';

/** The second of two steps: states the consequence above the confirming button. */
export function CancelDialog() {
  const { strings, t, locale } = useTexts();
  const { subscription, busy } = useStore($canceling);
  const name = subscription?.name ?? '';
  const date = subscription ? dayText(subscription.periodEndsAt, locale) : '';
  // The button that opened the dialog disappears with the canceled subscription.
  const confirm = async () => {
    await confirmCancel();
    document.getElementById(subscriptionsTitle)?.focus();
  };
  const isUnpaid = subscription?.status === 'past-due';
  return (
    <Dialog
      open={subscription !== null}
      onClose={() => askToCancel(null)}
      title={t('cancel_title', { name })}
      closeLabel={strings.close}
      actions={
        <>
          <Button label={strings.cancel_confirm} variant="danger" busy={busy} onClick={() => void confirm()} />
          <Button label={strings.cancel_keep} variant="outline" onClick={() => askToCancel(null)} />
        </>
      }
    >
      <p>{isUnpaid ? strings.cancel_unpaid : t('cancel_text', { date })}</p>
      <p>{isUnpaid || subscription?.accountId === null ? strings.cancel_final : t('cancel_resume', { date })}</p>
    </Dialog>
  );
}
