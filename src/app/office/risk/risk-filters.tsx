import { useStore } from '@nanostores/react';
import { $countries, $filter, filterBy, type RiskFilter, riskScopes } from '#app/risk/stores/risk.ts';
import { countryName } from '#lib/country-name.ts';
import { platforms } from '#shared/catalog/platforms.ts';
import { programs } from '#shared/catalog/programs.ts';
import { instrumentCodes } from '#shared/exchange/instruments.ts';
import { phases } from '#shared/office/row-fields.ts';
import { riskStatuses } from '#shared/risk/contract.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useTexts } from '../texts.ts';
import { textOf } from '../types.ts';
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
  const count = choices.filter(([name]) => filter[name]).length;
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
      <Segmented
        label={strings.risk_scope}
        value={filter.only ?? ''}
        options={['', ...riskScopes].map((value) => ({
          value,
          label: strings[`risk_only_${value || 'all'}` as 'risk_only_all'],
        }))}
        onChange={(only) => filterBy({ only })}
      />
      <details className={styles.more}>
        <summary>
          {strings.risk_more_filters}
          {count > 0 && <b> {t('risk_filter_count', { count })}</b>}
        </summary>
        <div className={styles.choices}>
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
      </details>
    </div>
  );
}
