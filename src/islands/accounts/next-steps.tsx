import { pathTo } from '../../routes.ts';
import type { AccountDetails } from '../../stores/account-details.ts';
import { Button } from '../../ui/button.tsx';
import { actionPath } from './action-path.ts';
import { breachReportId } from './breach-report-id.ts';
import { useTexts } from './texts.ts';
import type { CardProps } from './types.ts';

type NextStepsProps = CardProps & { readonly details: AccountDetails | null };

/** What the owner of a stopped account can do next; appears with the details that decide it. */
export function NextSteps(props: NextStepsProps) {
  const { strings, locale } = useTexts();
  const { account, details } = props;
  if (details === null) return null;
  const evaluations = (
    <Button href={pathTo('evaluations', {}, locale)} variant="outline" size="small">
      {strings.next_evaluations}
    </Button>
  );
  const certificate = (
    <Button href={pathTo('certificates', {}, locale)} variant="quiet" size="small">
      {strings.next_certificate}
    </Button>
  );
  switch (account.stage) {
    case 'breached':
      return (
        <>
          {canDo('reset', details) ? <Action {...props} details={details} action="reset" /> : evaluations}
          <Button href={`#${breachReportId}`} variant="quiet" size="small">
            {strings.next_report}
          </Button>
        </>
      );
    case 'passed':
      return canDo('activate', details) ? (
        <>
          <Action {...props} details={details} action="activate" />
          {certificate}
        </>
      ) : (
        evaluations
      );
    case 'activated':
      return certificate;
    case 'suspended':
      return details.suspendedFor.includes('conduct') ? null : (
        <Button href={pathTo('billingPending', {}, locale)} variant="outline" size="small">
          {strings.suspended_action}
        </Button>
      );
    case 'cancelled':
    case 'expired':
      return evaluations;
    default:
      return null;
  }
}

type ActionProps = CardProps & { readonly details: AccountDetails; readonly action: 'reset' | 'activate' };

function Action({ account, details, action }: ActionProps) {
  const { strings, locale } = useTexts();
  return (
    <Button href={actionPath(action, account, details, locale)} size="small">
      {strings[`action_${action}`]}
    </Button>
  );
}

function canDo(name: ActionProps['action'], { actions }: AccountDetails): boolean {
  return actions.some(({ action, refusal }) => action === name && refusal === null);
}
