import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { BodyOf, Call, DataOf } from '../../contract/call.ts';
import { createAction } from '../../stores/office-action.ts';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { useTexts } from './texts.ts';
import { textOf } from './types.ts';

export type ActionField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A choice with these values; a text without. */
  readonly values?: readonly string[];
  /** One line instead of several; `date` picks a day, `datetime-local` a minute. */
  readonly line?: 'text' | 'date' | 'number' | 'datetime-local';
};

type ActionFormProps<C extends Call> = {
  readonly contract: C;
  readonly label: string;
  /** What will happen, and who is notified. */
  readonly text: string;
  /** The step that usually comes next: its button stands out. */
  readonly isNext?: boolean;
  readonly initial: BodyOf<C>;
  readonly fields: readonly ActionField[];
  readonly onDone: () => void;
  /** Takes what the call answered. */
  readonly onResult?: (data: DataOf<C>) => void;
};

/** An action on a record: a button that opens a dialog with what the action needs. */
export function ActionForm<C extends Call>(props: ActionFormProps<C>) {
  const { strings } = useTexts();
  const { contract, label, text, isNext, initial, fields, onDone, onResult } = props;
  const [open, setOpen] = useState(false);
  const [form] = useState(() =>
    createAction(contract, initial, (data) => {
      setOpen(false);
      onResult?.(data);
      onDone();
    }),
  );
  const { values, errors, busy } = useStore(form.$form);
  const given = values as Readonly<Record<string, string>>;
  return (
    <ActionDialog {...{ label, text, isNext, open, setOpen, busy }} submit={form.submit}>
      {fields.map(({ name, label: fieldLabel, hint, values: options, line }) => {
        const control = {
          label: fieldLabel,
          hint,
          error: errors[name]?.[0],
          value: given[name] ?? '',
          onChange: ({ target }: { target: { value: string } }) => form.set(name as never, target.value as never),
        };
        return options ? (
          <Select
            key={name}
            {...control}
            placeholder={strings.choose}
            options={options.map((value) => ({ value, label: optionText(strings, value) }))}
          />
        ) : line ? (
          <TextInput key={name} {...control} type={line} />
        ) : (
          <TextArea key={name} {...control} />
        );
      })}
    </ActionDialog>
  );
}

/** `instrument:ES` → `Instrument: ES`; anything else by its own text. */
function optionText(strings: Parameters<typeof textOf>[0], value: string): string {
  return value
    .split(':')
    .map((part) => textOf(strings, 'value', part))
    .join(': ');
}
