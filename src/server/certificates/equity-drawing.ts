import { areaPath, smoothPath, stepCorners, straightPath } from '#lib/chart/paths.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { readPoint } from '#server/accounts/event-log/feed-rows.ts';
import type { Db } from '#server/core/deps.ts';
import { downsample } from '#shared/accounts/downsample.ts';
import { lastTradingDayBy, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { StoredCertificate } from './find-own.ts';

/** The account's equity and floor as SVG paths, without axes. */
export type EquityDrawing = {
  readonly equityPath: string;
  readonly floorPath: string;
  readonly riskPath: string;
  /** The high-water mark as a staircase: each level starts when it was reached. */
  readonly markPath: string;
  /** From the last equity down to the floor; null without a floor. */
  readonly measure: { readonly x: number; readonly fromY: number; readonly toY: number } | null;
};

/** `footer` is the height below the lowest point, for a line of text. */
type Size = { readonly width: number; readonly height: number; readonly footer: number };

const maxPoints = 90;
/** Share of the width that stays free after the last point, for the line down to the floor. */
const endMarginShare = 0.06;
const topMargin = 12;

/** @returns null if the account has no history to draw */
export async function drawEquity(
  db: Db,
  certificate: StoredCertificate,
  { width, height, footer }: Size,
): Promise<EquityDrawing | null> {
  // Banks also pay on days when the exchange is closed.
  const until = new Date(sessionCloseAt(lastTradingDayBy(certificate.facts.day)));
  const rows = await db
    .selectFrom('equity_point')
    .select(['at', 'equity_cents', 'floor_cents', 'high_water_mark_cents'])
    .where('account_id', '=', certificate.account_id)
    .where('at', '<=', until)
    .orderBy('at')
    .execute();
  const points = downsample(rows.map(readPoint), maxPoints);
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const values = points.flatMap((point) => [point.equityCents, point.floorCents ?? point.equityCents]);
  const [low, high] = [Math.min(...values), Math.max(...values, last.highWaterMarkCents)];
  const endX = width * (1 - endMarginShare);
  const x = linearScale([0, points.length - 1], [0, endX]);
  const y = linearScale([low, high], [height - footer, topMargin]);
  const floor = points.flatMap(({ floorCents }, index) =>
    floorCents === null ? [] : [{ x: x(index), y: y(floorCents) }],
  );
  const corners = stepCorners(floor, width);
  const marks = points.map((point, index) => ({ x: x(index), y: y(point.highWaterMarkCents) }));
  return {
    equityPath: smoothPath(points.map((point, index) => ({ x: x(index), y: y(point.equityCents) }))),
    floorPath: straightPath(corners),
    riskPath: areaPath(corners, height),
    markPath: straightPath(stepCorners(marks, width)),
    measure: last.floorCents === null ? null : { x: endX, fromY: y(last.equityCents), toY: y(last.floorCents) },
  };
}
