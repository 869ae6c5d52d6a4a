import type { ReactNode } from 'react';
import styles from './table-twin.module.css';

type TableTwinProps = {
  /** "View as table". */
  readonly label: string;
  readonly children: ReactNode;
};

/** Ends a chart: its figures as a table, for reading and copying. */
export function TableTwin({ label, children }: TableTwinProps) {
  return (
    <details className={styles.twin}>
      <summary className="bare">{label}</summary>
      {children}
    </details>
  );
}
