import { useState } from 'react';
import { useForm } from '#app/shell/use-form.ts';
import type { BodyOf, Call, DataOf } from '#shared/core/call.ts';
import { isDestructive } from '#shared/core/call.ts';
import { createAction } from '../stores/action.ts';
import { canCall } from '../stores/office.ts';
import { type OfficeTexts, useTexts } from '../texts.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type ActionField, ActionFieldControl } from './action-field.tsx';
import { useActionDialog } from './use-action-dialog.ts';

/** Actions with a button's label, and under the same name with `_text` what will happen and who is notified. */
type ActionName = { [Key in OfficeKey]: `${Key}_text` extends OfficeKey ? Key : never }[OfficeKey];

type ActionTexts = { readonly label: string; readonly text: string };

type OfficeKey = keyof OfficeTexts['strings'];

type ActionFormProps<C extends Call> = ({ readonly action: ActionName } | ActionTexts) & {
  readonly contract: C;
  /** The record's name, in the dialog's title where the screen behind it can show another record. */
  readonly subject?: string | undefined;
  /** Marks the action that usually comes next; its button stands out. */
  readonly isNext?: boolean;
  readonly initial: BodyOf<C>;
  readonly fields?: readonly ActionField[];
  /** Instead of `ActionDone`. */
  readonly onDone?: () => void;
  readonly onResult?: (data: DataOf<C>) => void;
};

/** An action on a record, for those who may do it: a button that opens a dialog with the fields the action needs. */
export function ActionForm<C extends Call>(props: ActionFormProps<C>) {
  return canCall(props.contract) ? <AllowedAction {...props} /> : null;
}

function AllowedAction<C extends Call>(props: ActionFormProps<C>) {
  const { contract, subject, isNext, initial, fields = [], onDone, onResult } = props;
  const { strings } = useTexts();
  const { label, text } =
    'action' in props ? { label: strings[props.action], text: strings[`${props.action}_text`] } : props;
  const { open, show, finish, onConflict } = useActionDialog(onDone);
  const [form] = useState(() =>
    createAction(
      contract,
      initial,
      (data) => {
        onResult?.(data);
        finish();
      },
      onConflict,
    ),
  );
  const { values, busy, field: control } = useForm(form);
  const isOpenerDestructive = isDestructive(contract, initial as Readonly<Record<string, unknown>>);
  const isConfirmDestructive = isDestructive(contract, values as Readonly<Record<string, unknown>>);
  return (
    <ActionDialog
      {...{ label, subject, text, isNext, isOpenerDestructive, isConfirmDestructive, open, busy }}
      setOpen={show}
      submit={form.submit}
    >
      {fields.map((field) => (
        <ActionFieldControl key={field.name} {...control(field.name as never)} field={field} />
      ))}
    </ActionDialog>
  );
}
