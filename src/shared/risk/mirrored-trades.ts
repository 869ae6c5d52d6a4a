import { hourMs } from '#lib/durations.ts';
import { groupBySide, matchFills } from './copied-trades.ts';
import { type AccountFill, compareFills, evidenceOf } from './findings.ts';

/** A fill of the other side on another account within this time counts as its mirror image. */
export const mirrorWindowMs = 10_000;
/** The minimum number of fills in a trading day, in each of the two accounts: one trade. */
export const minMirroredFills = 2;
/** The minimum share of mirrored fills, relative to the account with fewer fills. */
export const minMirroredShare = 0.8;
// Days and mirrored fills that make a finding; a pair that trades once a day shows on the sixth. Strangers mirror two fills
// by chance on 1.5 % of days, four on 0.02 %: six of ten such days, or three, come once in 400 million pairs or less.
const minMirroredDays = 3;
const minMirroredInAll = 12;
/** The chance that a fill is mirrored by chance, among traders of the same news; more where one of them trades more often. */
const minChance = 0.12;
const maxChance = minChance ** 4;
/** How many days back these days are counted. */
export const mirroredDays = 14;

export const isRepeated = (days: readonly { readonly matched: number }[]): boolean =>
  days.length >= minMirroredDays && days.reduce((sum, { matched }) => sum + matched, 0) >= minMirroredInAll;

/** Checks whether two accounts took opposite sides of the same trades on a trading day; null if they didn't. */
export function findMirror(left: readonly AccountFill[], right: readonly AccountFill[]) {
  const fills = Math.min(left.length, right.length);
  if (fills < minMirroredFills) return null;
  const turned = right.map((fill) => ({ ...fill, side: fill.side === 'buy' ? ('sell' as const) : ('buy' as const) }));
  const byId = new Map(right.map((fill) => [fill.sourceId, fill]));
  const matches = matchFills(left, turned, mirrorWindowMs);
  if (matches.length < minMirroredShare * fills) return null;
  const chance = left.length < right.length ? chanceOf(left, turned) : chanceOf(turned, left);
  if (chanceOfMore(matches.length / fills, chance) ** fills > Math.max(maxChance, minChance ** fills)) return null;
  const involved = matches.flatMap(([own, other]) => [own, byId.get(other.sourceId) ?? other]);
  return { matched: matches.length, fills, evidence: evidenceOf(involved.sort(compareFills)) };
}

/** The chance that a fill is near one of the same side of the other account, whose fills cover a part of the time. */
function chanceOf(fewer: readonly AccountFill[], others: readonly AccountFill[]): number {
  const times = fewer.map(({ at }) => at);
  const aroundMs = hourMs / fewer.length;
  const [from, until] = [Math.min(...times) - aroundMs, Math.max(...times) + aroundMs];
  const groups = groupBySide(others);
  let nearMs = 0;
  for (const [key, fills] of groupBySide(fewer)) {
    let coveredUntil = from;
    for (const { at } of groups.get(key) ?? []) {
      const end = Math.min(until, at + mirrorWindowMs);
      nearMs += fills.length * Math.max(0, end - Math.max(coveredUntil, at - mirrorWindowMs));
      coveredUntil = Math.max(coveredUntil, end);
    }
  }
  return Math.max(minChance, nearMs / (fewer.length * (until - from)));
}

/** Chernoff’s bound for at least this share, for each fill; 1 for a share that chance brings anyway. */
const chanceOfMore = (share: number, chance: number) =>
  share <= chance ? 1 : (chance / share) ** share * (share === 1 ? 1 : ((1 - chance) / (1 - share)) ** (1 - share));
