import { layoutSparkline, type SparklineLimits, type SparklinePoint } from '#lib/chart/sparkline-layout.ts';
import { classNames } from './class-names.ts';
import styles from './sparkline.module.css';

type FloorSketchProps = {
  /** Evenly spaced, such as one per half day. */
  readonly points: readonly SparklinePoint[];
  /** The scale that neighboring sparklines share; see `limitsOfSparkline`. */
  readonly limits?: SparklineLimits;
  /** A limit that restarts each day is dashed, with one segment per day. */
  readonly daily?: boolean;
  /** What the sparkline shows; without it the sparkline is hidden from screen readers. */
  readonly title?: string;
};

const size = { width: 240, height: 88 };

/** How a program's floor follows the same sample trader. */
export function Sparkline({ points, limits, daily = false, title }: FloorSketchProps) {
  const sketch = layoutSparkline(points, size, limits, daily);
  return (
    <>
      {title !== undefined && <span className="visually-hidden">{title}</span>}
      <svg
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        height={size.height}
        className={styles.sketch}
        aria-hidden="true"
      >
        {!daily && <path d={sketch.belowFloorPath} className={styles.belowFloor} />}
        <path d={sketch.floorPath} className={classNames(styles.floor, daily && styles.daily)} />
        <path d={sketch.equityPath} className={styles.equity} />
      </svg>
    </>
  );
}
