import { type AutoscaleInfo, type IChartApi, type IPriceLine, type ISeriesApi, LineStyle } from 'lightweight-charts';
import { attachDragging } from './chart-drag.ts';
import type { ChartPalette } from './chart-palette.ts';
import type { ChartLine } from './chart-props.ts';

export type LineOptions = {
  readonly dragOrder: (orderId: string, priceTicks: number) => Promise<unknown> | undefined;
  readonly pickPrice: (priceTicks: number) => void;
  readonly mayDrag: () => boolean;
  /** Called when the floor leaves the scale, with the edge that it is beyond, or is back on it. */
  readonly pinFloor: (edge: FloorEdge | null) => void;
};

export type FloorEdge = 'above' | 'below';

/** How far a line may be from the candles, in heights of them, and still be kept in view. */
const lineReach = 1.5;

type DrawnLine = { line: ChartLine; readonly mark: IPriceLine };

/** Draws lines that can be dragged. */
export function drawLines(
  container: HTMLElement,
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
  palette: () => ChartPalette,
  options: LineOptions,
) {
  const drawn = new Map<string, DrawnLine>();
  let draggedId: string | null = null;
  let wasDragged = false;
  let pinned: FloorEdge | null = null;

  const ticksAt = (y: number) => {
    const price = series.coordinateToPrice(y);
    return price === null ? null : Math.round(price);
  };

  function placeFloor(): void {
    const floor = [...drawn.values()].find(({ line }) => line.kind === 'floor');
    const y = (floor && series.priceToCoordinate(floor.line.priceTicks)) ?? null;
    const edge = y === null ? null : y < 0 ? 'above' : y > chart.paneSize().height ? 'below' : null;
    if (edge === pinned) return;
    pinned = edge;
    options.pinFloor(edge);
  }

  const setScrolling = (isOn: boolean) =>
    chart.applyOptions({
      handleScroll: { pressedMouseMove: isOn, horzTouchDrag: isOn, vertTouchDrag: false, mouseWheel: false },
    });

  const settle = ({ id }: ChartLine) => {
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
    dropped(line, ticks) {
      wasDragged = true;
      // The line stays where it was dropped until the server has responded.
      const answer = ticks === line.priceTicks ? undefined : options.dragOrder(line.id, ticks);
      if (answer) void answer.catch(() => undefined).finally(() => settle(line));
      else settle(line);
    },
    canceled: settle,
  });

  chart.subscribeClick(({ point }) => {
    const ticks = point === undefined || wasDragged ? null : ticksAt(point.y);
    if (ticks !== null) options.pickPrice(ticks);
  });
  series.applyOptions({ autoscaleInfoProvider: (found: () => AutoscaleInfo | null) => withLines(found(), drawn) });

  return {
    placeFloor,
    stopDragging,
    repaint(): void {
      for (const { line, mark } of drawn.values()) mark.applyOptions(optionsOf(line, palette()));
    },
    set(lines: readonly ChartLine[]): void {
      const ids = new Set(lines.map(({ id }) => id));
      for (const [id, { mark }] of drawn) {
        if (ids.has(id)) continue;
        series.removePriceLine(mark);
        drawn.delete(id);
      }
      for (const line of lines) {
        const known = drawn.get(line.id);
        if (!known) drawn.set(line.id, { line, mark: series.createPriceLine(optionsOf(line, palette())) });
        else if (line.priceTicks !== known.line.priceTicks || line.title !== known.line.title) {
          known.line = line;
          if (draggedId !== line.id) known.mark.applyOptions(optionsOf(line, palette()));
        }
      }
      placeFloor();
    },
  };
}

/** The candles' scale with the lines in view, unless these would flatten the candles. */
function withLines(found: AutoscaleInfo | null, drawn: ReadonlyMap<string, DrawnLine>): AutoscaleInfo | null {
  if (!found?.priceRange) return found;
  const { minValue, maxValue } = found.priceRange;
  const reach = Math.max(maxValue - minValue, 1) * lineReach;
  const near = [...drawn.values()]
    .map(({ line }) => line.priceTicks)
    .filter((ticks) => ticks > minValue - reach && ticks < maxValue + reach);
  return { ...found, priceRange: { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) } };
}

function optionsOf({ kind, side, priceTicks, title }: ChartLine, palette: ChartPalette) {
  const color = kind === 'order' ? palette[side] : palette[kind];
  return {
    ...{ price: priceTicks, title, color, axisLabelColor: color, axisLabelTextColor: palette.onLine },
    lineStyle: kind === 'order' ? LineStyle.Dashed : LineStyle.Solid,
    lineWidth: kind === 'floor' ? (2 as const) : (1 as const),
  };
}
