import type { OfficeListName } from '#shared/firm/lists.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Card } from '#ui/card.tsx';
import { Cell } from '../cell.tsx';
import { columnText, useTexts } from '../texts.ts';
import styles from './record.module.css';

type RecordDetailsProps = { readonly list: OfficeListName; readonly row: ListRow; readonly columns: readonly string[] };

/** A record's other fields with a value, texts first. The id only serves a search in logs: it comes last, or alone. */
export function RecordDetails({ list, row, columns }: RecordDetailsProps) {
  const { strings } = useTexts();
  if (columns.length === 0)
    return (
      <p className="muted text-14">
        {columnText(strings, list, 'id')} <Cell list={list} row={row} column="id" full />
      </p>
    );
  const isLong = (column: string) => String(row[column] ?? '').length > 40;
  const isShort = (column: string) => !isLong(column);
  return (
    <Card as="section" title={strings.record_details} className={styles.details}>
      <dl>
        {[...columns.filter(isLong), ...columns.filter(isShort), 'id'].map((column) => (
          <div key={column} data-long={isLong(column) || undefined}>
            <dt>{columnText(strings, list, column)}</dt>
            <dd>
              <Cell list={list} row={row} column={column} full />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
