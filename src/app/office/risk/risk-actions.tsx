import type { RiskAccount } from '#app/risk/stores/risk.ts';
import { canLiquidateOnly, type RiskActionKind, riskActionKinds } from '#shared/accounts/risk-action.ts';
import { addAccountNote, takeRiskAction } from '#shared/risk/contract.ts';
import { ActionForm } from '../actions/action-form.tsx';
import { useTexts } from '../texts.ts';
import toolbarStyles from '../toolbar.module.css';
import { textOf } from '../types.ts';
import { RequestDocuments } from './request-documents.tsx';

type RiskActionsProps = { readonly account: RiskAccount; readonly onDone: () => void };

/** Actions that are possible now; the server checks again. */
function possible({ suspensions, isRestorable, actions }: RiskAccount, kind: RiskActionKind): boolean {
  if (kind === 'liquidate_only') return canLiquidateOnly(suspensions);
  if (kind === 'terminate' || kind === 'liquidate') return true;
  if (kind !== 'restore') return suspensions.every(({ reason }) => reason !== 'risk');
  return isRestorable && !actions.some((action) => action.kind === 'restore' && action.stage === 'requested');
}

export function RiskActions({ account, onDone }: RiskActionsProps) {
  const { strings } = useTexts();
  const accountId = account.row.id;
  const cause = { name: 'cause', label: strings.column_cause, hint: strings.field_reason_hint };
  return (
    <div className={toolbarStyles.toolbar}>
      {riskActionKinds
        .filter((kind) => possible(account, kind))
        .map((kind) => (
          <ActionForm
            key={`${kind}:${account.actions.length}`}
            onDone={onDone}
            contract={takeRiskAction}
            label={textOf(strings, 'act', kind)}
            text={textOf(strings, 'act_text', kind)}
            isDestructive={kind === 'liquidate' || kind === 'suspend' || kind === 'terminate'}
            initial={{ accountId, kind, cause: '' }}
            fields={[cause]}
          />
        ))}
      {account.documentRequests.every(({ stage }) => stage === 'closed') && (
        <RequestDocuments key={`documents:${account.documentRequests.length}`} accountId={accountId} onDone={onDone} />
      )}
      <ActionForm
        key={`note:${account.notes.length}`}
        onDone={onDone}
        contract={addAccountNote}
        label={strings.note}
        text={strings.note_text}
        initial={{ accountId, text: '' }}
        fields={[{ name: 'text', label: strings.note_label }]}
      />
    </div>
  );
}
