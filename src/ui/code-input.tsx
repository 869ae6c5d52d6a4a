import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './code-input.module.css';
import fieldStyles from './field.module.css';
import { Field, type FieldLabels, splitFieldProps } from './field.tsx';

/** A six-digit code in a single input, so that pasting, autofill and screen readers work as usual. */
export function CodeInput(props: FieldLabels & Omit<ComponentProps<'input'>, 'children' | 'type' | 'maxLength'>) {
  const { field, ...rest } = splitFieldProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <input
          autoComplete="one-time-code"
          {...rest}
          {...control}
          type="text"
          inputMode="numeric"
          pattern="[0-9]{6}"
          maxLength={6}
          className={classNames(fieldStyles.control, styles.code)}
        />
      )}
    </Field>
  );
}
