import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldLabels, splitFieldProps } from './field.tsx';

export type TextInputProps = FieldLabels & Omit<ComponentProps<'input'>, 'children'>;

export function TextInput(props: TextInputProps) {
  const { field, ...rest } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          className={classNames(styles.control, rest.inputMode === 'numeric' && 'tabular')}
        />
      )}
    </Field>
  );
}

export function TextArea(props: FieldLabels & Omit<ComponentProps<'textarea'>, 'children'>) {
  const { field, ...rest } = splitFieldProps(props);
  return (
    <Field {...field}>{(control) => <textarea rows={4} {...rest} {...control} className={styles.control} />}</Field>
  );
}
