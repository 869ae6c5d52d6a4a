import { useId } from 'react';
import type { ChartDay } from '#lib/chart/day-axis.ts';
import { type ChartPoint, layoutEquityChart, stretchBetween } from '#lib/chart/equity-chart-layout.ts';
import type { LifePayout } from '#lib/chart/life.ts';
import { textWidth, wrapText } from '#lib/chart/wrap-text.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { formatFigure, formatSigned } from '#lib/money/format.ts';
import { type ChartLevel, ChartLevels, LevelList } from './chart-levels.tsx';
import { classNames } from './class-names.ts';
import styles from './equity-chart.module.css';
import { EquityChartPlot } from './equity-chart-plot.tsx';

export type ChartLabels = {
  /** What the chart shows, in a few words. */
  readonly title: string;
  /** The chart's content in a sentence with figures, for screen readers. */
  readonly description: string;
  readonly highWaterMark: string;
  /** Shown below the floor: what moves it. */
  readonly floor: string;
};

export type EquityChartProps = {
  /** In time order. The distance to the floor is measured at the last one. */
  readonly points: readonly ChartPoint[];
  readonly days: readonly ChartDay[];
  readonly locale: string;
  readonly labels: ChartLabels;
  /** A limit that restarts each day is dashed. */
  readonly floorStyle?: 'solid' | 'dashed';
  /** Shows the distance at the end with its amount. */
  readonly measured?: boolean;
  readonly payouts?: readonly LifePayout[] | undefined;
  /** Draws the last point's gauge as the axis, with these levels, instead of round values. */
  readonly levels?: readonly ChartLevel[];
  /** The line grows while it is visible and ends in a dot. */
  readonly live?: boolean;
};

const frames = {
  wide: { width: 488, height: 320, valueTicks: 6 },
  narrow: { width: 200, height: 280, valueTicks: 5 },
} as const;

/** Where levels stand beside it, the drawing leads the screen: higher, and less wide. */
const withLevels = { width: 368, height: frames.wide.height + 100 } as const;

/** Equity over its floor, in two drawings. The container shows the one that fits; labels keep their size. */
export function EquityChart(props: EquityChartProps) {
  const { points, days, locale, labels, levels, floorStyle = 'solid', measured = true } = props;
  const { payouts = [], live = false } = props;
  const id = useId();
  const last = points.at(-1);
  const distance = last === undefined || last.floorCents === null ? 0 : last.equityCents - last.floorCents;
  const signed = (cents: number) => formatSigned(cents, locale, { whole: cents % 100 === 0 });
  const pill = formatFigure(distance, locale, { whole: true });
  const dayLabelWidth = Math.max(...days.map((day) => textWidth(day.label)), 16) + 6;
  const isDaily = floorStyle === 'dashed';
  const payout = Math.max(0, ...payouts.map(({ amountCents }) => textWidth(signed(amountCents))));
  const widths = { mark: textWidth(labels.highWaterMark), payout, pill: Math.ceil(textWidth(pill) * 1.12) + 18 };
  const draw = (size: keyof typeof frames) => {
    const box = { ...frames[size], ...(levels && size === 'wide' && withLevels) };
    const floorLines = wrapText(labels.floor, box.width - 16);
    const floor = Math.max(...floorLines.map(textWidth));
    const frame = { ...box, dayLabelWidth, isDaily };
    const layout = layoutEquityChart(points, days, frame, { ...widths, floor, floorLines: floorLines.length }, payouts);
    return { size, frame, layout, floorLines };
  };
  const drawings = [draw('wide'), draw('narrow')] as const;
  return (
    <div className={classNames(styles.chart, levels && styles.withLevels)}>
      {levels && <LevelList levels={levels} />}
      <div role="img" aria-labelledby={`${id}-title`} aria-describedby={`${id}-text`}>
        <span id={`${id}-title`} hidden>
          {labels.title}
        </span>
        <span id={`${id}-text`} hidden>
          {labels.description}
        </span>
        {drawings.map(({ size, frame, layout, floorLines }) => {
          const { height } = frame;
          return (
            <div key={size} className={classNames(styles.frame, styles[size])}>
              <EquityChartPlot
                markText={labels.highWaterMark}
                {...{ layout, frame, floorLines, floorStyle, live }}
                line={{
                  id: `${id}-line`,
                  viewBox: stretchBetween(drawings[0], { frame, layout }),
                  isFirst: size === 'wide',
                }}
                pill={measured ? pill : null}
                payoutTexts={layout.life.payouts.map(({ amountCents }) => signed(amountCents))}
              />
              {levels && last ? (
                <ChartLevels {...last} {...{ levels, height }} axis={layout.axis} isNarrow={size !== 'wide'} />
              ) : (
                <svg height={height} className={styles.values} aria-hidden="true">
                  {layout.ticks.map((tick) => (
                    <text key={tick.value} x="100%" y={tick.y + 4}>
                      {tickText(tick.value, locale)}
                    </text>
                  ))}
                </svg>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Ticks are round numbers; the amounts next to the chart show the unit. */
function tickText(cents: number, locale: string): string {
  const text = (cents / 100).toLocaleString(formatLocale(locale), { maximumFractionDigits: 2 });
  return text.replace('-', '\u2212').replace('\u202f', '\u00a0');
}
