import { Segmented } from '#ui/segmented.tsx';
import { BarTable } from './bar-table.tsx';
import styles from './chart.module.css';
import { ChartCanvas } from './chart-canvas.tsx';
import type { PriceChartProps } from './chart-props.ts';
import { ChartSummary } from './chart-summary.tsx';
import { ChartTextsProvider, type PriceChartStrings, useChartTexts } from './chart-texts.ts';
import type { BarSeconds } from './stores/market-bars.ts';

const lengths = [60, 300, 900, 3600] as const satisfies readonly BarSeconds[];

/** Candles of a contract with its orders and position. Loaded separately, because the drawing library is large. */
export function PriceChart({ strings, ...props }: PriceChartProps & { readonly strings: PriceChartStrings }) {
  return (
    <ChartTextsProvider strings={strings} locale={props.locale}>
      <Chart {...props} />
    </ChartTextsProvider>
  );
}

function Chart(props: PriceChartProps) {
  const { contract, instrument, status, bars, quote, seconds, onSeconds, lines, onDragOrder } = props;
  const { strings, t } = useChartTexts();
  const state = status === 'failed' ? strings.failed : quote === null ? strings.closed : strings.waiting;
  return (
    <section className={styles.chart} aria-label={t('title', { contract })}>
      <div className={styles.header}>
        <Segmented
          label={strings.interval}
          value={String(seconds)}
          options={lengths.map((value) => ({ value: String(value), label: strings[`seconds_${value}`] }))}
          onChange={(value) => onSeconds(lengths.find((each) => String(each) === value) ?? seconds)}
        />
        {onDragOrder !== undefined && lines.some(({ kind }) => kind === 'order') && (
          <p className={styles.note}>{strings.drag}</p>
        )}
      </div>
      <div className={styles.place}>
        <ChartCanvas key={contract} {...props} label={t('title', { contract })} />
        {status !== 'ready' && <p className={styles.state}>{state}</p>}
      </div>
      <ChartSummary key={contract} contract={contract} instrument={instrument} quote={quote} />
      <div className={styles.footer}>
        <BarTable contract={contract} instrument={instrument} bars={bars} />
        <p className={styles.note}>
          <a href="https://www.tradingview.com/">{strings.credit}</a>
        </p>
      </div>
    </section>
  );
}
