import { AffiliateActions, CommissionActions } from '#app/affiliates/office/affiliate-actions.tsx';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canOpen } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { ReviewActions } from '#app/reviews/office/review-actions.tsx';
import { $user } from '#app/shell/stores/session.ts';
import { IncidentActions } from '#app/status/office/incident-actions.tsx';
import { pathTo } from '#routes.ts';
import { endCoupon } from '#shared/catalog/contract-coupons.ts';
import { endDiscount } from '#shared/catalog/contract-discounts.ts';
import { decideClosure } from '#shared/firm/contract-closure.ts';
import { resendMail, retryJob } from '#shared/firm/contract-corrections.ts';
import { endAnnouncement } from '#shared/messages/contract-announcements.ts';
import { featureProgresses } from '#shared/support/contract-features.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import { Button } from '#ui/button.tsx';
import { type RecordPartProps, type RecordProps, RecordScreen } from '../record-screen.tsx';

/** Records that need little beside their details. */
export function OtherRecord(props: RecordProps) {
  return <RecordScreen {...props} Actions={Actions} />;
}

function Actions({ list, row }: RecordPartProps) {
  const { strings, locale } = useTexts();
  const { id } = row;
  return (
    <>
      {list === 'closures' && canOpen('closureLines') && (
        <Button
          label={strings.list_closureLines}
          href={`${pathTo('officeList', { list: 'closureLines' }, locale)}?closure=${id}`}
        />
      )}
      {list === 'closures' && <ClosureActions row={row} />}
      <EndAction list={list} row={row} />
      {list === 'affiliates' && <AffiliateActions row={row} />}
      {list === 'commissions' && <CommissionActions row={row} />}
      {list === 'reviews' && <ReviewActions row={row} />}
      {list === 'incidents' && <IncidentActions row={row} />}
      {list === 'features' && row['status'] === 'approved' && (
        <ActionForm
          contract={officeFeatureProgress}
          action="feature_progress"
          initial={{ featureId: id, progress: '' as never, reason: '' }}
          fields={[
            { name: 'progress', label: strings.column_progress, values: featureProgresses },
            { name: 'reason', label: strings.field_reason, hint: strings.feature_reason_hint },
          ]}
        />
      )}
      {list === 'mails' && row['status'] !== 'retrying' && (
        <ActionForm contract={resendMail} action="mail_resend" initial={{ mailId: id }} />
      )}
      {list === 'jobs' && <ActionForm contract={retryJob} action="job_retry" initial={{ jobId: id }} />}
    </>
  );
}

/** Nobody confirms their own closure; until it begins, it can be withdrawn. */
function ClosureActions({ row: { id, status, requestedBy } }: Omit<RecordPartProps, 'list'>) {
  const { strings } = useTexts();
  if (status !== 'requested' && status !== 'confirmed') return null;
  const isOwn = requestedBy === $user.get()?.email;
  const decisions = status === 'requested' && !isOwn ? (['confirm', 'withdraw'] as const) : (['withdraw'] as const);
  return (
    <>
      {status === 'requested' && isOwn && <p className="muted">{strings.risk_second}</p>}
      {decisions.map((decision) => (
        <ActionForm
          key={decision}
          contract={decideClosure}
          action={`closure_${decision}`}
          initial={{ closureId: id, decision }}
        />
      ))}
    </>
  );
}

/** Ends something temporary that staff started, such as a discount, early. */
function EndAction({ list, row: { id, status } }: RecordPartProps) {
  if (status !== 'running' && status !== 'planned') return null;
  if (list === 'discounts')
    return <ActionForm action="discount_end" contract={endDiscount} initial={{ discountId: id }} />;
  if (list === 'coupons') return <ActionForm action="coupon_end" contract={endCoupon} initial={{ couponId: id }} />;
  if (list === 'announcements')
    return <ActionForm action="announcement_end" contract={endAnnouncement} initial={{ announcementId: id }} />;
  return null;
}
