export type XY = { readonly x: number; readonly y: number };

export function straightPath(points: readonly XY[]): string {
  return points.map((point, index) => lineTo(point, points[index - 1])).join('');
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
      return from === undefined || from.y !== corner.y ? '' : `M${at(from)}H${round(corner.x)}`;
    })
    .join('');
}

export function areaPath(corners: readonly XY[], bottomY: number): string {
  const first = corners[0];
  const last = corners.at(-1);
  if (first === undefined || last === undefined) return '';
  return `${straightPath(corners)}V${round(bottomY)}H${round(first.x)}Z`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function lineTo(point: XY, from: XY | undefined): string {
  const [x, y] = [round(point.x), round(point.y)];
  if (from === undefined) return `M${x} ${y}`;
  if (y === round(from.y)) return `H${x}`;
  return x === round(from.x) ? `V${y}` : `L${x} ${y}`;
}

function at(point: XY): string {
  return `${round(point.x)} ${round(point.y)}`;
}
