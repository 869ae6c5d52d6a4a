import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CreateForm } from '#app/firm/create-form.tsx';
import { BankFileForm } from '#app/payouts/office/bank-file-form.tsx';
import { BatchForm } from '#app/payouts/office/batch-form.tsx';
import { OpenIncident } from '#app/status/office/incident-actions.tsx';
import type { OfficeListName } from '#shared/firm/lists.ts';
import styles from '../office.module.css';
import { createList } from '../stores/list.ts';
import { useTexts } from '../texts.ts';
import { listText } from '../types.ts';
import { ListActions } from './list-actions.tsx';
import { ListView } from './list-view.tsx';
import { SavedViews } from './saved-views.tsx';

/** One list as a screen, with its filters in the address. */
export function ListScreen({ name }: { readonly name: OfficeListName }) {
  const { strings } = useTexts();
  const [list] = useState(() => createList(name, { inAddress: true }));
  const state = useStore(list.$list);
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{listText(strings, 'list', name)}</h1>
        <ListActions className={styles.wide} list={list} state={state} />
        <CreateForm name={name} onDone={list.load} />
        {name === 'incidents' && <OpenIncident onDone={list.load} />}
      </header>
      {name === 'batches' && <BatchForm onDone={list.load} />}
      {name === 'imports' && <BankFileForm onDone={list.load} />}
      <SavedViews list={list} />
      <ListView list={list} />
    </>
  );
}
