import { useState } from 'react';
import type { OfficeListName } from '../../contract/office/lists.ts';
import { createList } from '../../stores/office-list.ts';
import { BankFileForm } from './bank-file-form.tsx';
import { BatchForm } from './batch-form.tsx';
import { CreateForm } from './create-form.tsx';
import { OpenIncident } from './incident-actions.tsx';
import { ListView } from './list-view.tsx';
import styles from './office.module.css';
import { SavedViews } from './saved-views.tsx';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

/** One list as a screen, with its filters in the address. */
export function ListScreen({ name }: { readonly name: OfficeListName }) {
  const { strings } = useTexts();
  const [list] = useState(() => createList(name, { inAddress: true }));
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{textOf(strings, 'list', name)}</h1>
        <p className="muted">{strings.utc}</p>
      </header>
      <CreateForm name={name} onDone={list.load} />
      {name === 'batches' && <BatchForm onDone={list.load} />}
      {name === 'imports' && <BankFileForm onDone={list.load} />}
      {name === 'incidents' && <OpenIncident onDone={list.load} />}
      <SavedViews list={list} />
      <ListView list={list} />
    </>
  );
}
