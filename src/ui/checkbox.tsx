import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';
import { classNames } from './class-names.ts';
import fieldStyles from './field.module.css';
import { FieldError } from './field.tsx';

export type CheckboxProps = {
  /** May contain links, e.g. to the terms. */
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
} & Omit<ComponentProps<'input'>, 'type' | 'children'>;

export function Checkbox({ label, hint, error, id, className, ...rest }: CheckboxProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={classNames(styles.row, className)}>
      <input
        {...rest}
        type="checkbox"
        id={controlId}
        className={styles.box}
        aria-describedby={describedBy || undefined}
        aria-invalid={error === undefined ? undefined : true}
      />
      <div className={styles.content}>
        <label htmlFor={controlId} className={styles.label}>
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
