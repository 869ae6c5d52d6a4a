import type { SkippedRow, UnreadRow } from '#shared/replay/fill-file/fill-file.ts';
import { DataTable } from '#ui/data-table.tsx';
import { useTexts } from './texts.ts';

type RowsProps<Row> = {
  readonly rows: readonly Row[];
  /** The total; `rows` may hold only the first ones. */
  readonly count: number;
};

/** More than anyone reads; the rest is only counted. */
const maxShown = 100;

/** The rows that should be fills and couldn't be read, each with its reason. */
export function UnreadRows({ rows, count }: RowsProps<UnreadRow>) {
  const { t } = useTexts();
  return (
    <RowList {...{ rows, count }} title={t('unreadTitle', { count })} reasonOf={(row) => t(`reason_${row.reason}`)} />
  );
}

/** The rows that were understood and aren't fills of the account. */
export function SkippedRows({ rows, count }: RowsProps<SkippedRow>) {
  const { t } = useTexts();
  const reasonOf = (row: SkippedRow) => t(`skipped_${row.reason}`);
  return <RowList {...{ rows, count, reasonOf }} title={t('skippedTitle', { count })} />;
}

type RowListProps<Row> = RowsProps<Row> & { readonly title: string; readonly reasonOf: (row: Row) => string };

function RowList<Row extends UnreadRow | SkippedRow>({ rows, count, title, reasonOf }: RowListProps<Row>) {
  const { t } = useTexts();
  if (count === 0) return null;
  const shown = rows.slice(0, maxShown);
  return (
    <details>
      <summary>{title}</summary>
      {shown.length < count && <p className="muted small">{t('unreadMore', { count: shown.length })}</p>}
      <DataTable
        caption={title}
        dense
        rows={shown}
        rowKey={({ line }) => line}
        columns={[
          { header: t('unreadLine'), cell: ({ line }) => line },
          { header: t('unreadReason'), cell: reasonOf },
          { header: t('unreadValue'), cell: ({ value }) => <code>{value}</code> },
        ]}
      />
    </details>
  );
}
