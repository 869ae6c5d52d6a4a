import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { localizedName } from '../../contract/localized.ts';
import { type BulkActionName, bulkActions, bulkReasons } from '../../contract/office/bulk.ts';
import { defaultLocale } from '../../i18n/locales.ts';
import type { BulkPreview, createBulk } from '../../stores/office-bulk.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './bulk.module.css';
import { BulkField } from './bulk-field.tsx';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

type BulkDialogProps = { readonly name: BulkActionName; readonly bulk: ReturnType<typeof createBulk> };

/** Says exactly what happens to how many records and which are left out, then what was done. */
export function BulkDialog({ name, bulk }: BulkDialogProps) {
  const { strings, t } = useTexts();
  const state = useStore(bulk.$bulk);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const formId = useId();
  const { fields } = bulkActions[name];
  const preview = 'preview' in state ? state.preview : null;
  const label = textOf(strings, 'bulk', name);
  const canRun = preview !== null && preview.rows.length > 0 && fields.every((field) => values[field]?.trim());
  const isSent = fields.includes(localizedName('text', defaultLocale));
  const close = () => {
    if (state.status === 'done') setValues({});
    bulk.close();
  };
  return (
    <Dialog
      open={preview !== null || state.status === 'done'}
      onClose={close}
      title={label}
      closeLabel={strings.close}
      actions={
        <>
          {preview !== null && (
            <Button type="submit" form={formId} disabled={!canRun} busy={state.status === 'running'}>
              {t(isSent ? 'bulk_send' : 'bulk_run', { count: preview.rows.length })}
            </Button>
          )}
          <Button variant="outline" onClick={close}>
            {preview === null ? strings.close : strings.cancel}
          </Button>
        </>
      }
    >
      {preview !== null && (
        <form
          id={formId}
          className={styles.preview}
          onSubmit={(event) => {
            event.preventDefault();
            void bulk.run(values);
          }}
        >
          <p>{t(`bulk_text_${name}`, { count: preview.rows.length })}</p>
          {preview.more && <p>{strings.bulk_more}</p>}
          <Names title={t('bulk_names', { count: preview.rows.length })} rows={preview.rows} />
          <LeftOut leftOut={preview.leftOut} />
          {fields.map((field) => (
            <BulkField
              key={field}
              name={field}
              value={values[field] ?? ''}
              error={'errors' in state ? state.errors[field]?.[0] : undefined}
              onChange={(value) => setValues({ ...values, [field]: value })}
            />
          ))}
        </form>
      )}
      {state.status === 'done' && (
        <div className={styles.preview} role="status">
          <p>{t(isSent ? 'bulk_sent' : 'bulk_done', { count: state.outcome.done })}</p>
          <LeftOut leftOut={state.outcome.leftOut} />
        </div>
      )}
    </Dialog>
  );
}

function LeftOut({ leftOut }: Pick<BulkPreview, 'leftOut'>) {
  const { t } = useTexts();
  return bulkReasons.map((reason) => {
    const rows = leftOut.filter((each) => each.reason === reason);
    return <Names key={reason} title={t(`bulk_left_${reason}`, { count: rows.length })} rows={rows} />;
  });
}

type NamesProps = { readonly title: string; readonly rows: BulkPreview['rows'] };

/** The records behind a number, unfolded on demand. */
function Names({ title, rows }: NamesProps) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <p className={styles.names}>{rows.map(({ label }) => label).join(', ')}</p>
    </details>
  );
}
