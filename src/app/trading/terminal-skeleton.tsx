import { Skeleton } from '#ui/skeleton.tsx';
import stripStyles from './position-strip.module.css';
import styles from './terminal.module.css';

export function TerminalSkeleton() {
  return (
    <div className={styles.terminal}>
      <div className={styles.bar}>
        <Skeleton shape="heading" width="half" />
      </div>
      <div className={`cluster small tabular ${stripStyles.strip}`}>
        <Skeleton shape="text" width="half" />
      </div>
      <div className={styles.grid}>
        <div className={styles.market}>
          <Skeleton shape="chart" />
        </div>
      </div>
    </div>
  );
}
