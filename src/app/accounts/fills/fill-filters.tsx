import { useStore } from '@nanostores/react';
import { useAccountName } from '#app/shell/program-names.ts';
import { instrumentCodes, sides } from '#shared/exchange/instruments.ts';
import { Button } from '#ui/button.tsx';
import { FilterSheet } from '#ui/filter-sheet.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $fills, clearFilter, filterFills, showAccount } from '../stores/fills.ts';
import { useTexts } from './texts.ts';

/** Each choice applies at once and is kept in the address. */
export function FillFilters() {
  const { strings, t } = useTexts();
  const { accounts, accountId, filter } = useStore($fills);
  const nameOf = useAccountName();
  const all = { value: '', label: strings.all };
  const { length } = Object.keys(filter);
  return (
    <FilterSheet
      label={length === 0 ? strings.filters : t('filters_count', { count: length })}
      title={strings.filters}
      doneLabel={strings.filters_done}
    >
      <Select
        label={strings.account}
        value={accountId ?? ''}
        onChange={({ target }) => void showAccount(target.value)}
        options={accounts.map((account) => ({ value: account.id, label: nameOf(account) }))}
      />
      <TextInput
        type="date"
        label={strings.from}
        value={filter.from ?? ''}
        onChange={({ target }) => void filterFills({ from: target.value })}
      />
      <TextInput
        type="date"
        label={strings.to}
        value={filter.to ?? ''}
        onChange={({ target }) => void filterFills({ to: target.value })}
      />
      <Select
        label={strings.instrument}
        value={filter.instrument ?? ''}
        onChange={({ target }) => void filterFills({ instrument: target.value })}
        options={[all, ...instrumentCodes.map((code) => ({ value: code, label: code }))]}
      />
      <Select
        label={strings.side}
        value={filter.side ?? ''}
        onChange={({ target }) => void filterFills({ side: target.value })}
        options={[all, ...sides.map((side) => ({ value: side, label: strings[`side_${side}`] }))]}
      />
      {length > 0 && <Button label={strings.clear} variant="quiet" size="small" onClick={() => void clearFilter()} />}
    </FilterSheet>
  );
}
