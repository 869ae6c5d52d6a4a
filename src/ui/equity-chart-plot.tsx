import { type ChartFrame, type EquityChartLayout, lineHeight } from '#lib/chart/equity-chart-layout.ts';
import { classNames } from './class-names.ts';
import styles from './equity-chart.module.css';

type EquityChartPlotProps = {
  readonly layout: EquityChartLayout;
  readonly frame: Pick<ChartFrame, 'width' | 'height'>;
  readonly markText: string;
  readonly floorLines: readonly string[];
  readonly floorStyle: 'solid' | 'dashed';
  readonly live: boolean;
  readonly pill: string | null;
  /** The amount of each payout. */
  readonly payoutTexts: readonly string[];
  /** The first of a chart's drawings holds the line, and the others show it in their own view box. */
  readonly line: { readonly id: string; readonly viewBox: string; readonly isFirst: boolean };
};

/**
 * Lines stretch with the container (no aspect ratio); labels sit at percentages and keep their pixel size.
 * So nothing is scaled and no style attribute is needed, which the content security policy would reject.
 */
export function EquityChartPlot(props: EquityChartPlotProps) {
  const { layout, frame, markText, floorLines, floorStyle, live, pill, line, payoutTexts } = props;
  const { width, height } = frame;
  const { end } = layout.life;
  const stretched = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', height };
  const share = (x: number) => `${((x / width) * 100).toFixed(2)}%`;
  return (
    <div className={styles.plot}>
      <svg {...stretched} aria-hidden="true" className={styles.layer}>
        {layout.ticks.map((tick) => (
          <path key={tick.value} d={`M0 ${tick.y}H${width}`} className={styles.grid} />
        ))}
        <path d={layout.life.belowFloorPath} className={styles.belowFloor} />
        <path
          d={layout.life.floorPath}
          className={classNames(styles.floor, floorStyle === 'dashed' && styles.dashed)}
        />
        {layout.markLabel && <path d={layout.life.markPath} className={styles.highWaterMark} />}
      </svg>
      <svg {...stretched} viewBox={line.viewBox} aria-hidden="true" className={classNames(styles.layer, styles.line)}>
        {line.isFirst ? (
          <path id={line.id} d={layout.life.equityPath} className={styles.equity} />
        ) : (
          <use href={`#${line.id}`} />
        )}
      </svg>
      {layout.life.payoutPath !== '' && (
        <svg {...stretched} aria-hidden="true" className={styles.layer}>
          <path d={layout.life.payoutPath} className={styles.payout} />
        </svg>
      )}
      <svg height={height} className={styles.layer} aria-hidden="true">
        {layout.markLabel && (
          <text x={share(layout.markLabel.x)} y={layout.markLabel.y + 12} className={styles.markLabel}>
            {markText}
          </text>
        )}
        {layout.life.payouts.map(({ x, fromY }, index) => (
          <text key={x} x={share(x)} y={fromY - 7} className={styles.payoutLabel}>
            {payoutTexts[index]}
          </text>
        ))}
        {layout.floorLabel && (
          <text className={styles.floorLabel}>
            {floorLines.map((line, index) => (
              <tspan key={line} x={layout.floorLabel?.x} y={(layout.floorLabel?.y ?? 0) + 13 + index * lineHeight}>
                {line}
              </tspan>
            ))}
          </text>
        )}
        {layout.days.map((day) => (
          <text key={day.x} x={share(day.x)} y={layout.dayY} className={styles.day}>
            {day.label}
          </text>
        ))}
        {end && (
          <svg x={share(end.x)} className={styles.end} aria-hidden="true">
            {layout.measure && pill !== null && (
              <g className={layout.measure.distance > 0 ? styles.measure : styles.breach}>
                <path d={`M-6 ${end.y}H6M0 ${end.y}V${layout.measure.floorY}M-6 ${layout.measure.floorY}H6`} />
                <rect
                  x={layout.measure.pill.x}
                  y={layout.measure.pill.y}
                  width={layout.measure.pill.width}
                  height={layout.measure.pill.height}
                  rx={4}
                />
                <text x={layout.measure.pill.x + layout.measure.pill.width / 2} y={layout.measure.pill.y + 16.5}>
                  {pill}
                </text>
              </g>
            )}
            {live && <circle cy={end.y} r={5} className={styles.dot} />}
          </svg>
        )}
      </svg>
    </div>
  );
}
