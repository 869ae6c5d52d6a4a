import type { XY } from './paths.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

const clearance = 4;

export function firstFree(boxes: readonly [Box, ...Box[]], lines: readonly (readonly XY[])[]): Box {
  return boxes.find((box) => lines.every((line) => !lineCrosses(line, expand(box)))) ?? boxes[0];
}

/** A box as a line that others must not cross. It includes the middle, where a smaller box could fit inside. */
export function outlineOf({ x, y, width, height }: Box): XY[] {
  const right = x + width;
  return [y, y + height / 2, y + height].flatMap((level) => [
    { x, y: level },
    { x: right, y: level },
    { x, y: level },
  ]);
}

function expand({ x, y, width, height }: Box): Box {
  return { x: x - clearance, y: y - 1, width: width + 2 * clearance, height: height + 2 };
}

function lineCrosses(line: readonly XY[], box: Box): boolean {
  return line.some((to, index) => {
    const from = line[index - 1];
    return from === undefined ? isInside(to, box) : segmentCrosses(from, to, box);
  });
}

function segmentCrosses(from: XY, to: XY, box: Box): boolean {
  let enter = 0;
  let leave = 1;
  const sides = [
    { move: to.x - from.x, low: box.x - from.x, high: box.x + box.width - from.x },
    { move: to.y - from.y, low: box.y - from.y, high: box.y + box.height - from.y },
  ];
  for (const { move, low, high } of sides) {
    if (move === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    enter = Math.max(enter, Math.min(low / move, high / move));
    leave = Math.min(leave, Math.max(low / move, high / move));
  }
  return enter <= leave;
}

function isInside(point: XY, box: Box): boolean {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return point.x >= box.x && point.x <= right && point.y >= box.y && point.y <= bottom;
}

type Extent = { readonly center: number; readonly size: number };

/**
 * Moves extents along one axis as little as possible so that none overlap and all lie within the limits.
 * @returns their starts in the given order; extents that don't fit overflow at the end
 */
export function spread(extents: readonly Extent[], limits: readonly [number, number], gap = 0): number[] {
  const order = extents.map((extent, index) => ({ ...extent, index })).sort((a, b) => a.center - b.center);
  const groups: { target: number; size: number; members: typeof order }[] = [];
  for (const extent of order) {
    groups.push({ target: extent.center - extent.size / 2, size: extent.size, members: [extent] });
    mergeTouching(groups, limits, gap);
  }
  const starts = new Array<number>(extents.length).fill(0);
  for (const group of groups) {
    let start = within(group.target, group.size, limits);
    for (const member of group.members) {
      starts[member.index] = start;
      start += member.size + gap;
    }
  }
  return starts;
}

type Group<Member> = { target: number; size: number; members: Member[] };

/** Merges two touching groups at the position that suits their members best. */
function mergeTouching<Member>(groups: Group<Member>[], limits: readonly [number, number], gap: number): void {
  for (;;) {
    const last = groups.at(-1);
    const before = groups.at(-2);
    if (last === undefined || before === undefined) return;
    const end = within(before.target, before.size, limits) + before.size + gap;
    if (end <= within(last.target, last.size, limits)) return;
    const offset = before.size + gap;
    const count = before.members.length + last.members.length;
    const target = (before.target * before.members.length + (last.target - offset) * last.members.length) / count;
    groups.splice(-2, 2, { target, size: offset + last.size, members: [...before.members, ...last.members] });
  }
}

function within(start: number, size: number, [low, high]: readonly [number, number]): number {
  return Math.max(Math.min(start, high - size), low);
}
