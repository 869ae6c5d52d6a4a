import { useStore } from '@nanostores/react';
import { useId, useState } from 'react';
import { isDestructive } from '#shared/core/call.ts';
import { type BulkActionName, bulkActions, bulkReasons } from '#shared/firm/bulk-actions.ts';
import { identityReasons } from '#shared/payouts/payees/identity-check.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { type ActionField, ActionFieldControl } from '../actions/action-field.tsx';
import { localizedFieldsOf } from '../localized-label.ts';
import type { BulkPreview, createBulk } from '../stores/bulk.ts';
import { type OfficeTexts, textOf, useTexts } from '../texts.ts';
import styles from './bulk.module.css';

type BulkDialogProps = { readonly name: BulkActionName; readonly bulk: ReturnType<typeof createBulk> };

/** Says exactly what happens to how many records and which are left out, then reports the outcome. */
export function BulkDialog({ name, bulk }: BulkDialogProps) {
  const texts = useTexts();
  const { strings, t } = texts;
  const state = useStore(bulk.$bulk);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const formId = useId();
  const { fields: names, sends } = bulkActions[name];
  const fields = bulkFieldsOf(texts).filter((field) => names.includes(field.name));
  const preview = 'preview' in state ? state.preview : null;
  const label = textOf(strings, 'bulk', name);
  const rows = preview?.rows ?? [];
  const canRun = rows.length > 0 && names.every((each) => values[each]?.trim());
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
          {rows.length > 0 && (
            <Button
              label={
                sends ? t('bulk_send', { count: rows.length }) : t('bulk_run', { action: label, count: rows.length })
              }
              type="submit"
              variant={isDestructive(bulkActions[name].run, values) ? 'danger' : 'filled'}
              form={formId}
              disabled={!canRun}
              busy={state.status === 'running'}
            />
          )}
          <Button label={rows.length === 0 ? strings.close : strings.cancel} variant="outline" onClick={close} />
        </>
      }
    >
      {preview !== null && (
        <form
          id={formId}
          className="stack gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void bulk.run(values);
          }}
        >
          <p>{rows.length === 0 ? strings.bulk_none : t(`bulk_text_${name}`, { count: rows.length })}</p>
          {preview.more && <p>{strings.bulk_more}</p>}
          <Names title={t('bulk_names', { count: rows.length })} rows={rows} />
          <LeftOut leftOut={preview.leftOut} />
          {(rows.length === 0 ? [] : fields).map((field) => (
            <ActionFieldControl
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              error={'errors' in state ? state.errors[field.name]?.[0] : undefined}
              onChange={({ target }) => setValues({ ...values, [field.name]: target.value })}
            />
          ))}
        </form>
      )}
      {state.status === 'done' && (
        <div className="stack gap-3" role="status">
          <p>{t(sends ? 'bulk_sent' : 'bulk_done', { count: state.outcome.done })}</p>
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

/** The records behind a count, unfolded on demand. */
function Names({ title, rows }: { readonly title: string; readonly rows: BulkPreview['rows'] }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <p className={`muted text-14 breakable ${styles.names}`}>{rows.map(({ label }) => label).join(', ')}</p>
    </details>
  );
}

/** All inputs that bulk actions may need besides the records. */
function bulkFieldsOf(texts: OfficeTexts): readonly ActionField[] {
  const { strings } = texts;
  const fields: readonly ActionField[] = [
    { name: 'cause', label: strings.column_cause, hint: strings.field_reason_hint },
    // Who reads it depends on the action, whose text says it.
    { name: 'reason', label: strings.field_reason },
    { name: 'identityReason', label: strings.column_identityReason, values: identityReasons },
    { name: 'showUntil', label: strings.announcement_until, line: 'datetime-local' },
    ...localizedFieldsOf('title', texts),
    ...localizedFieldsOf('text', texts),
  ];
  return fields.map((field) => ({ ...field, required: true }));
}
