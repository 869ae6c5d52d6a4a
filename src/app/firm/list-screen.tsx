import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CatalogCodes } from '#app/catalog/office/catalog-screen.tsx';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import { ListActions } from '#app/office/lists/list-actions.tsx';
import { ListView } from '#app/office/lists/list-view.tsx';
import { SavedViews } from '#app/office/lists/saved-views.tsx';
import styles from '#app/office/office.module.css';
import { createList } from '#app/office/stores/list.ts';
import { listText, useTexts } from '#app/office/texts.ts';
import { BankFileForm } from '#app/payouts/office/bank-file-form.tsx';
import { BatchForm } from '#app/payouts/office/batch-form.tsx';
import { OpenIncident } from '#app/status/office/incident-actions.tsx';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { CreateForm } from './create-form.tsx';

export function ListScreen({ name }: { readonly name: OfficeListName }) {
  const { strings } = useTexts();
  const [list] = useState(() => createList(name, { inAddress: true }));
  const state = useStore(list.$list);
  return (
    <ActionDone value={list.load}>
      <header className={`cluster between ${styles.header}`}>
        <h1 className={styles.title}>{listText(strings, 'list', name)}</h1>
        <ListActions className={styles.wide} list={list} state={state} />
        <CreateForm name={name} />
        {name === 'incidents' && <OpenIncident />}
      </header>
      {name === 'batches' && <BatchForm />}
      {name === 'imports' && <BankFileForm />}
      <SavedViews list={list} />
      <ListView list={list} />
      {(name === 'discounts' || name === 'coupons') && <CatalogCodes file={`${name}.yaml`} />}
    </ActionDone>
  );
}
