import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldLabels } from './field.tsx';

export type TextInputProps = FieldLabels & Omit<ComponentProps<'input'>, 'children'>;

export function TextInput({ label, hideLabel, hint, error, note, id, className, ...rest }: TextInputProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} note={note} id={id} className={className}>
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

export type TextAreaProps = FieldLabels & Omit<ComponentProps<'textarea'>, 'children'>;

export function TextArea({ label, hideLabel, hint, error, note, id, className, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} note={note} id={id} className={className}>
      {(control) => <textarea rows={4} {...rest} {...control} className={styles.control} />}
    </Field>
  );
}
