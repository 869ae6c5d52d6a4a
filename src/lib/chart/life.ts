import { minuteMs } from '../durations.ts';
import { areaPath, levelPath, round, stepCorners, straightPath, type XY } from './paths.ts';
import type { Scale } from './scale.ts';

/** A point of an account: `at` in UTC ms, values in cents. Null if the program has no floor, or no mark is drawn. */
export type LifePoint = {
  readonly at: number;
  readonly equityCents: number;
  readonly floorCents: number | null;
  readonly highWaterMarkCents?: number | null;
};

/** Money that left the account: `amountCents` is negative, or positive if it came back. */
export type LifePayout = { readonly at: number; readonly amountCents: number };

export type LifeFrame = {
  readonly x: Scale;
  readonly y: Scale;
  /** The floor reaches from `startX`, by default 0, to `endX`, and its tint down to `bottomY`. */
  readonly startX?: number;
  readonly endX: number;
  readonly bottomY: number;
  /** Whether the floor restarts each day, so that its levels aren't connected by steps. */
  readonly isDaily?: boolean;
};

export type Life = ReturnType<typeof drawLife>;

/**
 * The life of an account, the same wherever it is drawn: straight lines between what was measured, each payout as a
 * vertical step of its own, and floor and high-water mark as staircases.
 */
export function drawLife(points: readonly LifePoint[], payouts: readonly LifePayout[], frame: LifeFrame) {
  const { x, y, startX = 0, endX, bottomY, isDaily = false } = frame;
  const { pieces, steps } = splitAtPayouts(points, payouts, frame);
  const corners = (read: (point: LifePoint) => number | null | undefined) => {
    const levels = points.flatMap((point) => {
      const value = read(point);
      return value === null || value === undefined ? [] : [{ x: x(point.at), y: y(value) }];
    });
    const [first, ...rest] = levels;
    return first === undefined ? [] : stepCorners([{ x: startX, y: first.y }, ...rest], endX);
  };
  const floor = corners(({ floorCents }) => floorCents);
  const mark = corners(({ highWaterMarkCents }) => highWaterMarkCents);
  return {
    equity: pieces.flat(),
    floor,
    mark,
    payouts: steps,
    get equityPath() {
      return pieces.map(straightPath).join('');
    },
    payoutPath: steps.map((step) => `M${round(step.x)} ${round(step.fromY)}V${round(step.toY)}`).join(''),
    floorPath: isDaily ? levelPath(floor) : straightPath(floor),
    belowFloorPath: areaPath(floor, bottomY),
    markPath: straightPath(mark),
    end: pieces.at(-1)?.at(-1) ?? null,
  };
}

/** A stored point stands at the start of its minute with the minute's last values, so a payout's step does too. */
function splitAtPayouts(points: readonly LifePoint[], payouts: readonly LifePayout[], { x, y }: LifeFrame) {
  const minuteOf = (at: number) => at - (at % minuteMs);
  const due = payouts.toSorted((left, right) => left.at - right.at);
  const pieces: XY[][] = [[]];
  const steps: { readonly x: number; readonly fromY: number; readonly toY: number; readonly amountCents: number }[] =
    [];
  let [shownAt, heldCents] = [points[0]?.at ?? 0, points[0]?.equityCents ?? 0];
  for (const [index, { at, equityCents }] of points.entries()) {
    // What was held until the next event is followed by that event, at the same time: a payout comes between them.
    const isHold = points[index + 1]?.at === at;
    for (const payout of isHold ? [] : due.filter((each) => minuteOf(each.at) > shownAt && minuteOf(each.at) <= at)) {
      const { amountCents } = payout;
      const step = { x: x(minuteOf(payout.at)), fromY: y(heldCents), toY: y(heldCents + amountCents), amountCents };
      steps.push(step);
      pieces.at(-1)?.push({ x: step.x, y: step.fromY });
      pieces.push([{ x: step.x, y: step.toY }]);
      heldCents += amountCents;
    }
    pieces.at(-1)?.push({ x: x(at), y: y(equityCents) });
    heldCents = equityCents;
    if (!isHold) shownAt = at;
  }
  return { pieces, steps };
}
