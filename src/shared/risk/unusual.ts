import type { Fill } from '#shared/accounts/model.ts';
import { tradesOf } from '#shared/accounts/statistics/trades.ts';
import {
  type AccountFill,
  compareFills,
  evidenceOf,
  type Finding,
  getFullSizeInstrument,
  medianOf,
  unitsOf,
  unitsPerContract,
} from './findings.ts';

/** The minimum number of earlier fills in a market to establish a usual size. */
export const minHistory = 20;
export const unusualTimes = 5;
/** A trade that closes within this time is quick. */
export const quickMs = 5_000;
export const minQuickTrades = 10;
export const minQuickShare = 0.5;

type UnusualSize = Extract<Finding, { kind: 'unusual-size' }>;
type UnusualTiming = Extract<Finding, { kind: 'unusual-timing' }>;

/**
 * Finds fills of one account that are at least five times the median size of its earlier fills in the market. Reported
 * fills join the history, so that a new habit stops being unusual.
 */
export function findUnusualSizes(history: readonly AccountFill[], fills: readonly AccountFill[]): UnusualSize[] {
  const known = Map.groupBy(history, getFullSizeInstrument);
  const found = new Map<string, { finding: UnusualSize; readonly large: AccountFill[] }>();
  for (const fill of [...fills].sort(compareFills)) {
    const market = getFullSizeInstrument(fill);
    const earlier = known.get(market) ?? [];
    const usual = medianOf(earlier.map(unitsOf));
    if (earlier.length >= minHistory && unitsOf(fill) >= unusualTimes * usual) {
      const large = [...(found.get(market)?.large ?? []), fill];
      const contracts = Math.max(unitsOf(fill) / unitsPerContract, found.get(market)?.finding.contracts ?? 0);
      const usualContracts = usual / unitsPerContract;
      const { accountId } = fill;
      const evidence = evidenceOf(large);
      found.set(market, {
        finding: { kind: 'unusual-size', accountId, market, contracts, usualContracts, evidence },
        large,
      });
    }
    known.set(market, [...earlier, fill]);
  }
  return [...found.values()].map(({ finding }) => finding);
}

/**
 * Detects an account that closes at least half of a day's trades within seconds, a sign that it exploits price faults
 * of a simulated feed. Null with fewer than ten such trades.
 */
export function findUnusualTiming(fills: readonly (Fill & AccountFill)[]): UnusualTiming | null {
  const sorted = [...fills].sort(compareFills);
  const [first] = sorted;
  const trades = tradesOf(sorted);
  const quick = trades.filter(({ openedAt, closedAt }) => closedAt - openedAt <= quickMs);
  if (!first || quick.length < minQuickTrades || quick.length < minQuickShare * trades.length) return null;
  const evidence = evidenceOf(
    sorted.filter((fill) =>
      quick.some(
        ({ instrument, month, openedAt, closedAt }) =>
          fill.instrument === instrument && fill.month === month && fill.at >= openedAt && fill.at <= closedAt,
      ),
    ),
  );
  const { accountId } = first;
  return { kind: 'unusual-timing', accountId, quick: quick.length, trades: trades.length, evidence };
}
