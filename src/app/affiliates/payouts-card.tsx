import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { formatFigure } from '#lib/money/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Money } from '#ui/money.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './affiliate.module.css';
import { dateTextOf } from './date-text.ts';
import { PayoutForm } from './payout-form.tsx';
import {
  $affiliatePayoutForm,
  $affiliatePayouts,
  type AffiliatePayout,
  type AffiliatePayouts,
  closeOpenPayout,
  loadAffiliatePayouts,
  saveStatement,
} from './stores/payouts.ts';
import { useTexts } from './texts.ts';

/** The balance that can be paid out, the open request, and all earlier ones. */
export function PayoutsCard() {
  const { strings } = useTexts();
  const state = useStore($affiliatePayouts);
  useEffect(() => void loadAffiliatePayouts(), []);
  return (
    <Card as="section" title={strings.payout_title}>
      {state.status === 'loading' && <Skeleton shape="row" count={4} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.payout_failed} action={strings.retry} onRetry={loadAffiliatePayouts} />
      )}
      {state.status === 'ready' && <Body payouts={state.data} />}
    </Card>
  );
}

function Body({ payouts }: { readonly payouts: AffiliatePayouts }) {
  const { strings, t, locale } = useTexts();
  const { facts, open } = payouts;
  const missingCents = facts.minimumCents - facts.availableCents;
  return (
    <div className={`stack ${styles.form}`}>
      <p className="muted">{t('payout_lead', { minimum: formatFigure(facts.minimumCents, locale) })}</p>
      {open !== null && <OpenPayout payout={open} />}
      {open === null && missingCents > 0 && <p>{t('payout_below', { missing: formatFigure(missingCents, locale) })}</p>}
      {open === null && missingCents <= 0 && <PayoutForm payouts={payouts} />}
      <DataTable
        showCaption
        caption={strings.payout_history}
        rows={payouts.payouts}
        rowKey={({ id }) => id}
        empty={<p className="muted">{strings.payout_none}</p>}
        columns={[
          { header: strings.payout_number, isRowHeader: true, place: 'lead', cell: ({ number }) => number },
          {
            header: strings.day,
            sorted: 'descending',
            place: 'note',
            cell: ({ requestedAt }) => dateTextOf(requestedAt, locale),
          },
          { header: strings.payout_sent_to, place: 'note', cell: ({ destination }) => destination },
          {
            place: 'value',
            header: strings.commission,
            align: 'end',
            cell: ({ amountCents }) => <Money cents={amountCents} locale={locale} />,
          },
          { header: strings.status, place: 'result', cell: (payout) => <Status payout={payout} /> },
        ]}
      />
      <Button label={strings.statement} variant="outline" size="small" onClick={() => void saveStatement()} />
    </div>
  );
}

/** The payout's status and since when; the reason if it ended unpaid. */
function Status({ payout }: { readonly payout: AffiliatePayout }) {
  const { strings, locale } = useTexts();
  const at = payout.stages.at(-1)?.at;
  return (
    <>
      <Badge tone={toneOf(payout.status)}>{strings[`payout_status_${payout.status}`]}</Badge>
      <p className={styles.note}>
        {at !== undefined && dateTextOf(at, locale)}{' '}
        {payout.reason !== null && strings[`payout_reason_${payout.reason}`]} {payout.reasonNote}
      </p>
    </>
  );
}

function toneOf(status: AffiliatePayout['status']): 'neutral' | 'accent' | 'success' | 'danger' {
  if (status === 'paid') return 'success';
  if (status === 'rejected' || status === 'returned') return 'danger';
  return status === 'canceled' ? 'neutral' : 'accent';
}

function OpenPayout({ payout }: { readonly payout: AffiliatePayout }) {
  const { strings, t, locale } = useTexts();
  const { busy } = useStore($affiliatePayoutForm);
  const [isConfirming, setConfirming] = useState(false);
  const { id, number, amountCents, dueAt, status, closable } = payout;
  return (
    <div className={`stack ${styles.form}`}>
      <p>
        {t('payout_open', { number, amount: formatFigure(amountCents, locale) })}{' '}
        <Badge tone="accent">{strings[`payout_status_${status}`]}</Badge>
      </p>
      {dueAt !== null && <p className={styles.note}>{t('payout_due', { date: dateTextOf(dueAt, locale) })}</p>}
      {closable && (
        <Button label={strings.payout_close} variant="outline" size="small" onClick={() => setConfirming(true)} />
      )}
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('payout_close_title', { number })}
        closeLabel={strings.payout_keep}
        actions={
          <>
            <Button
              label={strings.payout_close}
              busy={busy}
              onClick={() => void closeOpenPayout(id).then(() => setConfirming(false))}
            />
            <Button label={strings.payout_keep} variant="outline" onClick={() => setConfirming(false)} />
          </>
        }
      >
        <p>{strings.payout_close_text}</p>
      </Dialog>
    </div>
  );
}
