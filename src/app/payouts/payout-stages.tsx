import { formatMoment } from '#lib/format-date-time.ts';
import { formatMoney } from '#lib/money/format.ts';
import { pathTo } from '#routes.ts';
import { endedUnpaid, rejectionReasons } from '#shared/payouts/stages.ts';
import styles from './payout-record.module.css';
import type { Payout } from './stores/payouts.ts';
import { useTexts } from './texts.ts';

const path = ['requested', 'in-review', 'approved', 'sent', 'paid'] as const;

type DatedStatus = Exclude<(typeof path)[number], 'paid'>;

export function PayoutStages({ payout }: { readonly payout: Payout }) {
  const { strings, t, locale } = useTexts();
  const moment = (at: number) => formatMoment(at, locale);
  const reached = new Map(payout.stages.map((stage) => [stage.status, stage]));
  const upcoming =
    endedUnpaid(payout.status) || payout.status === 'paid' ? [] : path.slice(path.indexOf(payout.status as 'sent') + 1);
  return (
    <ol className={`stack ${styles.stages}`}>
      {payout.stages.map(({ status, at }) => (
        <li key={status} className={status === payout.status ? styles.current : styles.past}>
          <strong>{strings[`status_${status}`]}</strong>
          <span className="muted text-14">{moment(at)}</span>
          {status === payout.status && payout.reason !== null && (
            <span>
              {strings[`reason_${payout.reason}`]} {payout.reasonNote}
            </span>
          )}
          {status === payout.status && <NextStep reason={payout.reason} />}
          {status === payout.status && <Promised payout={payout} />}
          {status === payout.status && payout.dueAt !== null && (
            <span className={payout.isLate ? 'danger text-14' : 'muted text-14'}>
              {t(payout.isLate ? 'due_late' : `due_${payout.status as DatedStatus}`, { moment: moment(payout.dueAt) })}
            </span>
          )}
        </li>
      ))}
      {upcoming.map((status) => (
        <li key={status} className="muted">
          <span>{strings[`status_${status}`]}</span>
          {status === 'approved' && !reached.has('approved') && (
            <span className="muted text-14">{t('due_in-review', { moment: moment(payout.decisionDueAt) })}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The hour, while it can still be kept. */
function Promised({ payout: { promise, creditCents, status } }: { readonly payout: Payout }) {
  const { t, locale } = useTexts();
  const isUnsent = status === 'requested' || status === 'in-review' || status === 'approved';
  if (promise === null || creditCents > 0 || !isUnsent) return null;
  const credit = formatMoney(promise.creditCents, locale, { whole: true });
  return <span className="text-14">{t('due_promised', { moment: formatMoment(promise.by, locale), credit })}</span>;
}

function NextStep({ reason }: Pick<Payout, 'reason'>) {
  const { strings, locale } = useTexts();
  const rejection = rejectionReasons.find((each) => each === reason);
  if (rejection === undefined) return null;
  const isVerification = rejection === 'identity-not-verified' || rejection === 'destination-not-verified';
  return (
    <span>
      {strings[`rejected_next_${rejection}`]}{' '}
      {isVerification && <a href={pathTo('payoutVerification', {}, locale)}>{strings.verification}</a>}
    </span>
  );
}
