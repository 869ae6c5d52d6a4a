import { type ChartDay, type DayTick, dayScale, dayTicks } from './day-axis.ts';
import { areaPath, levelPath, round, smoothPath, stepCorners, straightPath, type XY } from './paths.ts';
import { type Box, firstFree, outlineOf } from './place-labels.ts';
import { linearScale, type Scale, ticksBetween } from './scale.ts';

/** A point of an account: `at` in UTC ms, values in cents. Null if the program has no floor. */
export type ChartPoint = {
  readonly at: number;
  readonly equityCents: number;
  readonly floorCents: number | null;
  readonly highWaterMarkCents: number | null;
};

/** Size in pixels for the narrowest container. Wider containers stretch only x, never the labels. */
export type ChartFrame = {
  readonly width: number;
  readonly height: number;
  readonly valueTicks: number;
  readonly dayLabelWidth: number;
  /** Draws straight lines between the points, so that nothing is shown that wasn't measured. */
  readonly isStraight?: boolean;
  /** Whether the floor restarts each day, so that its levels aren't connected by steps. */
  readonly isDaily?: boolean;
};

/** Label widths in pixels. */
export type ChartLabelWidths = {
  readonly mark: number;
  readonly pill: number;
  readonly floor: number;
  readonly floorLines: number;
};

/** Maps cents to pixels, and says which values the drawing's edges have. */
export type ValueAxis = { readonly y: Scale; readonly bottomCents: number; readonly topCents: number };

export type EquityChartLayout = {
  readonly equityPath: string;
  readonly floorPath: string;
  readonly belowFloorPath: string;
  readonly ticks: readonly { readonly y: number; readonly value: number }[];
  readonly days: readonly DayTick[];
  readonly dayY: number;
  /** The high-water mark as a staircase: each level starts when it was reached. */
  readonly mark: { readonly path: string; readonly label: Box } | null;
  readonly floorLabel: Box | null;
  readonly end: XY | null;
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
const maxSmoothPoints = 160;

export function layoutEquityChart(
  points: readonly ChartPoint[],
  days: readonly ChartDay[],
  frame: ChartFrame,
  labels: ChartLabelWidths,
): EquityChartLayout {
  const { width, height } = frame;
  const x = dayScale(days, width - endSpace);
  const hasFloor = points.some((point) => point.floorCents !== null);
  const baseY = height - dayRowHeight - (hasFloor ? floorLabelRowHeight + (labels.floorLines - 1) * lineHeight : 8);
  const [low, high] = limitsOf(points);
  const y = linearScale([low, high], [baseY, topSpace]);
  const equity = points.map((point) => ({ x: x(point.at), y: y(point.equityCents) }));
  const floor = cornersOf(points, ({ floorCents }) => floorCents, x, y, width);
  const mark = markSteps(points, x, y, labels.mark, width, [equity, floor]);
  const floorBox = floorLabel(floor, labels);
  const obstacles = [equity, floor, ...[mark?.label ?? null, floorBox].flatMap((box) => (box ? [outlineOf(box)] : []))];
  return {
    get equityPath() {
      return frame.isStraight || equity.length > maxSmoothPoints ? straightPath(equity) : smoothPath(equity);
    },
    floorPath: frame.isDaily ? levelPath(floor) : straightPath(floor),
    belowFloorPath: areaPath(floor, height),
    ticks: ticksFor(low, high, y, frame),
    days: dayTicks(days, width - endSpace, frame.dayLabelWidth),
    dayY: height - 9,
    mark,
    floorLabel: floorBox,
    end: equity.at(-1) ?? null,
    axis: axisOf([low, high], y, height),
    measure: measureOf(points.at(-1), equity.at(-1), obstacles, y, labels.pill, frame),
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

/** A step line from the left edge: each value holds until the next point, the last until the right edge. */
function cornersOf(
  points: readonly ChartPoint[],
  read: (point: ChartPoint) => number | null,
  x: Scale,
  y: Scale,
  width: number,
): XY[] {
  const steps = points.flatMap((point) => {
    const value = read(point);
    return value === null ? [] : [{ x: x(point.at), y: y(value) }];
  });
  const [first, ...rest] = steps;
  return first === undefined ? [] : stepCorners([{ x: 0, y: first.y }, ...rest], width);
}

function ticksFor(low: number, high: number, y: Scale, { height, valueTicks }: ChartFrame) {
  const perPixel = (high - low) / Math.max(y(low) - y(high), 1);
  return ticksBetween(low, high + perPixel * (topSpace - 8), valueTicks)
    .map((value) => ({ y: round(y(value)), value }))
    .filter((tick) => tick.y < height - dayRowHeight - 6);
}

function markSteps(
  points: readonly ChartPoint[],
  x: Scale,
  y: Scale,
  labelWidth: number,
  width: number,
  lines: readonly (readonly XY[])[],
): EquityChartLayout['mark'] {
  const corners = cornersOf(points, ({ highWaterMarkCents }) => highWaterMarkCents, x, y, width);
  const last = corners.at(-1);
  if (last === undefined) return null;
  const from = corners.findIndex((corner) => corner.y === last.y);
  const left = corners[from]?.x ?? 0;
  // On the last level where it fits; otherwise ending at the right edge.
  const starts = [left + 4, (left + width - labelWidth) / 2, width - labelWidth - 4].filter(
    (start, index) => index === 2 || start + labelWidth <= width,
  );
  // Beside its line, otherwise above everything.
  const boxes = [last.y - 20, last.y + 4, topSpace - 20].flatMap((top) =>
    starts.map((start) => ({ x: Math.max(start, 0), y: top, width: labelWidth, height: 16 })),
  );
  const label = firstFree(boxes as [Box, ...Box[]], [...lines, corners.slice(0, from + 1)]);
  return { path: straightPath(corners), label };
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
  end: XY | undefined,
  obstacles: readonly (readonly XY[])[],
  y: Scale,
  pillWidth: number,
  { width, height }: ChartFrame,
): EquityChartLayout['measure'] {
  if (last === undefined || end === undefined || last.floorCents === null) return null;
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
