import { type ComponentProps, useId } from 'react';
import { Icon } from './icon.tsx';
import styles from './progress.module.css';

type ProgressProps = {
  readonly label: string;
  /** The figures as text, such as "2,310 / 3,000". */
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  /** Announced once the objective is met, together with a tick. */
  readonly metLabel?: string | undefined;
};

/** Progress toward an objective. The bar stops at both ends; the figures stay exact. */
export function Progress({ label, valueText, value, max, metLabel }: ProgressProps) {
  const id = useId();
  return (
    <div className="stack gap-2">
      <label htmlFor={id} className={`cluster between ${styles.header}`}>
        <span className={styles.label}>
          {label}
          {metLabel !== undefined && (
            <>
              <Icon name="check" size={16} className={styles.tick} />
              <span className="visually-hidden">{metLabel}</span>
            </>
          )}
        </span>
        <span className="tabular">{valueText}</span>
      </label>
      <Bar id={id} value={value} max={max} />
    </div>
  );
}

/** The bar alone, where its figures stand beside it. */
export function ProgressBar({ label, ...bar }: Pick<ProgressProps, 'label' | 'value' | 'max'>) {
  return <Bar aria-label={label} {...bar} />;
}

function Bar({ value, max, ...rest }: Pick<ProgressProps, 'value' | 'max'> & ComponentProps<'progress'>) {
  return <progress {...rest} className={styles.bar} value={Math.min(Math.max(value, 0), max)} max={max || 1} />;
}
