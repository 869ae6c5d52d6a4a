import { ActionForm } from '#app/office/actions/action-form.tsx';
import { timeText } from '#app/office/cell.tsx';
import { findingText } from '#app/office/finding-text.ts';
import styles from '#app/office/office.module.css';
import { canCall } from '#app/office/stores/office.ts';
import { textOf, useTexts } from '#app/office/texts.ts';
import { conductCauses } from '#shared/accounts/conduct.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { dismissFinding, openFindingCase } from '#shared/risk/contract-findings.ts';
import type { AccountFill, FindingKind } from '#shared/risk/findings.ts';
import { DataTable } from '#ui/data-table.tsx';

const oppositeKinds: readonly unknown[] = ['opposite-sides', 'mirrored-trades', 'spread'] satisfies FindingKind[];

export function FindingActions({ row }: { readonly row: ListRow }) {
  const texts = useTexts();
  const { strings } = texts;
  if (!canCall(dismissFinding)) return null;
  const evidence = findingText(texts, String(row['kind']), String(row['facts']));
  const cause = oppositeKinds.includes(row['kind']) ? 'opposite-trades' : 'system-abuse';
  return (
    <>
      <ActionForm
        contract={openFindingCase}
        action="conduct_open"
        initial={{ findingId: row.id, cause, evidence }}
        fields={[
          { name: 'cause', label: strings.column_cause, values: conductCauses },
          { name: 'evidence', label: strings.column_evidence, hint: strings.field_reason_hint },
        ]}
      />
      <ActionForm
        contract={dismissFinding}
        action="finding_dismiss"
        initial={{ findingId: row.id, reason: '' }}
        fields={[{ name: 'reason', label: strings.field_reason, hint: strings.finding_reason_hint }]}
      />
    </>
  );
}

export function FindingFills({ row }: { readonly row: ListRow }) {
  const { strings } = useTexts();
  const fills = JSON.parse(String(row['fills'])) as readonly AccountFill[];
  const accountOf = (id: string) => String(id === row['accountId'] ? row['account'] : row['otherAccount']);
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      <h2 className={styles.subtitle}>{strings.finding_fills}</h2>
      <DataTable
        caption={strings.finding_fills}
        dense
        rows={fills}
        rowKey={({ accountId, sourceId }) => `${accountId} ${sourceId}`}
        columns={[
          { header: strings.column_at, cell: ({ at }) => preciseTime(at) },
          { header: strings.column_account, cell: ({ accountId }) => accountOf(accountId) },
          { header: strings.column_instrument, cell: ({ instrument }) => instrument },
          { header: strings.column_side, cell: ({ side }) => textOf(strings, 'value', side) },
          { header: strings.column_quantity, align: 'end', cell: ({ quantity }) => quantity },
        ]}
      />
    </section>
  );
}

/** With milliseconds, which show who was first. */
function preciseTime(at: number): string {
  return `${timeText(at, true)}.${String(at % 1_000).padStart(3, '0')}`;
}
