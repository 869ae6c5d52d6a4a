import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';

export type Column<Row> = {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Use `end` for money, counts and times, which are set in tabular figures. */
  readonly align?: 'start' | 'end';
  /** The column that names the row; the first by default. */
  readonly isRowHeader?: boolean;
};

type DataTableProps<Row> = {
  readonly caption: string;
  readonly hideCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Shown instead of the table when there are no rows. */
  readonly empty?: ReactNode;
  /** In narrow containers rows become blocks of lines; `fit` keeps two or three short columns. */
  readonly narrow?: 'stack' | 'fit';
  /** Small type and low rows, for lists that are scanned rather than read. */
  readonly dense?: boolean;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hideCaption = false, columns, rows, rowKey, empty, narrow = 'stack', dense = false } = props;
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const rowHeader = columns.find((column) => column.isRowHeader) ?? columns[0];
  return (
    <div className={styles.place}>
      <table className={classNames(styles.table, styles[narrow], dense && styles.dense)}>
        <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={alignOf(column)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => {
                const Cell = column === rowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    scope={column === rowHeader ? 'row' : undefined}
                    className={alignOf(column)}
                    data-label={column.header}
                  >
                    {column.cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function alignOf<Row>(column: Column<Row>): string | undefined {
  return column.align === 'end' ? styles.end : undefined;
}
