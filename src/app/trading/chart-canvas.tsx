import { useEffect, useRef, useState } from 'react';
import { chicagoDateText, chicagoTimeText } from '#lib/chicago-time.ts';
import { formatPrice } from '#shared/exchange/price.ts';
import styles from './chart.module.css';
import type { FloorEdge } from './chart-lines.ts';
import type { PriceChartProps } from './chart-props.ts';
import { drawPriceChart, type PriceChartHandle } from './price-chart.ts';

type ChartCanvasProps = Pick<
  PriceChartProps,
  'instrument' | 'locale' | 'bars' | 'lines' | 'fills' | 'seconds' | 'onDragOrder' | 'onPickPrice'
> & { readonly label: string };

/** The chart's canvas. The summary, the table and the list of orders contain everything it shows. */
export function ChartCanvas(props: ChartCanvasProps) {
  const { instrument, locale, bars, lines, fills, seconds, onDragOrder, onPickPrice, label } = props;
  const container = useRef<HTMLDivElement>(null);
  const chart = useRef<PriceChartHandle>(null);
  const calls = useRef({ onDragOrder, onPickPrice });
  calls.current = { onDragOrder, onPickPrice };
  const [edge, pinFloor] = useState<FloorEdge | null>(null);
  const floor = lines.find(({ kind }) => kind === 'floor');

  useEffect(() => {
    if (!container.current) return;
    const handle = drawPriceChart(container.current, {
      formatPrice: (ticks) => formatPrice(instrument, Math.round(ticks), locale),
      formatTime: (at, isDay) => (isDay ? chicagoDateText(at, locale) : chicagoTimeText(at, locale).slice(0, 5)),
      dragOrder: async (id, ticks) => calls.current.onDragOrder?.(id, ticks),
      pickPrice: (ticks) => calls.current.onPickPrice?.(ticks),
      mayDrag: () => calls.current.onDragOrder !== undefined,
      pinFloor,
    });
    chart.current = handle;
    return () => {
      chart.current = null;
      handle.remove();
    };
  }, [instrument, locale]);

  // Drawing takes as long as everything else that a price changes, so it gets a frame of its own.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => chart.current?.setBars(bars), 0);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [bars]);
  useEffect(() => chart.current?.setLines(lines), [lines]);
  useEffect(() => chart.current?.setFills(fills, seconds), [fills, seconds]);

  return (
    <>
      <div ref={container} className={styles.canvas} role="img" aria-label={label} />
      {edge !== null && floor !== undefined && (
        <p className={styles.floor} data-edge={edge}>
          {floor.title} <strong>{formatPrice(instrument, floor.priceTicks, locale)}</strong>
        </p>
      )}
    </>
  );
}
