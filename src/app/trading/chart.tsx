import { useEffect, useRef, useState } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import type { Bar } from '#shared/trading/market/bars.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { ExchangeTime } from '#ui/exchange-time.tsx';
import { Segmented } from '#ui/segmented.tsx';
import styles from './chart.module.css';
import { ChartCanvas } from './chart-canvas.tsx';
import type { PriceChartProps } from './chart-props.ts';
import { ChartTextsProvider, type PriceChartStrings, useChartTexts } from './chart-texts.ts';
import type { BarSeconds } from './stores/market-bars.ts';

const announceEveryMs = 15_000;

const rowsShown = 20;

const prices = ['open', 'high', 'low', 'close'] as const;

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
      <div className={`cluster between ${styles.header}`}>
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
      <div className={`cluster between ${styles.footer}`}>
        <BarTable contract={contract} instrument={instrument} bars={bars} />
        <p className={styles.note}>
          <a href="https://www.tradingview.com/">{strings.credit}</a>
        </p>
      </div>
    </section>
  );
}

/** The last completed bars as a table, newest first: the chart's accessible alternative, also for copying. */
function BarTable({ contract, instrument, bars }: Pick<PriceChartProps, 'contract' | 'instrument' | 'bars'>) {
  const { strings, t, locale } = useChartTexts();
  const [isOpen, setIsOpen] = useState(false);
  const columns: readonly Column<Bar>[] = [
    { header: strings.time, cell: ({ at }) => <ExchangeTime at={at} locale={locale} shape="moment" /> },
    ...prices.map(
      (key): Column<Bar> => ({
        header: strings[key],
        align: 'end',
        cell: (bar) => formatPrice(instrument, bar[`${key}Ticks`], locale),
      }),
    ),
    { header: strings.volume, align: 'end', cell: ({ volume }) => volume.toLocaleString(formatLocale(locale)) },
  ];
  return (
    <details className={styles.table} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{strings.table}</summary>
      {isOpen && (
        <DataTable
          caption={t('caption', { contract })}
          dense
          columns={columns}
          rows={bars.slice(-rowsShown - 1, -1).toReversed()}
          rowKey={({ at }) => at}
        />
      )}
    </details>
  );
}

/** The price and the day's change as a sentence, announced at most every fifteen seconds. */
function ChartSummary({ contract, instrument, quote }: Pick<PriceChartProps, 'contract' | 'instrument' | 'quote'>) {
  const { t, strings, locale } = useChartTexts();
  const sentence = () => {
    if (quote === undefined) return '';
    if (quote === null) return strings.closed;
    const change = quote.lastTicks - quote.dayOpenTicks;
    const price = formatPrice(instrument, quote.lastTicks, locale);
    const points = formatPrice(instrument, Math.abs(change), locale);
    if (change === 0) return t('unchanged', { contract, price });
    return t(change > 0 ? 'up' : 'down', { contract, price, points });
  };
  const newest = useRef(sentence);
  newest.current = sentence;
  const [announced, setAnnounced] = useState('');
  const isWaiting = quote === undefined;

  useEffect(() => {
    if (isWaiting) return;
    const announce = () => setAnnounced(newest.current());
    announce();
    const timer = setInterval(announce, announceEveryMs);
    return () => clearInterval(timer);
  }, [isWaiting]);

  return (
    <p className="visually-hidden" aria-live="polite" aria-atomic="true">
      {announced}
    </p>
  );
}
