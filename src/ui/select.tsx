import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { Field, type FieldLabels } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './select.module.css';

export type SelectOption = { readonly value: string; readonly label: string; readonly disabled?: boolean };

export type SelectProps = FieldLabels & {
  readonly options: readonly SelectOption[];
  /** Shown while nothing is selected; can't be selected again. */
  readonly placeholder?: string | undefined;
} & Omit<ComponentProps<'select'>, 'children'>;

export function Select({
  label,
  hideLabel,
  hint,
  error,
  note,
  id,
  className,
  options,
  placeholder,
  ...rest
}: SelectProps) {
  const start = rest.value === undefined && rest.defaultValue === undefined && placeholder ? { defaultValue: '' } : {};
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} note={note} id={id} className={className}>
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
