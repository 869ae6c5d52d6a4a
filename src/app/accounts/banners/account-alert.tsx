import { useStore } from '@nanostores/react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { formatFigure } from '#lib/money/format.ts';
import { unitOf } from '#shared/accounts/personal-stop/personal-stop.ts';
import { Alert, type AlertSeverity } from '#ui/alert.tsx';
import { momentOf } from '../both-times.ts';
import { NextSteps } from '../next-steps.tsx';
import { $details, type AccountDetails } from '../stores/details.ts';
import { type AccountTexts, type CardProps, useTexts } from '../texts.ts';

const DisputeState = onDemand(async () => (await import('../breach/dispute-part.tsx')).DisputeState);

const kinds = {
  passed: 'success',
  activated: 'success',
  suspended: 'warning',
  canceled: 'info',
  expired: 'info',
  terminated: 'error',
  inactivity: 'info',
} as const satisfies Partial<Record<CardProps['account']['stage'], AlertSeverity>>;

export function AccountAlert(props: CardProps) {
  const texts = useTexts();
  const { strings } = texts;
  const { account } = props;
  const { stage, view } = account;
  const { data } = useStore($details);
  const details = data?.accountId === account.id ? data : null;
  const findBlocked = (name: 'reset' | 'activate') =>
    details?.actions.find(({ action }) => action === name)?.blockedReason;
  const next = <NextSteps {...props} details={details} />;
  if (stage === 'breached') {
    const resetReason = findBlocked('reset');
    return (
      <Alert kind="error" title={strings.breach_title} actions={next}>
        {breachText({ ...props, ...texts })} <DisputeState {...props} fallback={null} />{' '}
        {resetReason === null && strings.breach_next_reset}
        {typeof resetReason === 'string' && strings.breach_next_none}
      </Alert>
    );
  }
  if (stage === 'evaluation' || stage === 'funded' || stage === 'live') {
    if (account.personalStopLock !== null) return <PersonalStopAlert lock={account.personalStopLock} />;
    if (view.status !== 'locked') return null;
    return (
      <Alert kind="warning" title={strings.locked_title} role="status">
        {view.lockedBy === 'flat-by' ? strings.flat_text : strings.locked_text}
      </Alert>
    );
  }
  const isConduct = stage === 'suspended' && details?.suspendedFor.includes('conduct') === true;
  const isHalt = stage === 'suspended' && details?.suspendedFor[0] === 'halt';
  const risk = riskText({ ...props, ...texts }, details);
  const activation = stage === 'passed' ? findBlocked('activate') : null;
  if (stage === 'suspended' && details?.suspendedFor[0] === 'payout-transfer') {
    return (
      <Alert kind="info" title={strings.suspended_payout_transfer_title} role="status">
        {strings.suspended_payout_transfer}
      </Alert>
    );
  }
  return (
    <Alert kind={kinds[stage]} title={strings[`${stage}_title`]} role="status" actions={next}>
      {risk ??
        (isHalt
          ? strings.suspended_halt
          : isConduct
            ? strings.suspended_conduct
            : activation === 'activating'
              ? strings.passed_activating
              : activation === 'not-offered'
                ? strings.passed_trial
                : activation === 'refunded'
                  ? strings.passed_refunded
                  : activation === 'suspended'
                    ? strings.suspended_text
                    : strings[`${stage}_text`])}
    </Alert>
  );
}

function PersonalStopAlert({ lock }: { readonly lock: NonNullable<CardProps['account']['personalStopLock']> }) {
  const texts = useTexts();
  const { strings, t, locale } = texts;
  const limit = unitOf(lock.kind) === 'cents' ? { limit: formatFigure(lock.limit, locale) } : { count: lock.limit };
  return (
    <Alert kind="warning" title={strings.personal_stop_alert} role="status">
      {t(`personal_stop_alert_${lock.kind}`, { ...limit, ...momentOf(lock.until, texts) })}
    </Alert>
  );
}

/** What the risk desk wrote when it stopped trading; null if something else stopped it. */
function riskText(
  { account: { stage }, ...texts }: CardProps & AccountTexts,
  details: AccountDetails | null,
): string | null {
  const { t } = texts;
  const ended = details?.riskActions.find(({ kind }) => kind === 'terminate');
  if (stage === 'terminated' && ended) return t('terminated_risk', { cause: ended.cause });
  const stop = details?.riskStop ?? null;
  if (stage !== 'suspended' || stop === null) return null;
  const { reason, cause, until } = stop;
  if (reason === 'liquidate-only') return t('suspended_risk_liquidate_only', { cause });
  if (until === null) return t('suspended_risk', { cause });
  return t('suspended_risk_until', { cause, ...momentOf(until, texts) });
}

/** The rule, the moment and its two numbers, as in the chart, gauge and report. */
function breachText({ account: { view }, ...texts }: CardProps & AccountTexts): string | null {
  const { breach } = view;
  const { t, locale } = texts;
  return (
    breach &&
    t(`breach_${breach.rule}`, {
      ...momentOf(breach.at, texts),
      equity: formatFigure(breach.equityCents, locale),
      floor: formatFigure(breach.floorCents, locale),
    })
  );
}
