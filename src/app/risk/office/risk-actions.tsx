import { ActionForm } from '#app/office/actions/action-form.tsx';
import { textOf, useTexts } from '#app/office/texts.ts';
import toolbarStyles from '#app/office/toolbar.module.css';
import { canLiquidateOnly, type RiskActionKind } from '#shared/accounts/risk-action.ts';
import { addAccountNote, takeRiskAction } from '#shared/risk/contract.ts';
import type { RiskAccount } from '../stores/risk-account.ts';
import { RequestDocuments } from './request-documents.tsx';
import styles from './risk-drawer.module.css';

/** By weight: what can be undone, and what ends positions or the account. */
const groups = {
  restrict: ['liquidate_only', 'lock', 'suspend', 'restore'],
  end: ['liquidate', 'terminate'],
} as const satisfies Readonly<Record<string, readonly RiskActionKind[]>>;

/** Actions that are possible now; the server checks again. */
function possible({ suspensions, isRestorable, actions }: RiskAccount, kind: RiskActionKind): boolean {
  if (kind === 'liquidate_only') return canLiquidateOnly(suspensions);
  if (kind === 'terminate' || kind === 'liquidate') return true;
  if (kind !== 'restore') return suspensions.every(({ reason }) => reason !== 'risk');
  return isRestorable && !actions.some((action) => action.kind === 'restore' && action.stage === 'requested');
}

/** What the desk can do, in three groups: watch, restrict, end. */
export function RiskActions({ account }: { readonly account: RiskAccount }) {
  const { strings } = useTexts();
  const accountId = account.row.id;
  const cause = { name: 'cause', label: strings.column_cause, hint: strings.field_reason_hint };
  return (
    <div className={`stack gap-3 ${styles.actions}`}>
      <section aria-label={strings.risk_watch}>
        <h3>{strings.risk_watch}</h3>
        <div className={`cluster ${toolbarStyles.toolbar}`}>
          <ActionForm
            key={`note:${accountId}:${account.notes.length}`}
            contract={addAccountNote}
            label={strings.note}
            subject={account.row.account}
            text={strings.note_text}
            initial={{ accountId, text: '' }}
            fields={[{ name: 'text', label: strings.note_label }]}
          />
          {account.documentRequests.every(({ stage }) => stage === 'closed') && (
            <RequestDocuments
              key={`documents:${accountId}:${account.documentRequests.length}`}
              accountId={accountId}
              account={account.row.account}
            />
          )}
        </div>
      </section>
      {(['restrict', 'end'] as const).map((group) => {
        const kinds = groups[group].filter((kind) => possible(account, kind));
        return (
          kinds.length > 0 && (
            <section key={group} aria-label={strings[`risk_${group}`]}>
              <h3>{strings[`risk_${group}`]}</h3>
              <div className={`cluster ${toolbarStyles.toolbar}`}>
                {kinds.map((kind) => (
                  <ActionForm
                    key={`${kind}:${accountId}:${account.actions.length}`}
                    contract={takeRiskAction}
                    label={textOf(strings, 'act', kind)}
                    subject={account.row.account}
                    text={textOf(strings, 'act_text', kind)}
                    initial={{ accountId, kind, cause: '' }}
                    fields={[cause]}
                  />
                ))}
              </div>
            </section>
          )
        );
      })}
    </div>
  );
}
