import type { UnreadRow } from '#shared/replay/fill-file/fill-file.ts';
import { DataTable } from '#ui/data-table.tsx';
import { useTexts } from './texts.ts';

type UnreadRowsProps = {
  readonly rows: readonly UnreadRow[];
  /** The total; `rows` may hold only the first ones. */
  readonly count: number;
};

/** More than anyone reads; the rest is only counted. */
const maxShown = 100;

export function UnreadRows({ rows, count }: UnreadRowsProps) {
  const { t } = useTexts();
  if (count === 0) return null;
  const shown = rows.slice(0, maxShown);
  return (
    <details>
      <summary>{t('unreadTitle', { count })}</summary>
      {shown.length < count && <p className="muted small">{t('unreadMore', { count: shown.length })}</p>}
      <DataTable
        caption={t('unreadTitle', { count })}
        hideCaption
        dense
        rows={shown}
        rowKey={({ line }) => line}
        columns={[
          { key: 'line', header: t('unreadLine'), cell: ({ line }) => line },
          { key: 'reason', header: t('unreadReason'), cell: ({ reason }) => t(`reason_${reason}`) },
          { key: 'value', header: t('unreadValue'), cell: ({ value }) => <code>{value}</code> },
        ]}
      />
    </details>
  );
}
