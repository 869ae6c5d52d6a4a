import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { ListActions } from '#app/office/lists/list-actions.tsx';
import { ListView } from '#app/office/lists/list-view.tsx';
import { SavedViews } from '#app/office/lists/saved-views.tsx';
import styles from '#app/office/office.module.css';
import { createList } from '#app/office/stores/list.ts';
import { listText, useTexts } from '#app/office/texts.ts';
import { onDemand } from '#app/shell/on-demand.tsx';
import type { OfficeListName } from '#shared/firm/lists.ts';

/** What only some lists have. */
const BankFileForm = onDemand(async () => (await import('#app/payouts/office/bank-file-form.tsx')).BankFileForm);
const BatchForm = onDemand(async () => (await import('#app/payouts/office/batch-form.tsx')).BatchForm);
const CatalogCodes = onDemand(async () => (await import('#app/catalog/office/catalog-screen.tsx')).CatalogCodes);
const CreateForm = onDemand(async () => (await import('./create-form.tsx')).CreateForm);
const OpenIncident = onDemand(async () => (await import('#app/status/office/incident-actions.tsx')).OpenIncident);
const createdFrom: ReadonlySet<OfficeListName> = new Set([
  ...(['discounts', 'coupons', 'announcements', 'halts', 'people', 'closures'] as const),
]);

export function ListScreen({ name }: { readonly name: OfficeListName }) {
  const { strings } = useTexts();
  const [list] = useState(() => createList(name, { inAddress: true }));
  const state = useStore(list.$list);
  return (
    <ActionDone value={list.load}>
      <header className={`cluster between ${styles.header}`}>
        <h1 className={styles.title}>{listText(strings, 'list', name)}</h1>
        <ListActions className={styles.wide} list={list} state={state} />
        {createdFrom.has(name) && <CreateForm name={name} fallback={null} />}
        {name === 'incidents' && <OpenIncident fallback={null} />}
      </header>
      {name === 'batches' && <BatchForm fallback={null} />}
      {name === 'imports' && <BankFileForm fallback={null} />}
      <SavedViews list={list} />
      <ListView list={list} />
      {(name === 'discounts' || name === 'coupons') && <CatalogCodes fallback={null} file={`${name}.yaml`} />}
    </ActionDone>
  );
}
