import { useStore } from '@nanostores/react';
import { type FormEvent, useEffect, useState } from 'react';
import { pathTo } from '#routes.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { timeText } from './cell.tsx';
import styles from './office.module.css';
import { $searchResults, search, searchText } from './stores/office.ts';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

/** One search over people, orders and accounts. */
export function Search() {
  const { strings, locale } = useTexts();
  const state = useStore($searchResults);
  const [text, setText] = useState(searchText);
  useEffect(() => void search(searchText()), []);
  function submit(event: FormEvent): void {
    event.preventDefault();
    void search(text);
  }
  return (
    <section className={styles.list}>
      <search>
        <form className={styles.searchForm} onSubmit={submit}>
          <TextInput
            type="search"
            label={strings.search}
            hint={strings.search_hint}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" busy={state.status === 'loading'}>
            {strings.search_submit}
          </Button>
        </form>
      </search>
      {state.status === 'ready' && (
        <DataTable
          caption={strings.search_results}
          dense
          rows={state.data}
          rowKey={({ list, id }) => `${list}:${id}`}
          empty={<EmptyState plain titleLevel={2} title={strings.search_none} text={strings.search_none_text} />}
          columns={[
            { key: 'list', header: strings.queue, cell: ({ list }) => textOf(strings, 'one', list) },
            {
              key: 'title',
              header: strings.search_found,
              isRowHeader: true,
              cell: ({ list, id, title }) => <a href={pathTo('officeRecord', { list, id }, locale)}>{title}</a>,
            },
            { key: 'detail', header: strings.search_detail, cell: ({ detail }) => detail },
            { key: 'at', header: strings.column_at, cell: ({ at }) => timeText(at) },
          ]}
        />
      )}
    </section>
  );
}
