import { timeText } from '#app/office/cell.tsx';
import styles from '#app/office/office.module.css';
import { textOf, useTexts } from '#app/office/texts.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import type { AccountFill } from '#shared/risk/findings.ts';
import { DataTable } from '#ui/data-table.tsx';

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
