import { useId } from 'react';
import { type GaugeValues, layoutGauge } from '#lib/chart/gauge-layout.ts';
import { wrapText } from '#lib/chart/wrap-text.ts';
import { classNames } from './class-names.ts';
import styles from './drawdown-gauge.module.css';

export type GaugeRow = {
  readonly key: string;
  /** The position on the scale that the label belongs to. */
  readonly atCents: number;
  readonly label: string;
  /** The formatted amount. */
  readonly value: string;
  readonly note?: string | undefined;
  /** `main` is the one large figure; `floor` and `breach` use the danger color. */
  readonly tone?: 'plain' | 'main' | 'floor' | 'breach';
};

type DrawdownGaugeProps = GaugeValues & {
  /** Describes the scale. */
  readonly title: string;
  readonly rows: readonly GaugeRow[];
};

const height = 372;
const scaleX = 30;
const labelsX = 76;
/** The width available to text in the narrowest card. */
const noteWidth = 170;
const noteHeight = 17;

/** Remaining drawdown on a vertical scale: floor below, equity as the fill, the high-water mark dotted. */
export function DrawdownGauge({ title, rows, ...values }: DrawdownGaugeProps) {
  const titleId = useId();
  const sizes = rows.map((row) => ({ atCents: row.atCents, size: heightOf(row) }));
  const gauge = layoutGauge(values, sizes, height);
  const floorY = gauge.floorY ?? height;
  return (
    <figure className={styles.gauge} aria-labelledby={titleId}>
      <figcaption id={titleId} className="visually-hidden">
        {title}
      </figcaption>
      <dl className="visually-hidden">
        {rows.map((row) => (
          <div key={row.key}>
            <dt>{row.label}</dt>
            <dd>{[row.value, row.note].filter(Boolean).join(', ')}</dd>
          </div>
        ))}
      </dl>
      <svg height={height} className={styles.drawing} aria-hidden="true">
        {gauge.ticks.map((tick) => (
          <path key={tick.y} d={`M${tick.isMajor ? 0 : 12} ${tick.y}H20`} className={styles.tick} />
        ))}
        <rect x={scaleX - 6} y={0} width={12} height={height} className={styles.track} />
        <rect
          x={scaleX - 6}
          y={gauge.equityY}
          width={12}
          height={Math.max(floorY - gauge.equityY, 0)}
          className={styles.fill}
        />
        {gauge.markY !== null && <path d={`M18 ${gauge.markY}H44`} className={styles.highWaterMark} />}
        {gauge.floorY !== null && <path d={`M14 ${gauge.floorY}H46`} className={styles.floorLine} />}
        <path d={`M16 ${gauge.equityY}H44`} className={styles.level} />
        {rows.map((row, index) => (
          <GaugeLabels key={row.key} row={row} y={gauge.labels[index]?.y ?? 0} top={gauge.labels[index]?.top ?? 0} />
        ))}
      </svg>
    </figure>
  );
}

/** A thin line connects each label that had to move with its position on the scale. */
function GaugeLabels({ row, y, top }: { readonly row: GaugeRow; readonly y: number; readonly top: number }) {
  const isMain = row.tone === 'main' || row.tone === 'breach';
  const valueY = top + (isMain ? 52 : 39);
  return (
    <g className={classNames(row.tone && styles[row.tone])}>
      <path d={`M48 ${y}H54L64 ${top + heightOf(row) / 2}H70`} className={styles.leader} />
      <text x={labelsX} y={top + 14} className={styles.label}>
        {row.label}
      </text>
      <text x={labelsX} y={valueY} className={isMain ? styles.figure : styles.value}>
        {row.value}
      </text>
      <text className={styles.note}>
        {noteLines(row).map((line, index) => (
          <tspan key={line} x={labelsX} y={valueY + 22 + index * noteHeight}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

function heightOf(row: GaugeRow): number {
  const lines = noteLines(row).length;
  return (row.tone === 'main' || row.tone === 'breach' ? 60 : 46) + (lines === 0 ? 0 : 3 + lines * noteHeight);
}

function noteLines({ note }: GaugeRow): string[] {
  return note ? wrapText(note, noteWidth) : [];
}
