import { layoutSparkline, type SparklineLimits, type SparklinePoint } from '../lib/chart/sparkline-layout.ts';
import { classNames } from './class-names.ts';
import styles from './sparkline.module.css';

type FloorSketchProps = {
  /** At even distances, such as the close of each half day. */
  readonly points: readonly SparklinePoint[];
  /** The scale that sketches beside each other share; see `limitsOfSparkline`. */
  readonly limits?: SparklineLimits;
  /** A limit that starts anew each day: dashed, a piece for each day. */
  readonly daily?: boolean;
  /** What the sketch shows; without it, it is silent because the words beside it say the same. */
  readonly title?: string;
};

const size = { width: 240, height: 88 };

/** How a programme's floor follows one and the same trader. */
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
        {!daily && <path d={sketch.washPath} className={styles.wash} />}
        <path d={sketch.floorPath} className={classNames(styles.floor, daily && styles.daily)} />
        <path d={sketch.equityPath} className={styles.equity} />
      </svg>
    </>
  );
}
