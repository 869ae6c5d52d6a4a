import { useStore } from '@nanostores/react';
import { useContext, useId } from 'react';
import { ActionDone } from '#app/office/actions/use-action-dialog.ts';
import styles from '#app/office/office.module.css';
import { textOf, useTexts } from '#app/office/texts.ts';
import toolbarStyles from '#app/office/toolbar.module.css';
import { pathTo } from '#routes.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { $bankFile, applyFile, type BankFilePreview, chooseFile, dropFile } from '../stores/office-batches.ts';

/** Imports a bank's file in two steps: a preview of the changes, then the import. */
export function BankFileForm() {
  const onDone = useContext(ActionDone);
  const { strings, locale } = useTexts();
  const { preview, error, busy } = useStore($bankFile);
  const hint = useId();
  return (
    <section className={`stack gap-3 ${styles.list}`}>
      <TextInput
        type="file"
        label={strings.import_file}
        hint={strings.import_hint}
        error={error}
        accept=".xml,.csv,text/xml,application/xml,text/csv"
        disabled={busy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void chooseFile(file);
          target.value = '';
        }}
      />
      {preview && (
        <>
          <h2 id={hint} className={styles.subtitle}>
            {preview.name}
          </h2>
          {preview.importId !== null && (
            <Alert
              kind="info"
              title={strings.import_known}
              actions={
                <Button
                  label={strings.import_open}
                  href={pathTo('officeRecord', { list: 'imports', id: preview.importId }, locale)}
                />
              }
            />
          )}
          <Preview preview={preview} />
          <div className={`cluster ${toolbarStyles.toolbar}`}>
            <Button label={strings.import_apply} busy={busy} onClick={() => void applyFile(onDone)} />
            <Button label={strings.cancel} variant="outline" disabled={busy} onClick={dropFile} />
          </div>
        </>
      )}
    </section>
  );
}

function Preview({ preview: { entries } }: { readonly preview: BankFilePreview }) {
  const { strings, t, locale } = useTexts();
  const changes = entries.filter(({ action }) => action !== 'none').length;
  const problems = entries.filter(({ problem }) => problem !== null).length;
  return (
    <>
      <p role="status">{t('import_summary', { count: entries.length, changes, problems })}</p>
      <DataTable
        caption={strings.import_preview}
        dense
        rows={entries.map((entry, index) => ({ ...entry, index }))}
        rowKey={({ index }) => String(index)}
        columns={[
          { header: strings.column_reference, cell: ({ reference }) => reference ?? '–' },
          { header: strings.column_name, cell: ({ payeeName }) => payeeName ?? '–' },
          { header: strings.column_event, cell: ({ event }) => textOf(strings, 'value', event) },
          { header: strings.column_bankAction, cell: ({ action }) => textOf(strings, 'value', action) },
          {
            header: strings.column_problem,
            cell: ({ problem }) => (problem === null ? '–' : textOf(strings, 'value', problem)),
          },
          {
            header: strings.column_amountCents,
            align: 'end',
            cell: ({ amountCents }) => (amountCents === null ? '–' : <Money cents={amountCents} locale={locale} />),
          },
        ]}
      />
    </>
  );
}
