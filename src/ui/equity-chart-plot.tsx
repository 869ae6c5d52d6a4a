import { type ChartFrame, type EquityChartLayout, lineHeight } from '../lib/chart/equity-chart-layout.ts';
import { classNames } from './class-names.ts';
import styles from './equity-chart.module.css';

type EquityChartPlotProps = {
  readonly tide: EquityChartLayout;
  readonly frame: Pick<ChartFrame, 'width' | 'height'>;
  readonly markText: string;
  readonly floorLines: readonly string[];
  readonly formatTick: (cents: number) => string;
  readonly floorStyle: 'solid' | 'dashed';
  readonly live: boolean;
  readonly pill: string | null;
};

/**
 * Lines stretch with the container (no aspect ratio); labels sit at percentages and keep their pixel size.
 * So nothing is scaled and no style attribute is needed, which the content security policy would reject.
 */
export function EquityChartPlot(props: EquityChartPlotProps) {
  const { tide, frame, markText, floorLines, formatTick, floorStyle, live, pill } = props;
  const { width, height } = frame;
  const stretched = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', height };
  const share = (x: number) => `${((x / width) * 100).toFixed(2)}%`;
  return (
    <>
      <div className={styles.plot}>
        <svg {...stretched} aria-hidden="true" className={styles.layer}>
          {tide.ticks.map((tick) => (
            <path key={tick.value} d={`M0 ${tick.y}H${width}`} className={styles.grid} />
          ))}
          <path d={tide.washPath} className={styles.wash} />
          <path d={tide.floorPath} className={classNames(styles.floor, floorStyle === 'dashed' && styles.dashed)} />
          {tide.mark && <path d={`M0 ${tide.mark.y}H${width}`} className={styles.mark} />}
        </svg>
        <svg {...stretched} aria-hidden="true" className={classNames(styles.layer, styles.line)}>
          <path d={tide.equityPath} className={styles.equity} />
        </svg>
        <svg height={height} className={styles.layer} aria-hidden="true">
          {tide.mark && (
            <text x={share(tide.mark.label.x)} y={tide.mark.label.y + 12} className={styles.markLabel}>
              {markText}
            </text>
          )}
          {tide.floorLabel && (
            <text className={styles.floorLabel}>
              {floorLines.map((line, index) => (
                <tspan key={line} x={tide.floorLabel?.x} y={(tide.floorLabel?.y ?? 0) + 13 + index * lineHeight}>
                  {line}
                </tspan>
              ))}
            </text>
          )}
          {tide.days.map((day) => (
            <text key={day.x} x={share(day.x)} y={tide.dayY} className={styles.day}>
              {day.label}
            </text>
          ))}
          {tide.end && (
            <svg x={share(tide.end.x)} className={styles.end} aria-hidden="true">
              {tide.measure && pill !== null && (
                <g className={tide.measure.distance > 0 ? styles.measure : styles.breach}>
                  <path d={`M-6 ${tide.end.y}H6M0 ${tide.end.y}V${tide.measure.floorY}M-6 ${tide.measure.floorY}H6`} />
                  <rect
                    x={tide.measure.pill.x}
                    y={tide.measure.pill.y}
                    width={tide.measure.pill.width}
                    height={tide.measure.pill.height}
                    rx={4}
                  />
                  <text x={tide.measure.pill.x + tide.measure.pill.width / 2} y={tide.measure.pill.y + 16.5}>
                    {pill}
                  </text>
                </g>
              )}
              {live && <circle cy={tide.end.y} r={5} className={styles.dot} />}
            </svg>
          )}
        </svg>
      </div>
      <svg height={height} className={styles.values} aria-hidden="true">
        {tide.ticks.map((tick) => (
          <text key={tick.value} x="100%" y={tick.y + 4}>
            {formatTick(tick.value)}
          </text>
        ))}
      </svg>
    </>
  );
}
