import {
  type AccountFill,
  compareFills,
  evidenceOf,
  type Finding,
  getFullSizeInstrument,
  medianOf,
} from './findings.ts';

/** A matching fill on another account within this time counts as a copy. */
export const copyWindowMs = 2_000;
/** The minimum number of fills in a trading day, in each of the two accounts. */
export const minCopiedFills = 10;
/** The minimum share of matched fills, relative to the account with fewer fills. */
export const minCopiedShare = 0.8;

type CopiedTrades = Extract<Finding, { kind: 'copied-trades' }>;
type Match = readonly [left: AccountFill, right: AccountFill];

/**
 * Pairs fills of two accounts that are in the same market, on the same side and at most two seconds apart, or another
 * time. Each fill is used at most once, and the number of pairs is the largest possible.
 */
export function matchFills(
  left: readonly AccountFill[],
  right: readonly AccountFill[],
  windowMs: number = copyWindowMs,
): Match[] {
  const others = groupBySide(right);
  const matches: Match[] = [];
  for (const [key, fills] of groupBySide(left)) {
    const candidates = others.get(key) ?? [];
    let next = 0;
    for (const fill of fills) {
      while ((candidates[next]?.at ?? Number.POSITIVE_INFINITY) < fill.at - windowMs) next += 1;
      const candidate = candidates[next];
      // Takes the earliest free fill: both lists are sorted, so a later choice could only lose a pair.
      if (!candidate || candidate.at > fill.at + windowMs) continue;
      matches.push([fill, candidate]);
      next += 1;
    }
  }
  return matches;
}

/** Checks whether one of two accounts copied the other's trades of a trading day; null if it didn't. */
export function findCopy(left: readonly AccountFill[], right: readonly AccountFill[]): CopiedTrades | null {
  const fills = Math.min(left.length, right.length);
  const [first] = left;
  const [second] = right;
  if (fills < minCopiedFills || !first || !second) return null;
  const matches = matchFills(left, right);
  if (matches.length < minCopiedShare * fills) return null;
  const delayMs = medianOf(matches.map(([leftFill, rightFill]) => rightFill.at - leftFill.at));
  const [leader, follower] = delayMs >= 0 ? [first, second] : [second, first];
  return {
    kind: 'copied-trades',
    accountId: follower.accountId,
    otherAccountId: leader.accountId,
    matched: matches.length,
    fills,
    medianDelayMs: Math.abs(delayMs),
    evidence: evidenceOf(matches.flat().sort(compareFills)),
  };
}

export function groupBySide(fills: readonly AccountFill[]): Map<string, AccountFill[]> {
  return Map.groupBy([...fills].sort(compareFills), (fill) => `${getFullSizeInstrument(fill)} ${fill.side}`);
}
