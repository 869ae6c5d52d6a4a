import type { ReactNode } from 'react';
import styles from './facts.module.css';

export type Fact = {
  /** By default the label, which is a text then. */
  readonly key?: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** One line of context. */
  readonly note?: ReactNode;
};

/** Four or five figures between two lines; the first is the answer to the screen's question. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, key = String(label), value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note !== undefined && note !== null && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
