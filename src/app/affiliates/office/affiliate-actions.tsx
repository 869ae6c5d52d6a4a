import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import { decideApplication, decideCommission } from '#shared/affiliates/contract-office.ts';
import { reviewDecisions } from '#shared/affiliates/review.ts';
import type { ListRow } from '#shared/office/define-list.ts';

type AffiliateActionsProps = { readonly row: ListRow };

export function AffiliateActions({ row }: AffiliateActionsProps) {
  const { strings } = useTexts();
  if (row['status'] !== 'pending') return null;
  return (
    <ActionForm
      contract={decideApplication}
      label={strings.decide}
      text={strings.application_decide_text}
      initial={{ affiliateId: row.id, decision: '' as never }}
      fields={[{ name: 'decision', label: strings.field_decision, values: ['approved', 'declined'] }]}
    />
  );
}

export function CommissionActions({ row }: AffiliateActionsProps) {
  const { strings } = useTexts();
  if (row['status'] !== 'review') return null;
  return (
    <ActionForm
      contract={decideCommission}
      label={strings.decide}
      text={strings.commission_decide_text}
      initial={{ commissionId: row.id, decision: '' as never, reason: '' }}
      fields={[
        { name: 'decision', label: strings.field_decision, values: reviewDecisions },
        { name: 'reason', label: strings.field_reason, hint: strings.commission_reason_hint },
      ]}
    />
  );
}
