import { formatMoney } from '../../domain/money/format.ts';
import { chicagoMomentText } from '../../lib/chicago-time.ts';
import { Notice } from '../../ui/notice.tsx';
import type { CardProps } from './types.ts';

/** What changed the account for good or for the day, with the moment, the rule and its numbers. */
export function AccountNotice({ account, strings, t, locale }: CardProps) {
  const { status, breach } = account.view;
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
  if (status === 'locked') {
    return (
      <Notice kind="warning" title={strings.locked_title} role="status">
        {strings.locked_text}
      </Notice>
    );
  }
  if (status === 'passed') {
    return (
      <Notice kind="success" title={strings.passed_title} role="status">
        {strings.passed_text}
      </Notice>
    );
  }
  return null;
}
