import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './facts.module.css';

export type Fact = {
  readonly value: ReactNode;
  /** One line of context. */
  readonly note?: ReactNode;
  readonly isLoss?: boolean;
} & (
  | { readonly label: string; readonly key?: undefined }
  // A label that isn't a text, such as a link, needs a key.
  | { readonly label: ReactNode; readonly key: string }
);

/** Four or five figures between two lines; the first is the answer to the screen's question. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ value, note, isLoss, ...fact }) => (
        <div key={fact.key ?? fact.label}>
          <dt>{fact.label}</dt>
          <dd className={classNames(styles.value, isLoss && 'danger')}>{value}</dd>
          {note !== undefined && note !== null && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
