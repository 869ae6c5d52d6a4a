import { type ChartDay, type DayTick, dayScale, dayTicks } from './day-axis.ts';
import { drawLife, type Life, type LifePayout, type LifePoint } from './life.ts';
import { round, type XY } from './paths.ts';
import { type Box, firstFree, outlineOf } from './place-labels.ts';
import { linearScale, type Scale, ticksBetween } from './scale.ts';

export type ChartPoint = LifePoint & { readonly highWaterMarkCents: number | null };

/** Size in pixels for the narrowest container. Wider containers stretch only x, never the labels. */
export type ChartFrame = {
  readonly width: number;
  readonly height: number;
  readonly valueTicks: number;
  readonly dayLabelWidth: number;
  /** Whether the floor restarts each day, so that its levels aren't connected by steps. */
  readonly isDaily?: boolean;
};

export type ChartLabelWidths = {
  readonly mark: number;
  /** The widest amount of a payout. */
  readonly payout: number;
  readonly pill: number;
  readonly floor: number;
  readonly floorLines: number;
};

/** Maps cents to pixels, and says which values the drawing's edges have. */
export type ValueAxis = { readonly y: Scale; readonly bottomCents: number; readonly topCents: number };

export type EquityChartLayout = {
  readonly life: Life;
  readonly ticks: readonly { readonly y: number; readonly value: number }[];
  readonly days: readonly DayTick[];
  readonly dayY: number;
  readonly markLabel: Box | null;
  readonly floorLabel: Box | null;
  /** The scale of the drawing, for a gauge beside it. */
  readonly axis: ValueAxis;
  /**
   * The measure from equity to the floor (`floorY`) at the last point. `distance` is negative after a breach. The
   * pill's `x` is relative to the end of the equity line.
   */
  readonly measure: { readonly floorY: number; readonly distance: number; readonly pill: Box } | null;
};

type SizedLayout = { readonly frame: Pick<ChartFrame, 'width' | 'height'>; readonly layout: EquityChartLayout };

const dayRowHeight = 26;
const floorLabelRowHeight = 22;
export const lineHeight = 15;
const pillHeight = 24;
const pillGap = 10;
const topSpace = 24;
/** Pixels to the right of the last point, for the measure and the end of the floor. */
const endSpace = 18;

export function layoutEquityChart(
  points: readonly ChartPoint[],
  days: readonly ChartDay[],
  frame: ChartFrame,
  labels: ChartLabelWidths,
  payouts: readonly LifePayout[] = [],
): EquityChartLayout {
  const { width, height, isDaily = false } = frame;
  const x = dayScale(days, width - endSpace);
  const hasFloor = points.some((point) => point.floorCents !== null);
  const baseY = height - dayRowHeight - (hasFloor ? floorLabelRowHeight + (labels.floorLines - 1) * lineHeight : 8);
  const [low, high] = limitsOf(points);
  const y = linearScale([low, high], [baseY, topSpace]);
  const life = drawLife(points, payouts, { x, y, endX: width, bottomY: height, isDaily });
  const { equity, floor } = life;
  const markLabel = placeMarkLabel(life, labels, width);
  const floorBox = floorLabel(floor, labels);
  const obstacles = [equity, floor, ...[markLabel, floorBox].flatMap((box) => (box ? [outlineOf(box)] : []))];
  return {
    life,
    ticks: ticksFor(low, high, y, frame),
    days: dayTicks(days, width - endSpace, frame.dayLabelWidth),
    dayY: height - 9,
    markLabel,
    floorLabel: floorBox,
    axis: axisOf([low, high], y, height),
    measure: measureOf(points.at(-1), life.end, obstacles, y, labels.pill, frame),
  };
}

/**
 * The `viewBox` in which what was laid out for one frame lies where the other frame has it: frames differ only by how
 * far they stretch.
 */
export function stretchBetween(from: SizedLayout, to: SizedLayout): string {
  const { bottomCents, topCents } = to.layout.axis;
  const heightOf = ({ layout }: SizedLayout) => layout.axis.y(bottomCents) - layout.axis.y(topCents);
  const perPixel = heightOf(from) / heightOf(to);
  const top = from.layout.axis.y(topCents) - to.layout.axis.y(topCents) * perPixel;
  const width = (to.frame.width * (from.frame.width - endSpace)) / (to.frame.width - endSpace);
  return [0, top, width, to.frame.height * perPixel].map((value) => Math.round(value * 100) / 100).join(' ');
}

function limitsOf(points: readonly ChartPoint[]): [number, number] {
  const values = points.flatMap((point) => [point.equityCents, point.floorCents ?? point.equityCents]);
  const mark = points.at(-1)?.highWaterMarkCents;
  if (mark !== null && mark !== undefined) values.push(mark);
  const low = values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY);
  const high = values.reduce((highest, value) => Math.max(highest, value), Number.NEGATIVE_INFINITY);
  if (low > high) return [0, 1];
  return low === high ? [low - 100, high + 100] : [low, high];
}

function axisOf([low, high]: readonly [number, number], y: Scale, height: number): ValueAxis {
  const perPixel = (high - low) / Math.max(y(low) - y(high), 1);
  const bottomY = height - dayRowHeight;
  return { y, bottomCents: low - (bottomY - y(low)) * perPixel, topCents: high + y(high) * perPixel };
}

function ticksFor(low: number, high: number, y: Scale, { height, valueTicks }: ChartFrame) {
  const perPixel = (high - low) / Math.max(y(low) - y(high), 1);
  return ticksBetween(low, high + perPixel * (topSpace - 8), valueTicks)
    .map((value) => ({ y: round(y(value)), value }))
    .filter((tick) => tick.y < height - dayRowHeight - 6);
}

function placeMarkLabel(life: Life, { mark: labelWidth, payout }: ChartLabelWidths, width: number): Box | null {
  const { mark: corners, equity, floor, payouts } = life;
  const last = corners.at(-1);
  if (last === undefined) return null;
  const from = corners.findIndex((corner) => corner.y === last.y);
  const left = corners[from]?.x ?? 0;
  // On the last level where it fits; otherwise ending at the right edge.
  const starts = [left + 4, (left + width - labelWidth) / 2, width - labelWidth - 4].filter(
    (start, index) => index === 2 || start + labelWidth <= width,
  );
  // Beside its line, otherwise above everything, or before its latest step that leaves room beside payouts' amounts.
  const boxes = [last.y - 20, last.y + 4, topSpace - 20]
    .flatMap((y) => starts.map((x) => ({ x, y })))
    .concat(corners.toReversed().map(({ x, y }) => ({ x: x - labelWidth - 8, y: y - 20 })))
    .map(({ x, y }) => ({ x: Math.max(x, 0), y, width: labelWidth, height: 16 }));
  const amounts = payouts.map(({ x, fromY, toY }) => [
    ...outlineOf({ x: x - payout / 2, y: fromY - 20, width: payout, height: 16 }),
    ...[fromY, toY].map((y) => ({ x, y })),
  ]);
  return firstFree(boxes as [Box, ...Box[]], [equity, floor, corners.slice(0, from + 1), ...amounts]);
}

/** Always fits below the lowest step, because the frame reserves a row for it. */
function floorLabel(floor: readonly XY[], labels: ChartLabelWidths): Box | null {
  const first = floor[0];
  if (first === undefined) return null;
  const lowest = floor.reduce((highest, corner) => Math.max(highest, corner.y), first.y);
  return { x: 8, y: round(lowest + 5), width: labels.floor, height: 1 + labels.floorLines * lineHeight };
}

function measureOf(
  last: ChartPoint | undefined,
  end: XY | null,
  obstacles: readonly (readonly XY[])[],
  y: Scale,
  pillWidth: number,
  { width, height }: ChartFrame,
): EquityChartLayout['measure'] {
  if (last === undefined || end === null || last.floorCents === null) return null;
  const floorY = y(last.floorCents);
  const [upper, lower] = [Math.min(end.y, floorY), Math.max(end.y, floorY)];
  const boxes = [-pillWidth - pillGap, pillGap, -pillWidth - 3 * pillGap].flatMap((offset) =>
    [(upper + lower) / 2, lower + 18, lower + 30, upper - 20, upper - 36].map((centerY) => ({
      x: end.x + offset,
      y: Math.max(centerY - pillHeight / 2, 0),
      width: pillWidth,
      height: pillHeight,
    })),
  );
  const inside = boxes.filter(
    (box) => box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height - dayRowHeight,
  );
  const pill = firstFree((inside.length > 0 ? inside : boxes) as [Box, ...Box[]], obstacles);
  return { floorY: round(floorY), distance: last.equityCents - last.floorCents, pill: { ...pill, x: pill.x - end.x } };
}
