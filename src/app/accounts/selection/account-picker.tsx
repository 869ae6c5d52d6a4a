import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { onDemand } from '#app/shell/on-demand.tsx';
import { useProgramNames } from '#app/shell/program-names.ts';
import { pathTo } from '#routes.ts';
import { isOver } from '#shared/accounts/lifecycle.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  $filter,
  $filterOptions,
  $isTable,
  $selected,
  $visibleAccounts,
  type AccountFilter,
  filterAccounts,
  isFilterActive,
  showAllAccounts,
  showTable,
} from '../stores/selection.ts';
import { useTexts } from '../texts.ts';
import { AccountChip } from './account-chip.tsx';
import { accountListId } from './account-list-id.ts';
import styles from './picker.module.css';

const AccountTable = onDemand(async () => (await import('./account-table.tsx')).AccountTable);

type AccountPickerProps = {
  /** The number of all accounts, including filtered ones. */
  readonly count: number;
};

/** From this many accounts on, they can also be read as a table and filtered. */
const tableFrom = 6;

/** The accounts as chips, or as a table. The ended ones are folded. On a phone all are a sheet of rows. */
export function AccountPicker({ count }: AccountPickerProps) {
  const { strings, t, locale } = useTexts();
  const shown = useStore($visibleAccounts);
  const selected = useStore($selected);
  const isTable = useStore($isTable);
  const isFiltered = isFilterActive(useStore($filter));
  const [isUnfolded, setUnfolded] = useState(false);
  const open = shown.filter((account) => isFiltered || !isOver(account.stage) || account.id === selected?.id);
  const folded = shown.filter((account) => !open.includes(account));
  const chips = isUnfolded ? [...open, ...folded] : open;
  return (
    <div className={`cluster gap-2 ${styles.picker}`} data-view={isTable ? 'table' : 'chips'}>
      <nav id={accountListId} popover="auto" aria-label={strings.choose} className={styles.accounts}>
        {count >= tableFrom && <AccountFilters count={count} />}
        <ul className={styles.chips}>
          {chips.map((account) => (
            <li key={account.id}>
              <AccountChip account={account} isPressed={account.id === selected?.id} />
            </li>
          ))}
          {folded.length > 0 && (
            <li>
              <button
                type="button"
                className={styles.ended}
                aria-expanded={isUnfolded}
                onClick={() => setUnfolded(!isUnfolded)}
              >
                <span>{strings.ended_fold}</span>
                <span className="text-13 tabular">{t('ended_count', { count: folded.length })}</span>
              </button>
            </li>
          )}
        </ul>
        {isTable && (
          <AccountTable
            fallback={<Skeleton shape="row" count={shown.length} />}
            accounts={shown}
            selectedId={selected?.id}
          />
        )}
      </nav>
      <div className={styles.actions}>
        {count >= tableFrom && (
          <Button
            label={isTable ? strings.show_chips : strings.show_table}
            variant="quiet"
            size="small"
            aria-pressed={isTable}
            onClick={() => showTable(!isTable)}
          />
        )}
        <Button label={strings.new_account} variant="outline" size="small" href={pathTo('evaluations', {}, locale)} />
      </div>
    </div>
  );
}

/** Filters for the table or, on a phone, the list. Shows the number of matches: the other accounts are only hidden. */
function AccountFilters({ count }: { readonly count: number }) {
  const { strings, t } = useTexts();
  const programNames = useProgramNames();
  const filter = useStore($filter);
  const shown = useStore($visibleAccounts);
  const { phases, programs } = useStore($filterOptions);
  const isFiltered = isFilterActive(filter);
  return (
    <search className={`cluster ${styles.filters}`} aria-label={strings.filters}>
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
      <p role="status" className={`muted text-14 tabular ${styles.found}`}>
        {isFiltered && t('filter_found', { shown: shown.length, count })}
      </p>
      {isFiltered && <Button label={strings.filter_clear} variant="quiet" size="small" onClick={showAllAccounts} />}
    </search>
  );
}
