import styles from './office.module.css';

/** What a cell without a value shows; rows that are blocks, as on phones, leave such lines out. */
export function None() {
  return <span className={styles.none}>–</span>;
}
