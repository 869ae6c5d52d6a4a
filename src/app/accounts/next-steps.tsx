import { useStore } from '@nanostores/react';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type ActionName, actionPath, bannerActionOf } from './action-path.ts';
import { breachReportId } from './breach/breach-report-id.ts';
import { conductCaseId } from './conduct/conduct-case-id.ts';
import { $details, type AccountDetails } from './stores/details.ts';
import { type CardProps, useTexts } from './texts.ts';

/** What the owner of a stopped account can do next. If that depends on the details, their space is reserved. */
export function NextSteps(props: CardProps & { readonly details: AccountDetails | null }) {
  const { strings, locale } = useTexts();
  const { account, details } = props;
  const { status } = useStore($details);
  const evaluations = (
    <Button label={strings.next_evaluations} href={pathTo('evaluations', {}, locale)} variant="outline" size="small" />
  );
  const certificate = (
    <Button label={strings.next_certificate} href={pathTo('certificates', {}, locale)} variant="quiet" size="small" />
  );
  switch (account.stage) {
    case 'activated':
      return certificate;
    case 'canceled':
    case 'expired':
    case 'inactivity':
      return evaluations;
    case 'breached':
    case 'passed':
    case 'suspended':
      break;
    case 'evaluation':
    case 'funded':
    case 'live':
    case 'terminated':
      return null;
  }
  if (status === 'failed') return null;
  if (details === null) return <Skeleton shape="button" width="short" />;
  if (account.stage === 'suspended') {
    if (details.suspendedFor.includes('conduct')) {
      return <Button label={strings.next_conduct} href={`#${conductCaseId}`} variant="outline" size="small" />;
    }
    // No other suspension ends with a payment.
    return details.suspendedFor.includes('past-due') ? (
      <Button
        label={strings.suspended_action}
        href={pathTo('billingPending', {}, locale)}
        variant="outline"
        size="small"
      />
    ) : null;
  }
  const action = bannerActionOf(account);
  const main =
    action !== null && canDo(action, details) ? <Action {...props} details={details} action={action} /> : null;
  if (account.stage === 'passed') {
    const isPaid = details.actions.some(({ blockedReason }) => blockedReason === 'activating');
    if (main === null) return isPaid ? certificate : evaluations;
    return (
      <>
        {main}
        {certificate}
      </>
    );
  }
  return (
    <>
      {main ?? evaluations}
      <Button label={strings.next_report} href={`#${breachReportId}`} variant="quiet" size="small" />
    </>
  );
}

type ActionProps = CardProps & { readonly details: AccountDetails; readonly action: ActionName };

function Action({ account, details, action }: ActionProps) {
  const { strings, locale } = useTexts();
  return (
    <Button label={strings[`action_${action}`]} href={actionPath(action, account, details, locale)} size="small" />
  );
}

function canDo(name: ActionProps['action'], { actions }: AccountDetails): boolean {
  return actions.some(({ action, blockedReason }) => action === name && blockedReason === null);
}
