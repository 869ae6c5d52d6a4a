import { decideDispute, refundOrder, retryJob, settleDifference } from '../../contract/admin.ts';
import { officeFeatureProgress } from '../../contract/admin-features.ts';
import { decideConduct, openConduct } from '../../contract/conduct.ts';
import { endDiscount } from '../../contract/discounts.ts';
import { featureProgresses } from '../../contract/features.ts';
import type { ListRow } from '../../contract/office/define-list.ts';
import type { OfficeListName } from '../../contract/office/lists.ts';
import { decideIdentityCheck, decideSanctionsCheck } from '../../contract/payees-admin.ts';
import { conductCauses, conductDecisions } from '../../domain/account/conduct.ts';
import { refundReasons } from '../../domain/order/types.ts';
import { may } from '../../stores/office.ts';
import { ActionForm } from './action-form.tsx';
import { AffiliateActions, CommissionActions } from './affiliate-actions.tsx';
import { BatchActions, PaymentActions } from './batch-actions.tsx';
import { IncidentActions } from './incident-actions.tsx';
import { IdentityActions, ScreeningActions } from './payee-actions.tsx';
import { PayoutActions } from './payout-actions.tsx';
import styles from './record.module.css';
import { ReviewActions } from './review-actions.tsx';
import { RiskRecordActions } from './risk-record-actions.tsx';
import { useTexts } from './texts.ts';
import { ViewAsTrader } from './view-as-trader.tsx';

type RecordActionsProps = {
  readonly list: OfficeListName;
  readonly row: ListRow;
  readonly onDone: () => void;
};

/** What the person's roles and the record's state allow. */
export function RecordActions({ list, row, onDone }: RecordActionsProps) {
  const { strings } = useTexts();
  const { id } = row;
  const shared = { strings, onDone };
  const reason = { name: 'reason', label: strings.field_reason, hint: strings.field_reason_hint };
  return (
    <div className={styles.actions}>
      {list === 'orders' && canRefund(row) && may(refundOrder) && (
        <ActionForm
          {...shared}
          contract={refundOrder}
          label={strings.refund}
          text={strings.refund_text}
          initial={{ orderId: id, reason: '' as never, note: '' }}
          fields={[
            { name: 'reason', label: strings.column_refundReason, values: refundReasons },
            { name: 'note', label: strings.field_note, hint: strings.field_note_hint },
          ]}
        />
      )}
      {list === 'accounts' && row['endedAt'] === null && may(openConduct) && (
        <ActionForm
          {...shared}
          contract={openConduct}
          label={strings.conduct_open}
          text={strings.conduct_open_text}
          initial={{ accountId: id, cause: '' as never, evidence: '', sourceIds: [] }}
          fields={[
            { name: 'cause', label: strings.column_cause, values: conductCauses },
            { name: 'evidence', label: strings.column_evidence, hint: strings.field_reason_hint },
          ]}
        />
      )}
      {list === 'conduct' && row['status'] === 'open' && may(decideConduct) && (
        <ActionForm
          {...shared}
          contract={decideConduct}
          label={strings.decide}
          text={strings.conduct_decide_text}
          initial={{ caseId: id, decision: '' as never, reason: '' }}
          fields={[{ name: 'decision', label: strings.field_decision, values: conductDecisions }, reason]}
        />
      )}
      {list === 'disputes' && row['status'] === 'open' && may(decideDispute) && (
        <ActionForm
          {...shared}
          contract={decideDispute}
          label={strings.decide}
          text={strings.dispute_decide_text}
          initial={{ disputeId: id, decision: '' as never, reason: '' }}
          fields={[{ name: 'decision', label: strings.field_decision, values: ['upheld', 'rejected'] }, reason]}
        />
      )}
      {list === 'differences' && row['status'] === 'open' && may(settleDifference) && (
        <ActionForm
          {...shared}
          contract={settleDifference}
          label={strings.settle}
          text={strings.settle_text}
          initial={{ differenceId: id, reason: '' }}
          fields={[reason]}
        />
      )}
      {list === 'discounts' && row['status'] === 'running' && may(endDiscount) && (
        <ActionForm
          {...shared}
          contract={endDiscount}
          label={strings.discount_end}
          text={strings.discount_end_text}
          initial={{ discountId: id }}
          fields={[]}
        />
      )}
      {list === 'people' && <ViewAsTrader row={row} />}
      {list === 'affiliates' && <AffiliateActions row={row} onDone={onDone} />}
      {list === 'commissions' && <CommissionActions row={row} onDone={onDone} />}
      {list === 'payouts' && <PayoutActions row={row} onDone={onDone} />}
      {list === 'batches' && <BatchActions row={row} onDone={onDone} />}
      {list === 'payments' && <PaymentActions row={row} onDone={onDone} />}
      {list === 'reviews' && <ReviewActions row={row} onDone={onDone} />}
      {list === 'incidents' && <IncidentActions row={row} onDone={onDone} />}
      {list === 'identity' && may(decideIdentityCheck) && <IdentityActions row={row} onDone={onDone} />}
      {list === 'screenings' && may(decideSanctionsCheck) && <ScreeningActions row={row} onDone={onDone} />}
      {list === 'features' && row['status'] === 'approved' && may(officeFeatureProgress) && (
        <ActionForm
          {...shared}
          contract={officeFeatureProgress}
          label={strings.feature_progress}
          text={strings.feature_progress_text}
          initial={{ featureId: id, progress: '' as never, reason: '' }}
          fields={[
            { name: 'progress', label: strings.column_progress, values: featureProgresses },
            { name: 'reason', label: strings.field_reason, hint: strings.feature_reason_hint },
          ]}
        />
      )}
      {list === 'jobs' && may(retryJob) && (
        <ActionForm
          {...shared}
          contract={retryJob}
          label={strings.job_retry}
          text={strings.job_retry_text}
          initial={{ jobId: id }}
          fields={[]}
        />
      )}
      <RiskRecordActions list={list} row={row} onDone={onDone} />
    </div>
  );
}

function canRefund(row: ListRow): boolean {
  return row['refund'] === 'none' && (row['status'] === 'paid' || row['status'] === 'fulfilled');
}
