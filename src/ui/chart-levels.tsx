import type { ValueAxis } from '#lib/chart/equity-chart-layout.ts';
import { type GaugeValues, layoutGauge } from '#lib/chart/gauge-layout.ts';
import styles from './chart-levels.module.css';
import { classNames } from './class-names.ts';

/** A named height of the chart, such as the floor. */
export type ChartLevel = {
  readonly key: string;
  readonly atCents: number;
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
  readonly tone?: 'plain' | 'soft' | 'floor';
};

type ChartLevelsProps = GaugeValues & {
  readonly levels: readonly ChartLevel[];
  readonly axis: ValueAxis;
  /** The height of the drawing, of which the lowest pixels hold the days. */
  readonly height: number;
  /** Amounts alone, for a narrow chart. */
  readonly isNarrow: boolean;
};

const dayRowHeight = 26;

/** The chart's axis: a gauge on its scale with the floor, the equity and the high-water mark, and their amounts. */
export function ChartLevels({ levels, axis, height, isNarrow, ...values }: ChartLevelsProps) {
  const size = isNarrow ? 17 : 40;
  const labels = levels.map(({ atCents }) => ({ atCents, size }));
  const gauge = layoutGauge(values, labels, axis, height - dayRowHeight);
  return (
    <svg height={height} className={styles.levels} aria-hidden="true">
      {!isNarrow && <Scale gauge={gauge} height={height - dayRowHeight} />}
      {levels.map((level, index) => {
        const top = gauge.labels[index]?.top ?? 0;
        return (
          <g key={level.key} className={classNames(level.tone && styles[level.tone])}>
            {isNarrow ? (
              <text x={8} y={top + 13} className={styles.amount}>
                {level.value}
              </text>
            ) : (
              <>
                <text x={70} y={top + 14} className={styles.label}>
                  {level.label}
                </text>
                <text x={70} y={top + 33} className={styles.value}>
                  {level.value}
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Scale({ gauge, height }: { readonly gauge: ReturnType<typeof layoutGauge>; readonly height: number }) {
  const floorY = gauge.floorY ?? height;
  return (
    <>
      {gauge.ticks.map(({ y, isMajor }) => (
        <path key={y} d={`M${isMajor ? 6 : 12} ${y}H20`} className={styles.tick} />
      ))}
      <rect x={26} y={0} width={14} height={height} className={styles.track} />
      <rect x={26} y={gauge.equityY} width={14} height={Math.max(floorY - gauge.equityY, 0)} className={styles.fill} />
      {gauge.markY !== null && <path d={`M0 ${gauge.markY}H58`} className={styles.mark} />}
      {gauge.floorY !== null && <path d={`M0 ${gauge.floorY}H58`} className={styles.floorLine} />}
      <path d={`M0 ${gauge.equityY}H58`} className={styles.equity} />
    </>
  );
}

/** The same levels for screen readers. */
export function LevelList({ levels }: { readonly levels: readonly ChartLevel[] }) {
  return (
    <dl className="visually-hidden">
      {levels.map(({ key, label, value, note }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{[value, note].filter(Boolean).join(', ')}</dd>
        </div>
      ))}
    </dl>
  );
}
