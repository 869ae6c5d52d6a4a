import { useStore } from '@nanostores/react';
import { useProgramNames } from '#app/shell/program-names.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  $filter,
  $filterOptions,
  $visibleAccounts,
  type AccountFilter,
  filterAccounts,
  isFilterActive,
  showAllAccounts,
} from '../stores/selection.ts';
import { useTexts } from '../texts.ts';
import styles from './picker.module.css';

/** Filters for the table or, on a phone, the list. Shows the number of matches: the other accounts are only hidden. */
export function AccountFilters({ count }: { readonly count: number }) {
  const { strings, t } = useTexts();
  const programNames = useProgramNames();
  const filter = useStore($filter);
  const shown = useStore($visibleAccounts);
  const { phases, programs } = useStore($filterOptions);
  const isFiltered = isFilterActive(filter);
  return (
    <search className={styles.filters} aria-label={strings.filters}>
      <Select
        label={strings.filter_phase}
        hideLabel
        className={styles.filter}
        value={filter.phase}
        onChange={({ target }) => filterAccounts({ phase: target.value as AccountFilter['phase'] })}
        options={[
          { value: '', label: strings.filter_phase_all },
          ...phases.map((phase) => ({ value: phase, label: strings[`filter_${phase}`] })),
        ]}
      />
      <Select
        label={strings.filter_program}
        hideLabel
        className={styles.filter}
        value={filter.program}
        onChange={({ target }) => filterAccounts({ program: target.value as AccountFilter['program'] })}
        options={[
          { value: '', label: strings.filter_program_all },
          ...programs.map((program) => ({ value: program, label: programNames[program] })),
        ]}
      />
      <TextInput
        label={strings.filter_search}
        hideLabel
        type="search"
        className={styles.filter}
        placeholder={strings.filter_search}
        value={filter.search}
        onChange={({ target }) => filterAccounts({ search: target.value })}
      />
      <p role="status" className={styles.found}>
        {isFiltered && t('filter_found', { shown: shown.length, count })}
      </p>
      {isFiltered && (
        <Button variant="quiet" size="small" onClick={showAllAccounts}>
          {strings.filter_clear}
        </Button>
      )}
    </search>
  );
}
