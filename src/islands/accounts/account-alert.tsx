import { formatMoney } from '../../domain/money/format.ts';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { pathTo } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, type NoticeKind } from '../../ui/alert.tsx';
import type { CardProps } from './types.ts';

const kinds = {
  passed: 'success',
  activated: 'success',
  suspended: 'warning',
  cancelled: 'info',
  expired: 'info',
} as const satisfies Partial<Record<CardProps['account']['stage'], NoticeKind>>;

/** What changed the account for good or for now, with the moment, the rule and its numbers where a rule did. */
export function AccountNotice({ account, strings, t, locale }: CardProps) {
  const { stage, view } = account;
  const { status, breach } = view;
  if (breach) {
    return (
      <Notice kind="error" title={strings.breach_title}>
        {t(`breach_${breach.rule}`, {
          time: chicagoMomentText(breach.at, locale),
          equity: formatMoney(breach.equityCents, locale),
          floor: formatMoney(breach.floorCents, locale),
        })}
      </Notice>
    );
  }
  if (stage === 'evaluation' || stage === 'funded' || stage === 'live') {
    if (status !== 'locked') return null;
    return (
      <Notice kind="warning" title={strings.locked_title} role="status">
        {strings.locked_text}
      </Notice>
    );
  }
  if (stage === 'breached') return null;
  return (
    <Notice
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
    </Notice>
  );
}
