import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { Field, type FieldLabels, splitFieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

export type SelectProps = FieldLabels & {
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled?: boolean }[];
  /** Shown while nothing is selected; can't be selected again. */
  readonly placeholder?: string | undefined;
} & Omit<ComponentProps<'select'>, 'children'>;

export function Select(props: SelectProps) {
  const { field, options, placeholder, ...rest } = splitFieldProps(props);
  const start = rest.value === undefined && rest.defaultValue === undefined && placeholder ? { defaultValue: '' } : {};
  return (
    <Field {...field}>
      {(control) => (
        <span className={styles.frame}>
          <select {...start} {...rest} {...control} className={classNames(fieldStyles.control, styles.select)}>
            {placeholder !== undefined && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron" size={18} className={styles.chevron} />
        </span>
      )}
    </Field>
  );
}
