import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

/** Props that every form control has besides its element's attributes. */
export type FieldLabels = {
  readonly label: string;
  /** Shows the label to screen readers only, where the context is clear. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  /** The first error of the value, as a sentence; the input is kept. */
  readonly error?: string | undefined;
  /** A note after the label, such as "optional". */
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

/** Parts a control's props into what its field shows and what its element takes. */
export function splitFieldProps<Props extends Omit<FieldProps, 'children'>>(props: Props) {
  const { label, hideLabel, hint, error, note, id, className, ...rest } = props;
  return { field: { label, hideLabel, hint, error, note, id, className }, ...rest };
}

/** Attributes that connect a control with its hint and error, and the ids of those. */
export function useControlAttributes({ id, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = classNames(hint !== undefined && hintId, error !== undefined && errorId);
  const control: ControlAttributes = {
    id: controlId,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error === undefined ? undefined : true,
  };
  return { control, hintId, errorId };
}

/** Label, hint and error around one control, connected for assistive technology. */
export function Field({ label, hideLabel, hint, error, note, id, className, children }: FieldProps) {
  const { control, hintId, errorId } = useControlAttributes({ id, hint, error });
  return (
    <div className={classNames('stack', styles.field, className)}>
      <label htmlFor={control.id} className={hideLabel ? 'visually-hidden' : styles.label}>
        {label}
        {note && <span className={styles.note}> {note}</span>}
      </label>
      {children(control)}
      <FieldError id={errorId} error={error} />
      {hint !== undefined && (
        <div id={hintId} className={styles.hint}>
          {hint}
        </div>
      )}
    </div>
  );
}

/** Rendered before there is an error, because screen readers don't announce the first message of a new live region. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return (
    <div id={id} className={styles.error} aria-live="polite">
      {error}
    </div>
  );
}
