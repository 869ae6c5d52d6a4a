import styles from './office.module.css';

/** Shown in a cell without a value. Where rows become blocks, as on phones, such lines are hidden. */
export function EmptyCell() {
  return <span className={styles.none}>–</span>;
}
