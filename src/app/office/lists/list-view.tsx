import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pathTo } from '#routes.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { Button } from '#ui/button.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Cell, isEnd } from '../cell.tsx';
import { LoadFailure } from '../load-failure.tsx';
import styles from '../office.module.css';
import { createSelection, listBulkActions, type RowSelection } from '../stores/bulk.ts';
import type { OfficeListStore } from '../stores/list.ts';
import { type OfficeTexts, useTexts } from '../texts.ts';
import { columnText, textOf } from '../types.ts';
import bulkStyles from './bulk.module.css';
import { BulkBar } from './bulk-bar.tsx';
import { listColumns } from './columns.ts';
import { ListFilters } from './list-filters.tsx';
import { Pager } from './pager.tsx';

type ListViewProps = {
  readonly list: OfficeListStore;
  /** The list is within a record: no filters, and nothing at all while it is empty. */
  readonly isInRecord?: boolean;
  /** Columns left out because the surrounding record already shows them. */
  readonly hiddenColumns?: readonly string[];
};

/** One list: filters, count, table and pages. Every list of the back office uses it. */
export function ListView({ list, isInRecord = false, hiddenColumns = [] }: ListViewProps) {
  const texts = useTexts();
  const { strings } = texts;
  const state = useStore(list.$list);
  useEffect(() => list.follow(), [list]);
  const actions = isInRecord ? [] : listBulkActions(list.name);
  const [selection] = useState(() => createSelection(list));
  const chosen = useStore(selection.$ids);
  const isAll = useStore(selection.$all);
  const { page, status, query } = state;
  const title = textOf(strings, 'list', list.name);
  const { cursor: _, direction: __, ...filter } = query;
  const isFiltered = Object.keys(filter).length > 0;
  if (isInRecord && page?.rows.length === 0) return null;
  return (
    <section className={styles.list} aria-busy={status === 'loading'}>
      {isInRecord ? <h2 className={styles.subtitle}>{title}</h2> : <ListFilters list={list} state={state} />}
      <LoadFailure status={status} onRetry={list.load} />
      {page === null && status === 'loading' && <Skeleton shape="row" count={isInRecord ? 2 : 12} />}
      {page && page.rows.length > 0 && actions.length > 0 && <BulkBar {...{ list, selection, actions }} />}
      {page && (
        <DataTable
          caption={title}
          hideCaption
          dense
          columns={[
            ...(actions.length > 0 ? [choiceColumn(texts, selection, (id) => isAll || chosen.has(id))] : []),
            ...listColumns(list.name)
              .filter((column) => !hiddenColumns.includes(column))
              .map((column, index) => tableColumn(column, index, { ...texts, list })),
          ]}
          rows={page.rows}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              titleLevel={2}
              plain={isInRecord}
              title={isFiltered ? strings.none_title : strings.empty_title}
              text={isFiltered ? strings.none_text : textOf(strings, 'empty', list.name)}
              action={
                isFiltered && (
                  <Button variant="outline" onClick={list.clear}>
                    {strings.filter_clear}
                  </Button>
                )
              }
            />
          }
        />
      )}
      {page && <Pager list={list} page={page} />}
    </section>
  );
}

function tableColumn(
  key: string,
  index: number,
  { strings, locale, list }: Pick<ListViewProps, 'list'> & OfficeTexts,
): Column<ListRow> {
  return {
    key,
    header: columnText(strings, list.name, key),
    align: isEnd(key) ? 'end' : 'start',
    isRowHeader: index === 0,
    cell: (row) =>
      index === 0 ? (
        <a href={pathTo('officeRecord', { list: list.name, id: row.id }, locale)} className={styles.open}>
          <Cell list={list.name} row={row} column={key} />
        </a>
      ) : (
        <Cell list={list.name} row={row} column={key} />
      ),
  };
}

function choiceColumn(
  { strings, t }: OfficeTexts,
  { toggle }: RowSelection,
  isChosen: (id: string) => boolean,
): Column<ListRow> {
  return {
    key: 'choice',
    header: strings.bulk_choose,
    cell: (row) => (
      <input
        type="checkbox"
        className={bulkStyles.box}
        aria-label={t('bulk_choose_row', {
          name: String(row['number'] ?? row['account'] ?? row['job'] ?? row['email'] ?? row.id),
        })}
        checked={isChosen(row.id)}
        onChange={() => toggle(row.id)}
      />
    ),
  };
}
