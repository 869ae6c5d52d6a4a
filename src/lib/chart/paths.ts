export type XY = { readonly x: number; readonly y: number };

/**
 * A smooth curve through all points that never overshoots them. Each piece is written relative to the point before it:
 * evenly spaced points then repeat the same few digits, which makes a page with a chart several KB lighter.
 */
export function smoothPath(points: readonly XY[]): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  const tangents = tangentsOf(points);
  let previous = first;
  return others.reduce(
    (path, point, index) => {
      const third = (point.x - previous.x) / 3;
      const leave = previous.y + third * (tangents[index] ?? 0);
      const arrive = point.y - third * (tangents[index + 1] ?? 0);
      const from = { x: round(previous.x), y: round(previous.y) };
      const piece = [previous.x + third, leave, point.x - third, arrive, point.x, point.y].map((value, axis) =>
        shortened(round(round(value) - (axis % 2 === 0 ? from.x : from.y))),
      );
      previous = point;
      return `${path}c${piece.join(' ')}`;
    },
    `M${at(first)}`,
  );
}

/** Without the zero that a path doesn't need before a decimal point. */
function shortened(value: number): string {
  return String(value).replace(/^(-?)0\./, '$1.');
}

export function straightPath(points: readonly XY[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${at(point)}`).join('');
}

/** Corners of a step line: each value holds until the next point, the last until `endX`. */
export function stepCorners(points: readonly XY[], endX: number): XY[] {
  const corners: XY[] = [];
  for (const point of points) {
    const last = corners.at(-1);
    if (last !== undefined && last.y === point.y) continue;
    if (last !== undefined) corners.push({ x: point.x, y: last.y });
    corners.push(point);
  }
  const last = corners.at(-1);
  if (last !== undefined && last.x < endX) corners.push({ x: endX, y: last.y });
  return corners;
}

export function levelPath(corners: readonly XY[]): string {
  return corners
    .map((corner, index) => {
      const from = corners[index - 1];
      return from === undefined || from.y !== corner.y ? '' : `M${at(from)}L${at(corner)}`;
    })
    .join('');
}

/** The area between a line and a level below it. */
export function areaPath(corners: readonly XY[], bottomY: number): string {
  const first = corners[0];
  const last = corners.at(-1);
  if (first === undefined || last === undefined) return '';
  return `${straightPath(corners)}L${round(last.x)} ${round(bottomY)}L${round(first.x)} ${round(bottomY)}Z`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Steffen's form of the Fritsch–Carlson limits: flat at turning points, monotonic elsewhere. */
function tangentsOf(points: readonly XY[]): number[] {
  const slopes = points.slice(1).map((point, index) => slopeOf(points[index] ?? point, point));
  return points.map((_, index) => {
    const before = slopes[index - 1] ?? slopes[index] ?? 0;
    const after = slopes[index] ?? before;
    if (before * after <= 0) return 0;
    return Math.sign(before) * Math.min(Math.abs(before), Math.abs(after), Math.abs(before + after) / 2);
  });
}

function slopeOf(from: XY, to: XY): number {
  return to.x === from.x ? 0 : (to.y - from.y) / (to.x - from.x);
}

function at(point: XY): string {
  return `${round(point.x)} ${round(point.y)}`;
}
