import { useStore } from '@nanostores/react';
import { $countries, $filter, filterBy, type RiskFilter } from '#app/risk/stores/risk.ts';
import { countryName } from '#lib/country-name.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { phases } from '#shared/office/row-fields.ts';
import { riskStatuses } from '#shared/risk/contract.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from '../office.module.css';
import { useTexts } from '../texts.ts';
import { textOf } from '../types.ts';

/** The risk desk's search box and filters. */
export function RiskFilters() {
  const { strings, locale } = useTexts();
  const filter = useStore($filter);
  const countries = useStore($countries);
  const choices: readonly (readonly [keyof RiskFilter, readonly string[], (value: string) => string])[] = [
    ['status', riskStatuses, (value) => textOf(strings, 'value', value)],
    ['program', programs, (value) => textOf(strings, 'value', value)],
    ['phase', phases, (value) => textOf(strings, 'value', value)],
    ['platform', platforms, (value) => textOf(strings, 'value', value)],
    ['country', countries, (value) => countryName(value, locale)],
    ['instrument', instrumentCodes, (value) => value],
  ];
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.find}
        type="search"
        label={strings.filter_q}
        placeholder={strings.risk_find}
        value={filter.q ?? ''}
        onChange={(event) => filterBy({ q: event.target.value })}
      />
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
    </div>
  );
}
