import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { FieldError, useControlAttributes } from './field.tsx';

export type CheckboxProps = {
  /** May contain links, e.g. to the terms. */
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
} & Omit<ComponentProps<'input'>, 'type' | 'children'>;

export function Checkbox({ label, hint, error, id, className, ...rest }: CheckboxProps) {
  const { control, hintId, errorId } = useControlAttributes({ id, hint, error });
  return (
    <div className={classNames(styles.row, className)}>
      <input {...rest} {...control} type="checkbox" className={styles.box} />
      <div className="stack gap-1">
        <label htmlFor={control.id} className={styles.label}>
          {label}
        </label>
        <FieldError id={errorId} error={error} />
        {hint !== undefined && (
          <div id={hintId} className={fieldStyles.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

type RowCheckboxProps = { readonly label: string } & Omit<ComponentProps<'input'>, 'type' | 'children'>;

/** A checkbox whose label is only read out, such as in the rows of a table. */
export function RowCheckbox({ label, ...rest }: RowCheckboxProps) {
  return <input {...rest} type="checkbox" aria-label={label} className={classNames(styles.box, styles.alone)} />;
}
