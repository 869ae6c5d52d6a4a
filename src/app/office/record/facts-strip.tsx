import type { ReactNode } from 'react';
import styles from './record.module.css';

export type Fact = {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  readonly note?: ReactNode;
};

/** A record's key facts between two hairlines: a label, a figure, and a line of context. */
export function FactsStrip({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ key, label, value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.figure}>{value}</dd>
          {note !== undefined && note !== null && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
