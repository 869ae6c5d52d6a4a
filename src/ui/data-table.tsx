import type { MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './data-table.module.css';
import rowStyles from './data-table-rows.module.css';

/**
 * Where a cell goes in a row of two lines: `lead` (what) and `value` (how much) above; `note` (when) and `result`
 * below, `labeled` with its header; `actions` on a line of their own; `choice` before all, for a checkbox; `wide` only in
 * the table, for what the row's own page or file repeats.
 */
export type RowPlace = 'choice' | 'lead' | 'value' | 'note' | 'labeled' | 'result' | 'actions' | 'wide';

export type Column<Row> = {
  /** Also tells the columns of a table apart. */
  readonly header: string;
  /** In the header's place, with its text for screen readers, such as a checkbox for all rows. */
  readonly headerCell?: ReactNode;
  /** Renders nothing if there is no value. */
  readonly cell: (row: Row) => ReactNode;
  /** Use `end` for money, counts and times, which are set in tabular figures. */
  readonly align?: 'start' | 'end';
  /** The column that names the row; the first by default. */
  readonly isRowHeader?: boolean;
  /** The cell's place in a narrow container. If a column has one, columns without one are `labeled`. */
  readonly place?: RowPlace;
  /** The order of the rows, if they are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
  /** Makes the header a button that sorts. */
  readonly onSort?: () => void;
};

type DataTableProps<Row> = {
  readonly caption: string;
  /** Shows the caption above the table; otherwise it is only read out. */
  readonly showCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly empty?: ReactNode;
  /** Without places, rows of narrow containers become blocks of lines; `fit` keeps two or three short columns. */
  readonly narrow?: 'stack' | 'fit';
  /** Small type and low rows, for lists that are scanned rather than read. */
  readonly dense?: boolean;
  /** Opens a row that is clicked anywhere but on a link or control of its own. */
  readonly onOpen?: (row: Row, event: MouseEvent) => void;
};

/** The list of every screen: a table and, in narrow containers, rows of two lines with the same data. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, showCaption = false, columns, rows, rowKey, empty, narrow = 'stack', dense = false } = props;
  const { onOpen } = props;
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const rowHeader = columns.find((column) => column.isRowHeader) ?? columns[0];
  const isPlaced = columns.some(({ place }) => place !== undefined);
  const layout = classNames(
    isPlaced ? rowStyles.rows : styles[narrow],
    ...(dense ? [styles.dense, rowStyles.scanned] : [rowStyles.roomy]),
  );
  return (
    <div className={styles.container}>
      <table className={classNames(styles.table, layout)}>
        <caption className={showCaption ? styles.caption : 'visually-hidden'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.header}
                scope="col"
                aria-sort={column.sorted}
                className={classNames(column.align === 'end' && styles.end)}
              >
                {column.onSort === undefined ? (
                  (column.headerCell ?? column.header)
                ) : (
                  <button type="button" className={styles.sort} onClick={column.onSort}>
                    {column.header}
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={onOpen && rowStyles.openable}
              onClick={onOpen && ((event) => isOnControl(event) || onOpen(row, event))}
            >
              {columns.map((column) => {
                const Cell = column === rowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.header}
                    scope={column === rowHeader ? 'row' : undefined}
                    className={classNames(column.align === 'end' && styles.end, isPlaced && placeOf(column, columns))}
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

/** A labeled value stands among the notes. */
const lineOf = (place: RowPlace = 'labeled') => (place === 'labeled' ? 'note' : place);

function placeOf<Row>({ place = 'labeled', header }: Column<Row>, columns: readonly Column<Row>[]): string {
  if (place === 'labeled') return classNames(rowStyles.note, rowStyles.labeled);
  const isOnly = columns.every((each) => each.header === header || lineOf(each.place) !== lineOf(place));
  return classNames(rowStyles[place], isOnly && rowStyles.only);
}
