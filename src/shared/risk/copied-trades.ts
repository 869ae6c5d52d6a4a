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

/**
 * Finds copied trades between different people among the fills of one trading day. Compares only account pairs with
 * enough simultaneous fills, so the cost grows with those fills and not with the square of the accounts.
 */
export function findCopiedTrades(
  fills: readonly AccountFill[],
  personOf: (accountId: string) => string,
): CopiedTrades[] {
  const byAccount = Map.groupBy(fills, ({ accountId }) => accountId);
  const busy = fills.filter(({ accountId }) => (byAccount.get(accountId)?.length ?? 0) >= minCopiedFills);
  const coincidences = new Map<string, { readonly left: string; readonly right: string; count: number }>();
  for (const group of groupBySide(busy).values()) {
    let start = 0;
    for (const [index, fill] of group.entries()) {
      while ((group[start]?.at ?? 0) < fill.at - copyWindowMs) start += 1;
      for (const { accountId } of group.slice(start, index)) {
        if (personOf(accountId) === personOf(fill.accountId)) continue;
        const [left = '', right = ''] = [accountId, fill.accountId].sort();
        const coincidence = coincidences.get(`${left} ${right}`) ?? { left, right, count: 0 };
        coincidence.count += 1;
        coincidences.set(`${left} ${right}`, coincidence);
      }
    }
  }
  return [...coincidences.values()].flatMap(({ left, right, count }) => {
    // There can't be more matches than simultaneous fills.
    if (count < minCopiedShare * minCopiedFills) return [];
    return findCopy(byAccount.get(left) ?? [], byAccount.get(right) ?? []) ?? [];
  });
}

/** Groups sorted fills by market and side. */
function groupBySide(fills: readonly AccountFill[]): Map<string, AccountFill[]> {
  return Map.groupBy([...fills].sort(compareFills), (fill) => `${getFullSizeInstrument(fill)} ${fill.side}`);
}
