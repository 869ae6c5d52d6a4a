import type { ReactNode } from 'react';
import { layoutBars } from '#lib/chart/bar-layout.ts';
import styles from './bar-chart.module.css';
import { classNames } from './class-names.ts';

export type Bar = {
  readonly key: string | number;
  /** Its height; negative values hang below zero. */
  readonly value: number;
  /** Below the plot; without one, the bars touch each other. */
  readonly label?: ReactNode;
  /** At the end of the bar; where bars are too narrow for it, only at the highest and the lowest. */
  readonly text?: string;
  /** By default a loss if the value is negative. */
  readonly isLoss?: boolean;
};

type BarChartProps = {
  /** What a person who doesn't see the chart hears; the table below it has the figures. */
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Labels at the limits between bars, by index, such as 0 in the middle of a distribution. */
  readonly limits?: readonly { readonly index: number; readonly label: string }[];
};

/** Bars from zero: gains up, losses down. Stretches to its container; words don't. */
export function BarChart({ label, bars, limits = [] }: BarChartProps) {
  const values = bars.map(({ value }) => value);
  const { zero, bars: boxes } = layoutBars(values);
  const slot = 100 / Math.max(bars.length, 1);
  const isDense = bars.every((bar) => bar.label === undefined);
  const extremes = [Math.max(0, ...values), Math.min(0, ...values)];
  return (
    <figure className={classNames(styles.chart, isDense && styles.dense)} role="img" aria-label={label}>
      <div className={styles.plot}>
        {bars.map(({ key, value, text, isLoss = value < 0 }, index) => {
          const { top = 0, height = 0 } = boxes[index] ?? {};
          return (
            <span
              key={key}
              className={classNames(styles.bar, isLoss && styles.loss, value < 0 && styles.below)}
              style={{
                insetInlineStart: `${index * slot}%`,
                inlineSize: `${slot}%`,
                top: `${top}%`,
                height: `${height}%`,
              }}
            >
              {text !== undefined && <b data-extreme={extremes.includes(value) || undefined}>{text}</b>}
            </span>
          );
        })}
        <span className={styles.zero} style={{ top: `${zero}%` }} />
      </div>
      <div className={styles.axis}>
        {bars.map(
          (bar, index) =>
            bar.label !== undefined && (
              <span key={bar.key} style={{ insetInlineStart: `${(index + 0.5) * slot}%` }}>
                {bar.label}
              </span>
            ),
        )}
        {limits.map((limit) => (
          <span key={limit.index} style={{ insetInlineStart: `${limit.index * slot}%` }}>
            {limit.label}
          </span>
        ))}
      </div>
    </figure>
  );
}
