import { AffiliateActions, CommissionActions } from '#app/affiliates/office/affiliate-actions.tsx';
import { RefundOrder } from '#app/billing/office/refund-order.tsx';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall, canOpen } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import styles from '#app/office/toolbar.module.css';
import { BatchActions, EntryActions, PaymentActions } from '#app/payouts/office/batch-actions.tsx';
import { IdentityActions, ScreeningActions } from '#app/payouts/office/payee-actions.tsx';
import { PayoutActions } from '#app/payouts/office/payout-actions.tsx';
import { StaffActions } from '#app/people/office/staff-actions.tsx';
import { ViewAsTrader } from '#app/people/office/view-as-trader.tsx';
import { ReviewActions } from '#app/reviews/office/review-actions.tsx';
import { RiskRecordActions } from '#app/risk/office/risk-record-actions.tsx';
import { IncidentActions } from '#app/status/office/incident-actions.tsx';
import { pathTo } from '#routes.ts';
import { conductCauses, conductDecisions } from '#shared/accounts/conduct.ts';
import { endCoupon } from '#shared/catalog/contract-coupons.ts';
import { endDiscount } from '#shared/catalog/contract-discounts.ts';
import {
  decideDispute,
  refundOrder,
  resendMail,
  retryJob,
  settleDifference,
} from '#shared/firm/contract-corrections.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { endAnnouncement } from '#shared/messages/contract-announcements.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { decideIdentityCheck, decideSanctionsCheck } from '#shared/payouts/contract-office-payees.ts';
import { decideConduct, openConduct } from '#shared/risk/contract-conduct.ts';
import { featureProgresses } from '#shared/support/contract-features.ts';
import { officeFeatureProgress } from '#shared/support/contract-office-features.ts';
import { Button } from '#ui/button.tsx';

type RecordActionsProps = { readonly list: OfficeListName; readonly row: ListRow };

/** The actions that the person's roles and the record's state allow. */
export function RecordActions({ list, row }: RecordActionsProps) {
  const { strings, locale } = useTexts();
  const { id } = row;
  const reason = { name: 'reason', label: strings.field_reason, hint: strings.field_reason_hint };
  return (
    <div className={`cluster ${styles.toolbar}`}>
      {row['isRefundable'] === true && canCall(refundOrder) && <RefundOrder row={row} />}
      {list === 'accounts' && row['endedAt'] === null && (
        <ActionForm
          contract={openConduct}
          action="conduct_open"
          initial={{ accountId: id, cause: '' as never, evidence: '', sourceIds: [] }}
          fields={[
            { name: 'cause', label: strings.column_cause, values: conductCauses },
            { name: 'evidence', label: strings.column_evidence, hint: strings.field_reason_hint },
          ]}
        />
      )}
      {list === 'conduct' && row['status'] === 'open' && (
        <ActionForm
          contract={decideConduct}
          label={strings.decide}
          text={strings.conduct_decide_text}
          initial={{ caseId: id, decision: '' as never, reason: '' }}
          fields={[{ name: 'decision', label: strings.field_decision, values: conductDecisions }, reason]}
        />
      )}
      {list === 'disputes' && row['status'] === 'open' && (
        <ActionForm
          contract={decideDispute}
          label={strings.decide}
          text={strings.dispute_decide_text}
          initial={{ disputeId: id, decision: '' as never, reason: '' }}
          fields={[{ name: 'decision', label: strings.field_decision, values: ['upheld', 'rejected'] }, reason]}
        />
      )}
      {list === 'differences' && row['status'] === 'open' && (
        <ActionForm
          contract={settleDifference}
          action="settle"
          initial={{ differenceId: id, reason: '' }}
          fields={[reason]}
        />
      )}
      {list === 'closures' && canOpen('closureLines') && (
        <Button
          label={strings.list_closureLines}
          href={`${pathTo('officeList', { list: 'closureLines' }, locale)}?closure=${id}`}
        />
      )}
      <EndAction list={list} row={row} />
      {list === 'people' && <ViewAsTrader row={row} />}
      <StaffActions list={list} row={row} />
      {list === 'affiliates' && <AffiliateActions row={row} />}
      {list === 'commissions' && <CommissionActions row={row} />}
      {list === 'payouts' && <PayoutActions row={row} />}
      {list === 'batches' && <BatchActions row={row} />}
      {list === 'payments' && <PaymentActions row={row} />}
      {list === 'entries' && <EntryActions row={row} />}
      {list === 'reviews' && <ReviewActions row={row} />}
      {list === 'incidents' && <IncidentActions row={row} />}
      {list === 'identity' && canCall(decideIdentityCheck) && <IdentityActions row={row} />}
      {list === 'screenings' && canCall(decideSanctionsCheck) && <ScreeningActions row={row} />}
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
      <RiskRecordActions list={list} row={row} />
    </div>
  );
}

type EndActionProps = { readonly list: OfficeListName; readonly row: ListRow };

/** Ends something temporary that staff started, such as a discount, early. */
function EndAction({ list, row: { id, status } }: EndActionProps) {
  if (status !== 'running' && status !== 'planned') return null;
  if (list === 'discounts')
    return <ActionForm action="discount_end" contract={endDiscount} initial={{ discountId: id }} />;
  if (list === 'coupons') return <ActionForm action="coupon_end" contract={endCoupon} initial={{ couponId: id }} />;
  if (list === 'announcements')
    return <ActionForm action="announcement_end" contract={endAnnouncement} initial={{ announcementId: id }} />;
  return null;
}
