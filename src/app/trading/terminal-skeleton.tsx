import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './terminal.module.css';

/** Placeholders for the terminal, laid out like it. */
export function TerminalSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <Skeleton shape="control" />
        <Skeleton shape="figure" width="half" />
      </div>
      <div className={styles.grid}>
        <div className={styles.ticket}>
          <Card>
            <Skeleton shape="control" count={6} />
          </Card>
        </div>
        <div className={styles.market}>
          <div className={styles.chart}>
            <Skeleton shape="chart" />
          </div>
          <Skeleton shape="row" count={12} />
        </div>
      </div>
    </div>
  );
}
