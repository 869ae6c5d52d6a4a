import { ActionForm } from '#app/office/actions/action-form.tsx';
import { useTexts } from '#app/office/texts.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { decideIdentityCheck, decideSanctionsCheck } from '#shared/payouts/contract-office-payees.ts';
import { canDecide, type IdentityStatus, identityReasons } from '#shared/payouts/payees/identity-check.ts';
import { sanctionsDecisions } from '#shared/payouts/payees/sanctions.ts';

type ActionsProps = { readonly row: ListRow };

/** Approve with the name on the document, request better documents, or decline. */
export function IdentityActions({ row }: ActionsProps) {
  const { strings } = useTexts();
  const status = row['status'] as IdentityStatus;
  const reasons = { name: 'reason', label: strings.column_identityReason, values: identityReasons };
  return (
    <>
      {canDecide(status, 'approved') && (
        <ActionForm
          contract={decideIdentityCheck}
          action="identity_approve"
          initial={{ checkId: row.id, decision: 'approved', first_name: '', last_name: '', country: '' }}
          fields={[
            { name: 'first_name', label: strings.field_documentFirstName, line: 'text' },
            { name: 'last_name', label: strings.field_documentLastName, line: 'text' },
            { name: 'country', label: strings.field_documentCountry, line: 'text' },
          ]}
        />
      )}
      {canDecide(status, 'retry') && (
        <ActionForm
          contract={decideIdentityCheck}
          action="identity_retry"
          initial={{ checkId: row.id, decision: 'retry', reason: '' as never }}
          fields={[reasons]}
        />
      )}
      {canDecide(status, 'declined') && (
        <ActionForm
          contract={decideIdentityCheck}
          action="identity_decline"
          initial={{ checkId: row.id, decision: 'declined', reason: '' as never }}
          fields={[reasons]}
        />
      )}
    </>
  );
}

export function ScreeningActions({ row }: ActionsProps) {
  const { strings } = useTexts();
  if (row['status'] !== 'review') return null;
  return (
    <ActionForm
      contract={decideSanctionsCheck}
      label={strings.decide}
      text={strings.screening_decide_text}
      initial={{ checkId: row.id, decision: '' as never, reason: '' }}
      fields={[
        { name: 'decision', label: strings.field_decision, values: sanctionsDecisions },
        { name: 'reason', label: strings.field_reason, hint: strings.field_screening_reason_hint },
      ]}
    />
  );
}
