import type { ChartDay } from '#lib/chart/day-axis.ts';
import { layoutResults, type ResultPoint } from '#lib/chart/result-layout.ts';
import { formatResult } from '#lib/money/format.ts';
import { classNames } from '#ui/class-names.ts';
import styles from './result-chart.module.css';

type ResultChartProps = {
  readonly points: readonly ResultPoint[];
  readonly days: readonly ChartDay[];
  readonly locale: string;
  readonly label: string;
  /** At the deepest point of the drawdown: its amount and day. */
  readonly deepestText: string;
};

/** The running total and, on the same time axis, how far it is below its peak. */
export function ResultChart({ points, days, locale, label, deepestText }: ResultChartProps) {
  const layout = layoutResults(points, days);
  return (
    <div className={styles.chart} role="img" aria-label={label}>
      <div className={classNames(styles.plot, styles.total)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {layout.ticks.map(({ value, y }) => (
            <path key={value} className={value === 0 ? styles.zero : styles.grid} d={`M0 ${y}H100`} />
          ))}
          <path className={styles.line} d={layout.linePath} />
        </svg>
        {layout.ticks.map(({ value, y }) => (
          <span key={value} className={styles.value} style={{ top: `${y}%` }}>
            {formatResult(value, locale)}
          </span>
        ))}
        <span className={styles.end} style={{ top: `${layout.endY}%` }} />
      </div>
      <div className={classNames(styles.plot, styles.drawdown)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.tint} d={layout.drawdownArea} />
          <path className={styles.fall} d={layout.drawdownPath} />
        </svg>
        {layout.drawdownTicks.map(({ value, y }) => (
          <span key={value} className={styles.value} style={{ top: `${y}%` }}>
            {formatResult(value, locale)}
          </span>
        ))}
        {layout.deepest && (
          <b
            className={styles.deepest}
            style={{ insetInlineStart: `clamp(4rem, ${layout.deepest.x}%, 100% - 4rem)`, top: `${layout.deepest.y}%` }}
          >
            {deepestText}
          </b>
        )}
        {layout.days.map(({ x, label: day, isMinor }) => (
          <span
            key={x}
            className={classNames(styles.day, isMinor && styles.minor)}
            style={{ insetInlineStart: `${x}%` }}
          >
            {day}
          </span>
        ))}
      </div>
    </div>
  );
}
