import { dayScale } from '#lib/chart/day-axis.ts';
import { drawLife, type Life, type LifePayout, type LifePoint } from '#lib/chart/life.ts';
import { linearScale } from '#lib/chart/scale.ts';
import { findEquity } from '#server/accounts/summary/read-equity.ts';
import type { Db } from '#server/core/deps.ts';
import { selectChartRange } from '#shared/accounts/chart-range.ts';
import { lastTradingDayBy, sessionCloseAt } from '#shared/exchange/trading-day.ts';
import type { StoredCertificate } from './find-own.ts';

/** The account's life as SVG paths, without axes. */
export type EquityDrawing = Life & {
  /** From the last equity down to the floor; null without a floor. */
  readonly measure: { readonly x: number; readonly fromY: number; readonly toY: number } | null;
};

/** `footer` is the height below the lowest point, for a line of text. */
type Size = { readonly width: number; readonly height: number; readonly footer: number };

/** Share of the width that stays free after the last point, for the line down to the floor. */
const endMarginShare = 0.06;
const topMargin = 12;

/** @returns null if the account has no history to draw */
export async function drawEquity(db: Db, { facts, account_id }: StoredCertificate, size: Size) {
  // Banks also pay on days when the exchange is closed.
  const until = sessionCloseAt(lastTradingDayBy(facts.day));
  const { points, payouts } = (await findEquity(db, account_id, { until })) ?? { points: [], payouts: [] };
  return layoutDrawing(points, payouts, size);
}

export function layoutDrawing(
  points: readonly (LifePoint & { readonly highWaterMarkCents: number })[],
  payouts: readonly LifePayout[],
  { width, height, footer }: Size,
): EquityDrawing | null {
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const values = points.flatMap((point) => [point.equityCents, point.floorCents ?? point.equityCents]);
  const [low, high] = [Math.min(...values), Math.max(...values, last.highWaterMarkCents)];
  const endX = width * (1 - endMarginShare);
  const days = selectChartRange(points, 'all').days.map((day) => ({ ...day, label: '' }));
  const y = linearScale([low, high], [height - footer, topMargin]);
  const life = drawLife(points, payouts, { x: dayScale(days, endX), y, endX: width, bottomY: height });
  const { floorCents, equityCents } = last;
  return {
    ...life,
    measure: floorCents === null ? null : { x: endX, fromY: y(equityCents), toY: y(floorCents) },
  };
}
