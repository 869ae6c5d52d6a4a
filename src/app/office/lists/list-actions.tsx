import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from '../office.module.css';
import { appliedFilters, type ListState, type OfficeListStore } from '../stores/list.ts';
import { useTexts } from '../texts.ts';

type ListActionsProps = {
  readonly list: OfficeListStore;
  readonly state: ListState;
  readonly className: string | undefined;
};

/** What concerns a list as a whole: beside its title and, on a phone, below its filters. */
export function ListActions({ list, state, className }: ListActionsProps) {
  const { strings } = useTexts();
  const { page } = state;
  return (
    <div className={classNames(styles.listActions, className)}>
      {appliedFilters(state).length > 0 && (
        <Button label={strings.filter_clear} variant="quiet" size="small" onClick={list.clear} />
      )}
      {page !== null && page.count > 0 && (
        <Button label={strings.export} variant="outline" size="small" onClick={list.export} />
      )}
    </div>
  );
}
