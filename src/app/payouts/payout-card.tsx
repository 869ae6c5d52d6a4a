import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { formatDateTime } from '#lib/format-date-time.ts';
import { formatFigure } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { endedUnpaid } from '#shared/payouts/stages.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import recordStyles from './payout-record.module.css';
import { PayoutStages } from './payout-stages.tsx';
import styles from './payouts.module.css';
import { $closingPayoutId, closePayout, type Payout } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

type PayoutCardProps = {
  readonly payout: Payout;
  /** Whether its stages and amounts are shown at once. */
  readonly isOpen?: boolean;
};

/** One payout: how much, its state, which account and when; the row unfolds its amounts and stages. */
export function PayoutCard({ payout, isOpen = false }: PayoutCardProps) {
  const { strings, t, locale } = useTexts();
  const programNames = useProgramNames();
  const money = (cents: number) => formatFigure(cents, locale);
  const { program, size, platformAccountId } = payout;
  return (
    <li className={styles.row}>
      <details className={recordStyles.record} open={isOpen} data-print="folded">
        <summary className="bare">
          <span className={`strong tabular ${recordStyles.recordAmount}`}>{money(payout.netCents)}</span>
          <Badge tone={toneOf(payout.status)}>{strings[`status_${payout.status}`]}</Badge>
          <span className={`text-13 tabular ${recordStyles.recordNote}`}>
            {t('account_name', { program: programNames[program], size })}
            <span className={recordStyles.recordAccount}>, {platformAccountId}</span>
            {` · ${formatDateTime(payout.requestedAt, locale, { dateStyle: 'medium' })}`}
          </span>
          <h2 className={`text-13 tabular ${recordStyles.recordNumber}`}>{payout.number}</h2>
          <Icon name="chevron" size={18} className={recordStyles.chevron} />
        </summary>
        <div className={`${styles.split} ${recordStyles.parts}`}>
          <div className="stack gap-5">
            <DescriptionList
              items={[
                { term: strings.amount, value: money(payout.amountCents) },
                { term: strings.firm_part, value: money(-payout.firmCents) },
                ...(payout.creditCents === 0 ? [] : [{ term: strings.credit, value: money(payout.creditCents) }]),
                { term: t('fee', { method: strings[`method_${payout.method}`] }), value: money(-payout.feeCents) },
                endedUnpaid(payout.status)
                  ? { term: strings.net, value: <span className="muted">{strings.not_paid}</span> }
                  : { term: strings.net, value: money(payout.netCents), total: true },
                { term: strings.account, value: platformAccountId },
                { term: strings.destination, value: payout.destination },
                ...(payout.reference === null ? [] : [{ term: strings.reference, value: payout.reference }]),
              ]}
            />
            {payout.isSample && <p className="muted small">{strings.sample}</p>}
            {payout.money === 'deducting' && payout.closable && (
              <p className="muted small">{strings.money_deducting}</p>
            )}
            {payout.money === 'owed' && <p className="small">{strings.money_owed}</p>}
            {payout.money === 'resent' && <p className="muted small">{strings.money_resent}</p>}
            {payout.money === 'returning' && <p className="muted small">{strings.money_returning}</p>}
            {(payout.status === 'paid' || payout.closable) && (
              <div className="cluster">
                {payout.status === 'paid' && (
                  <Button
                    label={strings.certificate}
                    href={pathTo('payoutCertificates', { accountId: payout.accountId }, locale)}
                    variant="outline"
                    size="small"
                  />
                )}
                {payout.closable && <CloseButton payout={payout} />}
              </div>
            )}
          </div>
          <PayoutStages payout={payout} />
        </div>
      </details>
    </li>
  );
}

function CloseButton({ payout }: PayoutCardProps) {
  const { strings, t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const closing = useStore($closingPayoutId);
  return (
    <>
      <Button label={strings.close} variant="outline" size="small" onClick={() => setOpen(true)} />
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('close_title', { number: payout.number })}
        closeLabel={strings.keep}
        actions={
          <>
            <Button
              label={strings.close_confirm}
              busy={closing === payout.id}
              onClick={() => void closePayout(payout).then(() => setOpen(false))}
            />
            <Button label={strings.keep} variant="outline" onClick={() => setOpen(false)} />
          </>
        }
      >
        <p>{strings.close_text}</p>
      </Dialog>
    </>
  );
}

function toneOf(status: Payout['status']): 'neutral' | 'accent' | 'success' | 'danger' {
  if (status === 'paid') return 'success';
  if (status === 'rejected' || status === 'returned') return 'danger';
  return status === 'canceled' ? 'neutral' : 'accent';
}
