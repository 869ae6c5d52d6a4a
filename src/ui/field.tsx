import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** What every form control of ours takes besides the attributes of its element. */
export type FieldLabels = {
  readonly label: string;
  /** Keeps the label for screen readers only, where the place already says what it is for. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  /** The first thing wrong with the value, as a sentence; what was typed stays. */
  readonly error?: string | undefined;
  /** A word after the label, such as "optional". */
  readonly note?: string | undefined;
};

export type ControlAttributes = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
};

type FieldProps = FieldLabels & {
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly children: (control: ControlAttributes) => ReactNode;
};

/** Label, hint and error around one control, tied together for assistive technology. */
export function Field({ label, hideLabel, hint, error, note, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={controlId} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      <FieldError id={errorId} error={error} />
      {hint !== undefined && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** The live region stands before there is an error, else its first message would not be read out. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <div id={id} className={styles.error} aria-live="polite">
      {error}
    </div>
  );
}
