import { fillDays } from '#lib/chart/daily-bars.ts';
import { withLabel } from '#lib/with-label.ts';
import { type FigureName, type FigureShape, figures } from '#shared/firm/contract-figures.ts';
import { textOf, useTexts } from '../texts.ts';
import { figureText } from './figure-text.ts';
import styles from './figures.module.css';

type FigureChartProps = {
  readonly name: FigureName;
  readonly rows: readonly (readonly (string | number | null)[])[];
};

const maxBars = 60;
const height = 120;

/** Bars of one measure, oldest first for time series; the kinds of a day are added up. The table has every value. */
export function FigureChart({ name, rows }: FigureChartProps) {
  const { strings, t, locale } = useTexts();
  const { columns, chart }: FigureShape = figures[name];
  const names = Object.keys(columns);
  const measure = names.indexOf(chart);
  const [period = ''] = names;
  const isByTime = /^(day|week|month)$/.test(period);
  const sums = new Map<string, number>();
  for (const row of rows) {
    const key = name === 'pass-rates' ? `${row[0]} ${row[1]}` : String(row[0]);
    sums.set(key, (sums.get(key) ?? 0) + Number(row[measure] ?? 0));
  }
  const byTime = period === 'day' ? fillDays(sums) : [...sums].reverse();
  const bars = isByTime ? byTime.slice(-maxBars) : [...sums].slice(0, maxBars);
  const highest = Math.max(0, ...bars.map(([, value]) => value));
  const width = bars.length * 10;
  const format = (value: number) => figureText(columns[chart] ?? 'count', value, locale);
  return (
    <figure className="stack gap-1">
      <figcaption className="muted">
        {t('figure_highest', { measure: textOf(strings, 'column', chart), value: format(highest) })}
      </figcaption>
      <svg
        role="img"
        aria-label={t('figure_chart', { figure: textOf(strings, 'figure', name) })}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={styles.chart}
      >
        {bars.map(([key, value], index) => {
          const size = (value / Math.max(1, highest)) * height;
          return (
            <rect key={key} x={index * 10 + 1} y={height - size} width={8} height={size} className={styles.bar}>
              <title>{withLabel(textOf(strings, 'value', key), format(value), locale)}</title>
            </rect>
          );
        })}
      </svg>
      <div className="cluster between muted text-14" aria-hidden="true">
        <span>{textOf(strings, 'value', bars[0]?.[0] ?? '')}</span>
        <span>{textOf(strings, 'value', bars.at(-1)?.[0] ?? '')}</span>
      </div>
    </figure>
  );
}
