import { useStore } from '@nanostores/react';
import { formatMoney } from '../../domain/money/format.ts';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { pathTo } from '../../routes.ts';
import { $details } from '../../stores/account-details.ts';
import { Alert, type AlertKind } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { CardProps } from './types.ts';

const kinds = {
  passed: 'success',
  activated: 'success',
  suspended: 'warning',
  cancelled: 'info',
  expired: 'info',
  terminated: 'error',
} as const satisfies Partial<Record<CardProps['account']['stage'], AlertKind>>;

/** What locked or ended the account: the time, the rule and its numbers. */
export function AccountAlert({ account, strings, t, locale }: CardProps) {
  const { stage, view } = account;
  const details = useStore($details);
  const { status, breach } = view;
  if (breach) {
    return (
      <Alert kind="error" title={strings.breach_title}>
        {t(`breach_${breach.rule}`, {
          time: chicagoMomentText(breach.at, locale),
          equity: formatMoney(breach.equityCents, locale),
          floor: formatMoney(breach.floorCents, locale),
        })}
      </Alert>
    );
  }
  if (stage === 'evaluation' || stage === 'funded' || stage === 'live') {
    if (status !== 'locked') return null;
    return (
      <Alert kind="warning" title={strings.locked_title} role="status">
        {strings.locked_text}
      </Alert>
    );
  }
  if (stage === 'breached') return null;
  if (stage === 'suspended' && details?.accountId === account.id && details.suspendedFor.includes('conduct')) {
    return (
      <Alert kind="warning" title={strings.suspended_title} role="status">
        {strings.suspended_conduct}
      </Alert>
    );
  }
  return (
    <Alert
      kind={kinds[stage]}
      title={strings[`${stage}_title`]}
      role="status"
      actions={
        stage === 'suspended' && (
          <Button href={pathTo('billingPending', {}, locale)} variant="outline" size="small">
            {strings.suspended_action}
          </Button>
        )
      }
    >
      {strings[`${stage}_text`]}
    </Alert>
  );
}
