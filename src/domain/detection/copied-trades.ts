import { type AccountFill, compareFills, evidenceOf, type Finding, marketOf, medianOf } from './findings.ts';

/** How long after a fill the same trade elsewhere counts as its copy. */
export const copyWindowMs = 2_000;
/** Fills of a trading day, in each of the two accounts. */
export const leastFills = 10;
/** Of the account with fewer fills. */
export const leastShare = 0.8;

type CopiedTrades = Extract<Finding, { kind: 'copied-trades' }>;
type Match = readonly [left: AccountFill, right: AccountFill];

/**
 * Pairs fills of two accounts in the same market and on the same side at most two seconds apart, each fill at most
 * once, as many pairs as there can be.
 */
export function matchFills(left: readonly AccountFill[], right: readonly AccountFill[]): Match[] {
  const others = groupBySide(right);
  const matches: Match[] = [];
  for (const [key, fills] of groupBySide(left)) {
    const candidates = others.get(key) ?? [];
    let next = 0;
    for (const fill of fills) {
      while ((candidates[next]?.at ?? Number.POSITIVE_INFINITY) < fill.at - copyWindowMs) next += 1;
      const candidate = candidates[next];
      // The earliest one still free: both lists are in order, so a later choice could only cost a pair.
      if (!candidate || candidate.at > fill.at + copyWindowMs) continue;
      matches.push([fill, candidate]);
      next += 1;
    }
  }
  return matches;
}

/** Whether one of two people's accounts copies the other's trades of a trading day; null if it doesn't. */
export function findCopy(left: readonly AccountFill[], right: readonly AccountFill[]): CopiedTrades | null {
  const fills = Math.min(left.length, right.length);
  const [first] = left;
  const [second] = right;
  if (fills < leastFills || !first || !second) return null;
  const matches = matchFills(left, right);
  if (matches.length < leastShare * fills) return null;
  const delayMs = medianOf(matches.map(([ours, theirs]) => theirs.at - ours.at));
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
 * Finds copies between different people among the fills of one trading day. Only pairs that meet often enough are
 * compared, so the cost follows the fills that happen together, not the square of the accounts.
 */
export function findCopiedTrades(
  fills: readonly AccountFill[],
  personOf: (accountId: string) => string,
): CopiedTrades[] {
  const byAccount = Map.groupBy(fills, ({ accountId }) => accountId);
  const busy = fills.filter(({ accountId }) => (byAccount.get(accountId)?.length ?? 0) >= leastFills);
  const meetings = new Map<string, { readonly left: string; readonly right: string; count: number }>();
  for (const group of groupBySide(busy).values()) {
    let start = 0;
    for (const [index, fill] of group.entries()) {
      while ((group[start]?.at ?? 0) < fill.at - copyWindowMs) start += 1;
      for (const { accountId } of group.slice(start, index)) {
        if (personOf(accountId) === personOf(fill.accountId)) continue;
        const [left = '', right = ''] = [accountId, fill.accountId].sort();
        const meeting = meetings.get(`${left} ${right}`) ?? { left, right, count: 0 };
        meeting.count += 1;
        meetings.set(`${left} ${right}`, meeting);
      }
    }
  }
  return [...meetings.values()].flatMap(({ left, right, count }) => {
    // There can't be more pairs than meetings.
    if (count < leastShare * leastFills) return [];
    return findCopy(byAccount.get(left) ?? [], byAccount.get(right) ?? []) ?? [];
  });
}

/** Fills in order, by market and side. */
function groupBySide(fills: readonly AccountFill[]): Map<string, AccountFill[]> {
  return Map.groupBy([...fills].sort(compareFills), (fill) => `${marketOf(fill)} ${fill.side}`);
}
