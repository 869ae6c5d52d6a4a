import {
  type AutoscaleInfo,
  type CandlestickData,
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  type IPriceLine,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { Bar } from '#shared/trading/market/bars.ts';
import { attachDragging } from './chart-drag.ts';
import { readPalette, watchTheme } from './chart-palette.ts';
import type { ChartFill, ChartLine } from './chart-props.ts';

type Options = {
  readonly formatPrice: (ticks: number) => string;
  /** Formats a time on the axis; with its date where the date changes. */
  readonly formatTime: (at: number, isDay: boolean) => string;
  readonly dragOrder: (orderId: string, priceTicks: number) => Promise<unknown> | undefined;
  readonly pickPrice: (priceTicks: number) => void;
  readonly mayDrag: () => boolean;
  /** Called when the floor leaves the scale, with the edge that it is beyond, or is back on it. */
  readonly pinFloor: (edge: FloorEdge | null) => void;
};

export type FloorEdge = 'above' | 'below';

export type PriceChartHandle = {
  setBars(bars: readonly Bar[]): void;
  setLines(lines: readonly ChartLine[]): void;
  setFills(fills: readonly ChartFill[], seconds: number): void;
  remove(): void;
};

/** How far a line may be from the candles, in heights of them, and still be kept in view. */
const lineReach = 1.5;

/** Up to this type, marks of the library's time axis start a year, a month or a day; above it they are times. */
const dayMarks = 2;

type DrawnLine = { line: ChartLine; readonly mark: IPriceLine };

/** Draws candles in whole ticks, so that no price is rounded, and lines that can be dragged. */
export function drawPriceChart(container: HTMLElement, options: Options): PriceChartHandle {
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
  const drawn = new Map<string, DrawnLine>();
  let shown: readonly Bar[] = [];
  let draggedId: string | null = null;
  let wasDragged = false;
  let palette = readPalette(container);
  let pinned: FloorEdge | null = null;

  const ticksAt = (y: number) => {
    const price = series.coordinateToPrice(y);
    return price === null ? null : Math.round(price);
  };
  const colorOf = ({ kind, side }: ChartLine) => (kind === 'order' ? palette[side] : palette[kind]);
  const lineOptions = (line: ChartLine) => ({
    price: line.priceTicks,
    title: line.title,
    color: colorOf(line),
    axisLabelColor: colorOf(line),
    axisLabelTextColor: palette.onLine,
    lineStyle: line.kind === 'order' ? LineStyle.Dashed : LineStyle.Solid,
    lineWidth: line.kind === 'floor' ? (2 as const) : (1 as const),
  });

  /** Lines stay in view unless they would flatten the candles. */
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => {
      const found = original();
      if (!found?.priceRange) return found;
      const { minValue, maxValue } = found.priceRange;
      const reach = Math.max(maxValue - minValue, 1) * lineReach;
      const near = [...drawn.values()]
        .map(({ line }) => line.priceTicks)
        .filter((ticks) => ticks > minValue - reach && ticks < maxValue + reach);
      const priceRange = { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) };
      return { ...found, priceRange };
    },
  });

  function placeFloor(): void {
    const floor = [...drawn.values()].find(({ line }) => line.kind === 'floor');
    const y = (floor && series.priceToCoordinate(floor.line.priceTicks)) ?? null;
    const edge = y === null ? null : y < 0 ? 'above' : y > chart.paneSize().height ? 'below' : null;
    if (edge === pinned) return;
    pinned = edge;
    options.pinFloor(edge);
  }

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
    for (const { line, mark } of drawn.values()) mark.applyOptions(lineOptions(line));
  }

  const setScrolling = (isOn: boolean) =>
    chart.applyOptions({
      handleScroll: { pressedMouseMove: isOn, horzTouchDrag: isOn, vertTouchDrag: false, mouseWheel: false },
    });

  const settle = (id: string) => {
    draggedId = null;
    setScrolling(true);
    const found = drawn.get(id);
    found?.mark.applyOptions({ price: found.line.priceTicks });
  };

  const stopDragging = attachDragging<ChartLine>(container, {
    findLine(y, reach) {
      wasDragged = false;
      if (!options.mayDrag()) return undefined;
      const near = [...drawn.values()].flatMap(({ line }) => {
        const at = line.kind === 'order' ? series.priceToCoordinate(line.priceTicks) : null;
        return at !== null && Math.abs(at - y) <= reach ? [{ line, distance: Math.abs(at - y) }] : [];
      });
      return near.sort((a, b) => a.distance - b.distance)[0]?.line;
    },
    ticksAt,
    started({ id }) {
      draggedId = id;
      wasDragged = true;
      setScrolling(false);
    },
    moved: ({ id }, ticks) => drawn.get(id)?.mark.applyOptions({ price: ticks }),
    dropped({ id, priceTicks }, ticks) {
      wasDragged = true;
      // The line stays where it was dropped until the server has responded.
      const answer = ticks === priceTicks ? undefined : options.dragOrder(id, ticks);
      if (answer) void answer.catch(() => undefined).finally(() => settle(id));
      else settle(id);
    },
    canceled: ({ id }) => settle(id),
  });

  chart.subscribeClick(({ point }) => {
    const ticks = point === undefined || wasDragged ? null : ticksAt(point.y);
    if (ticks !== null) options.pickPrice(ticks);
  });
  applyPalette();
  const stopTheme = watchTheme(applyPalette);

  return {
    setBars(bars) {
      const [last, before, drawnLast] = [bars.at(-1), bars.at(-2), shown.at(-1)];
      const isSame = last !== undefined && last.at === drawnLast?.at && before?.at === shown.at(-2)?.at;
      const isNext = last !== undefined && before !== undefined && before.at === drawnLast?.at;
      const isContinued = bars[0]?.at === shown[0]?.at || isNext;
      shown = bars;
      if (!isContinued || !(isSame || isNext)) series.setData(bars.map(toCandle));
      else for (const bar of isNext ? [before, last] : [last]) if (bar) series.update(toCandle(bar));
      placeFloor();
    },
    setLines(lines) {
      const ids = new Set(lines.map(({ id }) => id));
      for (const [id, { mark }] of drawn) {
        if (ids.has(id)) continue;
        series.removePriceLine(mark);
        drawn.delete(id);
      }
      for (const line of lines) {
        const known = drawn.get(line.id);
        if (!known) drawn.set(line.id, { line, mark: series.createPriceLine(lineOptions(line)) });
        else if (line.priceTicks !== known.line.priceTicks || line.title !== known.line.title) {
          known.line = line;
          if (draggedId !== line.id) known.mark.applyOptions(lineOptions(line));
        }
      }
      placeFloor();
    },
    setFills(fills, seconds) {
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
    remove() {
      stopDragging();
      stopTheme();
      chart.remove();
    },
  };
}

function toCandle({ at, openTicks, highTicks, lowTicks, closeTicks }: Bar): CandlestickData<UTCTimestamp> {
  return { time: (at / 1_000) as UTCTimestamp, open: openTicks, high: highTicks, low: lowTicks, close: closeTicks };
}
