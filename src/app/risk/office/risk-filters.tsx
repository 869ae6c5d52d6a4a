import { useStore } from '@nanostores/react';
import { textOf, useTexts } from '#app/office/texts.ts';
import { countryName } from '#lib/country-name.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { phases } from '#shared/core/staff-roles.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { riskStatuses } from '#shared/risk/contract.ts';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $countries, $filter, filterBy, type RiskFilter, riskScopes, sortInOrder } from '../stores/risk.ts';
import { $riskSort, riskSortKeys } from '../stores/risk-order.ts';
import styles from './risk.module.css';

/** The risk desk's search box, its filters behind a button, and what it shows: all, in the market, or little room. */
export function RiskFilters() {
  const { strings, t, locale } = useTexts();
  const filter = useStore($filter);
  const countries = useStore($countries);
  const label = (value: string) => textOf(strings, 'value', value);
  const choices: readonly (readonly [keyof RiskFilter, readonly string[], (value: string) => string])[] = [
    ['program', programs, label],
    ['phase', phases, label],
    ['platform', platforms, label],
    ['status', riskStatuses, label],
    ['country', countries, (value) => countryName(value, locale)],
    ['instrument', instrumentCodes, (value) => value],
  ];
  const scopes = [
    { value: '', label: strings.risk_only_all },
    ...riskScopes.map((value) => ({ value, label: strings[`risk_only_${value}`] })),
  ];
  const count = choices.filter(([name]) => filter[name]).length;
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.find}
        type="search"
        label={strings.filter_q}
        hideLabel
        placeholder={strings.risk_find}
        value={filter.q ?? ''}
        onChange={(event) => filterBy({ q: event.target.value })}
      />
      <FilterSheet
        isFolded
        label={count === 0 ? strings.filters : t('filters_count', { count })}
        title={strings.filters}
        doneLabel={strings.filters_done}
      >
        <RowsShown scopes={scopes} />
        {choices.map(([name, values, labelOf]) => (
          <Select
            key={name}
            label={textOf(strings, 'column', name)}
            value={filter[name] ?? ''}
            options={[
              { value: '', label: strings.filter_all },
              ...values.map((value) => ({ value, label: labelOf(value) })),
            ]}
            onChange={(event) => filterBy({ [name]: event.target.value })}
          />
        ))}
      </FilterSheet>
      <div className={styles.scopes}>
        <Segmented
          label={strings.risk_scope}
          value={filter.only ?? ''}
          options={scopes}
          onChange={(only) => filterBy({ only })}
        />
      </div>
    </div>
  );
}

/** Which accounts in which order, on a phone; beside a table they are a row of buttons and the headers. */
function RowsShown({ scopes }: { readonly scopes: readonly { readonly value: string; readonly label: string }[] }) {
  const { strings, t } = useTexts();
  const { only = '' } = useStore($filter);
  const { key, isDescending } = useStore($riskSort);
  return (
    <div className={`stack ${styles.narrow}`}>
      <Select
        label={strings.risk_scope}
        value={only}
        options={scopes}
        onChange={({ target }) => filterBy({ only: target.value })}
      />
      <Select
        label={strings.sort}
        value={isDescending ? `-${key}` : key}
        options={riskSortKeys.flatMap((name) => {
          const column = strings[`risk_sort_${name}`];
          return [
            { value: name, label: t('sort_ascending', { column }) },
            { value: `-${name}`, label: t('sort_descending', { column }) },
          ];
        })}
        onChange={({ target }) => sortInOrder(target.value)}
      />
    </div>
  );
}
