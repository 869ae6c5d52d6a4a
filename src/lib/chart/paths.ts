export type XY = { readonly x: number; readonly y: number };

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

function at(point: XY): string {
  return `${round(point.x)} ${round(point.y)}`;
}
