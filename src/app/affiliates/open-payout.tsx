import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { formatFigure } from '#lib/money/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import styles from './affiliate.module.css';
import { dateTextOf } from './date-text.ts';
import { $affiliatePayoutForm, type AffiliatePayout, closeOpenPayout } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

/** The open request with its stage and deadline, and the button that closes it. */
export function OpenPayout({ payout }: { readonly payout: AffiliatePayout }) {
  const { strings, t, locale } = useTexts();
  const { busy } = useStore($affiliatePayoutForm);
  const [isConfirming, setConfirming] = useState(false);
  const { id, number, amountCents, dueAt, status, closable } = payout;
  return (
    <div className={styles.form}>
      <p>
        {t('payout_open', { number, amount: formatFigure(amountCents, locale) })}{' '}
        <Badge tone="accent">{strings[`payout_status_${status}`]}</Badge>
      </p>
      {dueAt !== null && <p className={styles.note}>{t('payout_due', { date: dateTextOf(dueAt, locale) })}</p>}
      {closable && (
        <Button variant="outline" size="small" onClick={() => setConfirming(true)}>
          {strings.payout_close}
        </Button>
      )}
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('payout_close_title', { number })}
        closeLabel={strings.payout_keep}
        actions={
          <>
            <Button busy={busy} onClick={() => void closeOpenPayout(id).then(() => setConfirming(false))}>
              {strings.payout_close}
            </Button>
            <Button variant="outline" onClick={() => setConfirming(false)}>
              {strings.payout_keep}
            </Button>
          </>
        }
      >
        <p>{strings.payout_close_text}</p>
      </Dialog>
    </div>
  );
}
