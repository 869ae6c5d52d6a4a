import type { MouseEvent, ReactNode } from 'react';
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
  /** Makes the header a button that sorts; with the direction if the rows are sorted by this column. */
  readonly sort?: { readonly direction: 'ascending' | 'descending' | null; readonly onSort: () => void };
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
  /** Opens a row that is clicked anywhere but on a link or control of its own. */
  readonly onOpen?: (row: Row, event: MouseEvent) => void;
};

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, hideCaption = false, columns, rows, rowKey, empty, narrow = 'stack', dense = false } = props;
  const { onOpen } = props;
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const rowHeader = columns.find((column) => column.isRowHeader) ?? columns[0];
  return (
    <div className={styles.place}>
      <table className={classNames(styles.table, styles[narrow], dense && styles.dense)}>
        <caption className={hideCaption ? 'visually-hidden' : styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={alignOf(column)}
                aria-sort={column.sort?.direction ?? undefined}
              >
                {column.sort === undefined ? column.header : <SortButton {...column} sort={column.sort} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={onOpen && styles.openable}
              onClick={onOpen && ((event) => isOnControl(event) || onOpen(row, event))}
            >
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

/** A click on a link, a button or selected text isn't meant for the row. */
function isOnControl({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, label, summary') !== null;
  return isControl || !(getSelection()?.isCollapsed ?? true);
}

type SortButtonProps<Row> = Pick<Column<Row>, 'header'> & { readonly sort: NonNullable<Column<Row>['sort']> };

function SortButton<Row>({ header, sort: { direction, onSort } }: SortButtonProps<Row>) {
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {header}
      {direction !== null && <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span>}
    </button>
  );
}

function alignOf<Row>(column: Column<Row>): string | undefined {
  return column.align === 'end' ? styles.end : undefined;
}
