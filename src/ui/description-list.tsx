import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './description-list.module.css';

export type DescriptionItem = {
  readonly term: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** The sum of the lines above: set off and larger. */
  readonly total?: boolean;
};

type DescriptionListProps = {
  readonly items: readonly DescriptionItem[];
  /** Hairlines between the lines, for long lists; prices and short facts do without. */
  readonly ruled?: boolean;
};

/** TemplateVariables as lines: the word at the start, the figure at the end. Also the lines of a price. */
export function DescriptionList({ items, ruled = false }: DescriptionListProps) {
  return (
    <dl className={classNames(styles.list, ruled && styles.ruled)}>
      {items.map((item) => (
        <div key={item.term} className={classNames(styles.item, item.total && styles.total)}>
          <dt className={styles.term}>{item.term}</dt>
          <dd className={styles.value}>{item.value}</dd>
          {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
