import { type AccountEvent, type DayClose, type Fill, signedQuantity } from '#shared/accounts/model.ts';
import { contractKey } from '#shared/exchange/contract-month.ts';
import { sessionCloseAt, type TradingDay } from '#shared/exchange/trading-day.ts';
import { createCoverage } from './coverage.ts';
import { createDayFinder } from './day-finder.ts';
import type { PriceRange } from './fill-file/fill-file.ts';

/**
 * Two event sequences for the same fills. `mildest` has only what certainly happened: the fills, and the extremes of
 * trades that were open alone, worst first. `harshest` has every possible extreme, best first and the worst of all
 * positions at once; null if no extremes are known. `isCovered`: all prices between a position's fills are within these.
 * @param fills in time order
 */
export function makeScenarios(fills: readonly Fill[], ranges: readonly PriceRange[]) {
  const mildest: AccountEvent[] = [];
  const harshest: AccountEvent[] = [];
  const coverage = createCoverage(ranges);
  const dayOf = createDayFinder();
  const positions = new Map<string, Fill & { held: number }>();
  let isCovered = true;
  let day: TradingDay | null = null;
  for (const [index, fill] of fills.entries()) {
    const fillDay = dayOf(fill.at);
    if (day !== null && fillDay !== day) push(dayCloseOf(day), mildest, harshest);
    day = fillDay;
    push(fill, mildest, harshest);
    updatePosition(positions, fill);
    const next = fills[index + 1];
    if (next === undefined || positions.size === 0) continue;
    const gap = coverage([...positions.values()], fill.at, next.at);
    if (!gap.isKnown) isCovered = false;
    const staysInDay = dayOf(next.at) === day;
    if (gap.isExact && staysInDay) mildest.push(...gap.adverse, ...gap.favorable);
    const marks = [...gap.favorable, ...gap.adverse];
    if (staysInDay) {
      harshest.push(...marks);
      continue;
    }
    // The extremes may have occurred before or after the close, so they count on both sides.
    harshest.push(...marks.map((mark) => ({ ...mark, at: fill.at })));
    push(dayCloseOf(day), mildest, harshest);
    day = dayOf(next.at);
    harshest.push(...marks.map((mark) => ({ ...mark, at: next.at })));
  }
  if (day !== null) push(dayCloseOf(day), mildest, harshest);
  return { mildest, harshest: ranges.length > 0 ? harshest : null, isCovered, endsOpen: positions.size > 0 };
}

function push(event: AccountEvent, ...lists: AccountEvent[][]): void {
  for (const list of lists) list.push(event);
}

function dayCloseOf(day: TradingDay): DayClose {
  return { type: 'day-close', at: sessionCloseAt(day), day };
}

function updatePosition(positions: Map<string, Fill & { held: number }>, fill: Fill): void {
  const key = contractKey(fill);
  const held = (positions.get(key)?.held ?? 0) + signedQuantity(fill);
  if (held === 0) positions.delete(key);
  else positions.set(key, { ...fill, held });
}
