import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './description-list.module.css';

export type DescriptionItem = {
  readonly term: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** Marks the total of the rows above, set apart and larger. */
  readonly total?: boolean;
};

type DescriptionListProps = {
  readonly items: readonly DescriptionItem[];
  /** Lines between rows, for long lists; omit for prices and short facts. */
  readonly ruled?: boolean;
};

/** Terms and values as rows, e.g. the lines of a price. */
export function DescriptionList({ items, ruled = false }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, ruled && styles.ruled)}>
      {items.map((item) => (
        <div key={item.term} className={classNames('cluster between', styles.item, item.total && styles.total)}>
          <dt className={styles.term}>{item.term}</dt>
          <dd className={styles.value}>{item.value}</dd>
          {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
