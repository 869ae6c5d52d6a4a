import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pathTo } from '#routes.ts';
import { officeLists } from '#shared/firm/lists.ts';
import type { ListQuery, ListRow } from '#shared/office/define-list.ts';
import { rowPlaces } from '#shared/office/row-places.ts';
import { Button } from '#ui/button.tsx';
import { RowCheckbox } from '#ui/checkbox.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Cell, isEnd } from '../cell.tsx';
import { LoadFailure } from '../load-failure.tsx';
import styles from '../office.module.css';
import { isDueFirst, type OfficeListStore, readOrder, writeOrder } from '../stores/list.ts';
import { createSelection, type RowSelection } from '../stores/selection.ts';
import { columnText, listText, type OfficeTexts, useTexts } from '../texts.ts';
import { useRowKeys } from '../use-row-keys.ts';
import { Pager } from './pager.tsx';
import { focusRow, openRecord } from './row-moves.ts';

type ListViewProps = {
  readonly list: OfficeListStore;
  /** Without them the list is within a record: nothing at all while it is empty. */
  readonly filters?: ReactNode;
  /** What is done with the chosen rows, if anything. */
  readonly bulkBar?: ((selection: RowSelection) => ReactNode) | undefined;
  /** Columns left out because the surrounding record already shows them. */
  readonly hiddenColumns?: readonly string[];
};

/** How many rows of a list within a record are shown until the reader asks for the rest; one more isn't hidden. */
const cutRows = 5;

/** One list: filters, count, table and pages. Every list of the back office uses it. */
export function ListView({ list, filters, bulkBar, hiddenColumns = [] }: ListViewProps) {
  const isInRecord = filters === undefined;
  const texts = useTexts();
  const { strings, t } = texts;
  const state = useStore(list.$list);
  useEffect(() => list.follow(), [list]);
  const [selection] = useState(() => createSelection(list));
  const chosen = useStore(selection.$ids);
  const isAll = useStore(selection.$all);
  const { page, status, query } = state;
  const [isCut, setCut] = useState(isInRecord);
  const hiddenRows = isCut && page !== null && page.rows.length > cutRows + 1 ? page.rows.length - cutRows : 0;
  const title = listText(strings, 'list', list.name);
  const { cursor: _, direction: __, sort: ___, order: ____, ...filter } = query;
  const isFiltered = Object.keys(filter).length > 0;
  const section = useRef<HTMLElement>(null);
  const shown = officeLists[list.name].table.filter((column) => !hiddenColumns.includes(column));
  const places = rowPlaces(officeLists[list.name], shown);
  useRowKeys((step) => !isInRecord && section.current && focusRow(section.current, step));
  if (isInRecord && page?.rows.length === 0 && !isFiltered) return null;
  return (
    <section ref={section} className={`stack gap-3 ${styles.list}`} aria-busy={status === 'loading'}>
      {isInRecord ? <h2 className={styles.subtitle}>{title}</h2> : filters}
      <LoadFailure status={status} onRetry={list.load} />
      {page === null && status === 'loading' && <Skeleton shape="row" count={isInRecord ? 2 : 12} />}
      {page && (
        <DataTable
          caption={title}
          dense
          columns={[
            ...(bulkBar ? [choiceColumn(texts, selection, page.rows, (id) => isAll || chosen.has(id))] : []),
            ...shown.map((column, index) => ({
              ...tableColumn(column, index, { ...texts, list, query: isInRecord ? null : query }),
              place: places.get(column) ?? 'wide',
            })),
          ]}
          rows={hiddenRows > 0 ? page.rows.slice(0, cutRows) : page.rows}
          rowKey={({ id }) => id}
          onOpen={({ id }, event) => openRecord(pathTo('officeRecord', { list: list.name, id }, texts.locale), event)}
          empty={
            <EmptyState
              plain={isInRecord}
              title={isFiltered ? strings.none_title : strings.empty_title}
              text={isFiltered ? strings.none_text : listText(strings, 'empty', list.name)}
              action={isFiltered && <Button label={strings.filter_clear} variant="outline" onClick={list.clear} />}
            />
          }
        />
      )}
      {page && hiddenRows > 0 && (
        <Button
          label={t('list_more', { count: hiddenRows })}
          variant="outline"
          size="small"
          className={styles.more}
          onClick={() => setCut(false)}
        />
      )}
      {page && hiddenRows === 0 && <Pager list={list} page={page} />}
      {page && page.rows.length > 0 && bulkBar?.(selection)}
    </section>
  );
}

function tableColumn(
  key: string,
  index: number,
  { strings, locale, list, query }: Pick<ListViewProps, 'list'> & OfficeTexts & { readonly query: ListQuery | null },
): Column<ListRow> {
  return {
    ...(query && sortOf(list, key, query)),
    header: columnText(strings, list.name, key),
    align: isEnd(list.name, key) ? 'end' : 'start',
    isRowHeader: index === 0,
    cell: (row) =>
      index === 0 ? (
        <a href={pathTo('officeRecord', { list: list.name, id: row.id }, locale)} className={styles.open} data-opener>
          <Cell list={list.name} row={row} column={key} />
        </a>
      ) : (
        <Cell list={list.name} row={row} column={key} />
      ),
  };
}

/**
 * How the list is sorted by a column; a click starts with the largest, a second one turns it around. A queue's deadlines
 * start with the earliest.
 */
function sortOf(list: OfficeListStore, key: string, query: ListQuery): Pick<Column<ListRow>, 'sorted' | 'onSort'> {
  const { sorts, isQueue } = officeLists[list.name];
  if (isQueue && key === 'dueAt') {
    const sorted = isDueFirst(list.name, query) ? 'ascending' : undefined;
    return { sorted, onSort: () => void list.filter(writeOrder(list.name, 'due')) };
  }
  if (!sorts.includes(key)) return {};
  const sort = readOrder(list.name, query);
  const sorted = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  return { sorted, onSort: () => void list.filter(writeOrder(list.name, sorted === 'descending' ? key : `-${key}`)) };
}

function choiceColumn(
  { strings, t }: OfficeTexts,
  { toggle, togglePage }: RowSelection,
  rows: readonly ListRow[],
  isChosen: (id: string) => boolean,
): Column<ListRow> {
  return {
    header: strings.bulk_choose,
    headerCell: (
      <RowCheckbox label={strings.bulk_page} checked={rows.every(({ id }) => isChosen(id))} onChange={togglePage} />
    ),
    place: 'choice',
    cell: (row) => (
      <RowCheckbox
        label={t('bulk_choose_row', {
          name: String(row['number'] ?? row['account'] ?? row['job'] ?? row['email'] ?? row.id),
        })}
        checked={isChosen(row.id)}
        onChange={() => toggle(row.id)}
      />
    ),
  };
}
