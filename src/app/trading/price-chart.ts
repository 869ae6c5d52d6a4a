import {
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from '#shared/trading/market/bars.ts';
import { drawLines, type LineOptions } from './chart-lines.ts';
import { readPalette, watchTheme } from './chart-palette.ts';
import type { ChartFill } from './chart-props.ts';

type Options = LineOptions & {
  readonly formatPrice: (ticks: number) => string;
  /** Formats a time on the axis; with its date where the date changes. */
  readonly formatTime: (at: number, isDay: boolean) => string;
};

export type PriceChartHandle = ReturnType<typeof drawPriceChart>;

/** Up to this type, marks of the library's time axis start a year, a month or a day; above it they are times. */
const dayMarks = 2;

/** Draws candles in whole ticks, so that no price is rounded, and lines that can be dragged. */
export function drawPriceChart(container: HTMLElement, options: Options) {
  const atOf = (time: unknown) => Number(time) * 1_000;
  const chart = createChart(container, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 12 },
    localization: {
      priceFormatter: options.formatPrice,
      timeFormatter: (time: unknown) => options.formatTime(atOf(time), false),
    },
    timeScale: {
      timeVisible: true,
      rightOffset: 4,
      tickMarkFormatter: (time: unknown, mark: number) => options.formatTime(atOf(time), mark <= dayMarks),
    },
    rightPriceScale: { scaleMargins: { top: 0.12, bottom: 0.12 } },
    // Scrolling down the page must not get stuck at the chart.
    handleScroll: { vertTouchDrag: false, mouseWheel: false },
    handleScale: { mouseWheel: false },
  });
  const series = chart.addSeries(CandlestickSeries, { priceFormat: { type: 'price', minMove: 1, precision: 0 } });
  const markers = createSeriesMarkers<Time>(series, []);
  let shown: readonly Bar[] = [];
  let palette = readPalette(container);
  const lines = drawLines(container, chart, series, () => palette, options);

  function applyPalette(): void {
    palette = readPalette(container);
    const { background, text, grid, border, up, down, fontFamily } = palette;
    chart.applyOptions({
      layout: { background: { color: background }, textColor: text, fontFamily },
      grid: { vertLines: { color: grid }, horzLines: { color: grid } },
      rightPriceScale: { borderColor: border },
      timeScale: { borderColor: border },
    });
    series.applyOptions({
      ...{ upColor: up, borderUpColor: up, wickUpColor: up },
      // Hollow, so that direction doesn't depend on color alone.
      ...{ downColor: background, borderDownColor: down, wickDownColor: down },
      priceLineColor: text,
    });
    lines.repaint();
  }

  applyPalette();
  const stopTheme = watchTheme(applyPalette);

  return {
    setBars(bars: readonly Bar[]): void {
      const [last, before, drawnLast] = [bars.at(-1), bars.at(-2), shown.at(-1)];
      const isSame = last !== undefined && last.at === drawnLast?.at && before?.at === shown.at(-2)?.at;
      const isNext = last !== undefined && before !== undefined && before.at === drawnLast?.at;
      const isContinued = bars[0]?.at === shown[0]?.at || isNext;
      shown = bars;
      if (!isContinued || !(isSame || isNext)) series.setData(bars.map(toCandle));
      else for (const bar of isNext ? [before, last] : [last]) if (bar) series.update(toCandle(bar));
      lines.placeFloor();
    },
    setLines: lines.set,
    setFills(fills: readonly ChartFill[], seconds: number): void {
      const lengthMs = seconds * 1_000;
      markers.setMarkers(
        fills.map(({ at, side }) => ({
          time: ((Math.floor(at / lengthMs) * lengthMs) / 1_000) as UTCTimestamp,
          position: side === 'buy' ? 'belowBar' : 'aboveBar',
          shape: side === 'buy' ? 'arrowUp' : 'arrowDown',
          color: palette.sell,
          size: 0.6,
        })),
      );
    },
    remove(): void {
      lines.stopDragging();
      stopTheme();
      chart.remove();
    },
  };
}

function toCandle({ at, openTicks, highTicks, lowTicks, closeTicks }: Bar): CandlestickData<UTCTimestamp> {
  return { time: (at / 1_000) as UTCTimestamp, open: openTicks, high: highTicks, low: lowTicks, close: closeTicks };
}
