import { layoutSparkline, type SparklineProps } from '#lib/chart/sparkline-layout.ts';
import { classNames } from './class-names.ts';
import styles from './sparkline.module.css';

const size = { width: 240, height: 96 };

/** An account's life without words. A limit that restarts each day is dashed, with one segment per day. */
export function Sparkline(props: SparklineProps) {
  const { phases } = layoutSparkline(props, size);
  const joined = (name: 'belowFloorPath' | 'floorPath' | 'equityPath' | 'payoutPath') =>
    phases.map((phase) => phase[name]).join('');
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="none"
      height={size.height}
      className={styles.sketch}
      aria-hidden="true"
    >
      <path d={joined('belowFloorPath')} className={styles.belowFloor} />
      <path d={joined('floorPath')} className={classNames(styles.floor, props.isDaily && styles.daily)} />
      <path d={joined('equityPath')} className={styles.equity} />
      <path d={joined('payoutPath')} className={styles.payout} />
    </svg>
  );
}
