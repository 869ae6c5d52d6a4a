import type { KeyboardEvent } from 'react';
import { classNames } from '#ui/class-names.ts';
import fieldStyles from '#ui/field.module.css';
import { Field, type FieldLabels } from '#ui/field.tsx';
import styles from './stepper.module.css';

type StepperProps = FieldLabels & {
  readonly id?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly lessLabel: string;
  readonly moreLabel: string;
  readonly inputMode?: 'numeric' | 'decimal';
};

/** A number with buttons that decrease or increase it by one step; the arrow keys do the same. */
export function Stepper(props: StepperProps) {
  const { value, onChange, onStep, lessLabel, moreLabel, inputMode = 'numeric', ...labels } = props;
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : null;
    if (by === null) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <Field {...labels}>
      {(control) => (
        <span className={styles.stepper}>
          <button type="button" className={styles.step} aria-label={lessLabel} onClick={() => onStep(-1)}>
            −
          </button>
          <input
            {...control}
            type="text"
            inputMode={inputMode}
            autoComplete="off"
            className={classNames(fieldStyles.control, styles.input)}
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onKeyDown={step}
          />
          <button type="button" className={styles.step} aria-label={moreLabel} onClick={() => onStep(1)}>
            +
          </button>
        </span>
      )}
    </Field>
  );
}
