import type { ReactNode } from 'react';
import styles from './facts.module.css';

export type Fact = {
  readonly label: string;
  readonly value: ReactNode;
  /** One line of context. */
  readonly note?: ReactNode;
};

/** Four or five figures between two lines; the first is the answer to the screen's question. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note !== undefined && note !== null && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
