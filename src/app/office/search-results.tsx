import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pathTo } from '#routes.ts';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { timeText } from './cell.tsx';
import styles from './office.module.css';
import { $searchResults, search, searchText } from './stores/office.ts';
import { listText, useTexts } from './texts.ts';

export function SearchResults() {
  const { strings, locale } = useTexts();
  const state = useStore($searchResults);
  useEffect(() => void search(searchText()), []);
  if (searchText() === '') return null;
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      {state.status === 'ready' && (
        <DataTable
          showCaption
          caption={strings.search_results}
          dense
          rows={state.data.found}
          rowKey={({ list, id }) => `${list}:${id}`}
          empty={<EmptyState plain title={strings.search_none} text={strings.search_none_text} />}
          columns={[
            { header: strings.queue, cell: ({ list }) => listText(strings, 'one', list) },
            {
              header: strings.search_found,
              isRowHeader: true,
              cell: ({ list, id, title }) => (
                <a href={pathTo('officeRecord', { list, id }, locale)}>
                  <bdi>{title}</bdi>
                </a>
              ),
            },
            { header: strings.search_detail, cell: ({ detail }) => <bdi>{detail}</bdi> },
            { header: strings.column_at, cell: ({ at }) => timeText(at) },
          ]}
        />
      )}
    </section>
  );
}
