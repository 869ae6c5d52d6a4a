import styles from './chart-legend.module.css';
import { classNames } from './class-names.ts';

type ChartLegendProps = {
  readonly equity: string;
  /** Omitted for programs without a floor. */
  readonly floor?: string | undefined;
  readonly highWaterMark?: string | undefined;
  readonly floorStyle?: 'solid' | 'dashed';
};

export function ChartLegend({ equity, floor, highWaterMark, floorStyle = 'solid' }: ChartLegendProps) {
  return (
    <ul className={`cluster ${styles.legend}`}>
      <li className={styles.item}>
        <span className={classNames(styles.key, styles.equity)} />
        {equity}
      </li>
      {highWaterMark !== undefined && (
        <li className={styles.item}>
          <span className={classNames(styles.key, styles.mark)} />
          {highWaterMark}
        </li>
      )}
      {floor !== undefined && (
        <li className={styles.item}>
          <span className={classNames(styles.key, floorStyle === 'dashed' ? styles.dashed : styles.floor)} />
          {floor}
        </li>
      )}
    </ul>
  );
}
