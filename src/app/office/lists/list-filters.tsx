import { type FormEvent, useEffect, useState } from 'react';
import { type OfficeColumnName, officeLists } from '#shared/firm/lists.ts';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from '../office.module.css';
import { appliedFilters, type ListState, type OfficeListStore, readOrder, writeOrder } from '../stores/list.ts';
import { actionText, columnText, headerText, listText, type OfficeTexts, useTexts, valueText } from '../texts.ts';
import { ListActions } from './list-actions.tsx';

/** The filters of a list: selects apply at once, text applies on submit. */
export function ListFilters({ list, state }: { readonly list: OfficeListStore; readonly state: ListState }) {
  const { strings, t } = useTexts();
  const { filters, isQueue, sorts } = officeLists[list.name];
  const { query } = state;
  const [text, setText] = useState(query.q ?? '');
  useEffect(() => setText(query.q ?? ''), [query.q]);
  const { length: inSheet } = appliedFilters(state).filter((key) => key !== 'q');
  function submit(event: FormEvent): void {
    event.preventDefault();
    void list.filter({ q: text.trim() });
  }
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        <TextInput
          className={styles.find}
          label={strings.filter_q}
          hideLabel
          placeholder={listText(strings, 'find', list.name)}
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FilterSheet
          isPart
          label={inSheet === 0 ? strings.filters : t('filters_count', { count: inSheet })}
          title={strings.filters}
          doneLabel={strings.filters_done}
        >
          {Object.entries(filters).map(([name, values]) =>
            typeof values === 'string' ? null : (
              <Select
                key={name}
                label={headerText(strings, name as OfficeColumnName)}
                value={query[name] ?? ''}
                options={[{ value: '', label: strings.filter_all }, ...optionsOf(strings, name, values)]}
                onChange={(event) => void list.filter({ [name]: event.target.value })}
              />
            ),
          )}
          <Select
            // The headers of a table sort it; rows of two lines have none.
            className={styles.narrow}
            label={strings.sort}
            value={readOrder(list.name, query)}
            options={[
              ...(isQueue ? [{ value: 'due', label: strings.sort_due }] : []),
              { value: '-at', label: strings.sort_newest },
              { value: 'at', label: strings.sort_oldest },
              ...sorts
                .filter((column) => column !== 'at')
                .flatMap((column) =>
                  (['descending', 'ascending'] as const).map((order) => ({
                    value: order === 'descending' ? `-${column}` : column,
                    label: t(`sort_${order}`, { column: columnText(strings, list.name, column) }),
                  })),
                ),
            ]}
            onChange={({ target: { value } }) => void list.filter(writeOrder(list.name, value))}
          />
          <div className={styles.period}>
            <TextInput
              type="date"
              label={strings.filter_from}
              value={query.from ?? ''}
              onChange={(event) => void list.filter({ from: event.target.value })}
            />
            <TextInput
              type="date"
              label={strings.filter_to}
              value={query.to ?? ''}
              onChange={(event) => void list.filter({ to: event.target.value })}
            />
          </div>
          <ListActions className={styles.narrow} list={list} state={state} />
        </FilterSheet>
        <button type="submit" className="visually-hidden">
          {strings.filter_apply}
        </button>
      </form>
    </search>
  );
}

/** The options of a filter; the many audit log actions are sorted by their labels. */
function optionsOf(strings: OfficeTexts['strings'], name: string, values: readonly string[]) {
  if (name !== 'action') return values.map((value) => ({ value, label: valueText(strings, name, value) }));
  return values
    .map((value) => ({ value, label: actionText(strings, value) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}
