import { useStore } from '@nanostores/react';
import { useTexts } from '#app/office/texts.ts';
import { classNames } from '#ui/class-names.ts';
import { sortBy } from '../stores/risk.ts';
import { $riskSort, type RiskSortKey } from '../stores/risk-order.ts';
import styles from './risk-table.module.css';

/** The header of a column that the list can be sorted by; a second click reverses the order. */
export function RiskSortHeader({ name }: { readonly name: RiskSortKey }) {
  const { strings } = useTexts();
  const { key, isDescending } = useStore($riskSort);
  const isSorted = key === name;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      className={classNames(styles[name], name !== 'room' && styles.end)}
      aria-sort={isSorted ? direction : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => sortBy(name)}>
        {strings[`risk_sort_${name}`]}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
