import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { ChangeEvent } from 'react';
import type { FormState } from './stores/form.ts';

/** The fields that hold text; the contract reads a checkbox from any value. */
type TextName<Values> = Extract<
  { [Name in keyof Values]-?: Values[Name] extends string | undefined ? Name : never }[keyof Values],
  string
>;
type WithForm<Values> = {
  readonly $form: ReadableAtom<FormState<Values>>;
  readonly set: <Field extends keyof Values & string>(name: Field, value: Values[Field]) => void;
};

export type FieldProps = {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void;
};

/** A form's state, and what ties a control to one of its fields: `<TextInput {...field('email')} />`. */
export function useForm<Values>({ $form, set }: WithForm<Values>) {
  const state = useStore($form);
  const { values, errors } = state;
  const field = <Name extends TextName<Values>>(name: Name): FieldProps => ({
    name,
    value: (values[name] as string | undefined) ?? '',
    error: errors[name]?.[0],
    onChange: ({ target }) => set(name, target.value as Values[Name]),
  });
  const box = <Name extends Exclude<keyof Values & string, TextName<Values>>>(name: Name) => ({
    name,
    checked: values[name] === 1,
    error: errors[name]?.[0],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => set(name, (target.checked ? 1 : 0) as Values[Name]),
  });
  return { ...state, field, box };
}
