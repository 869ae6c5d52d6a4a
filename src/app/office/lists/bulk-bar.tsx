import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { isDestructive } from '#shared/core/call.ts';
import { type BulkActionName, bulkActions } from '#shared/firm/bulk-actions.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { createBulk } from '../stores/bulk.ts';
import type { OfficeListStore } from '../stores/list.ts';
import type { RowSelection } from '../stores/selection.ts';
import { textOf, useTexts } from '../texts.ts';
import styles from '../toolbar.module.css';
import bulkStyles from './bulk.module.css';
import { BulkDialog } from './bulk-dialog.tsx';

type BulkBarProps = {
  readonly list: OfficeListStore;
  readonly selection: RowSelection;
  readonly actions: readonly BulkActionName[];
};

export function BulkBar({ list, selection, actions }: BulkBarProps) {
  const { strings, t } = useTexts();
  const ids = useStore(selection.$ids);
  const isAll = useStore(selection.$all);
  const { page } = useStore(list.$list);
  const isWholePage = page !== null && page.rows.length > 0 && page.rows.every(({ id }) => ids.has(id));
  const hasOtherPages = page !== null && (page.newer !== null || page.older !== null);
  const isChosen = isAll || ids.size > 0;
  return (
    <div className={classNames('cluster', styles.toolbar, bulkStyles.bar)} data-chosen={isChosen || undefined}>
      <Button
        label={strings.bulk_page}
        variant="outline"
        size="small"
        aria-pressed={isWholePage}
        onClick={selection.togglePage}
      />
      <p role="status" className="muted small">
        {isAll ? strings.bulk_all_chosen : isChosen && t('bulk_chosen', { count: ids.size })}
      </p>
      {isWholePage && hasOtherPages && !isAll && (
        <Button label={strings.bulk_all} variant="quiet" size="small" onClick={selection.selectAll} />
      )}
      {isChosen && actions.map((name) => <BulkAction key={name} name={name} list={list} selection={selection} />)}
    </div>
  );
}

function BulkAction({ name, list, selection }: Omit<BulkBarProps, 'actions'> & { readonly name: BulkActionName }) {
  const { strings } = useTexts();
  const [bulk] = useState(() => createBulk(name, list, selection));
  const { status } = useStore(bulk.$bulk);
  return (
    <>
      <Button
        label={textOf(strings, 'bulk', name)}
        variant={isDestructive(bulkActions[name].run, {}) ? 'danger' : 'outline'}
        size="small"
        busy={status === 'loading'}
        onClick={bulk.open}
      />
      <BulkDialog name={name} bulk={bulk} />
    </>
  );
}
