import { matchFills } from './copied-trades.ts';
import { type AccountFill, compareFills, evidenceOf } from './findings.ts';

/** A fill of the other side on another account within this time counts as its mirror image. */
export const mirrorWindowMs = 10_000;
/** The minimum number of fills in a trading day, in each of the two accounts: one trade. */
export const minMirroredFills = 2;
/** The minimum share of mirrored fills, relative to the account with fewer fills. */
export const minMirroredShare = 0.8;
// Days and mirrored fills that make a finding; a pair that trades once a day shows on the sixth. Strangers whose entry and
// exit mirror by chance on 1.5 % of days do so on six of ten once in 400 million pairs.
const minMirroredDays = 3;
const minMirroredInAll = 12;
/** How many days back these days are counted. */
export const mirroredDays = 14;

export type MirroredDay = {
  readonly matched: number;
  /** The number of fills of the account with fewer. */
  readonly fills: number;
  readonly evidence: readonly AccountFill[];
};

export const isRepeated = (days: readonly { readonly matched: number }[]): boolean =>
  days.length >= minMirroredDays && days.reduce((sum, { matched }) => sum + matched, 0) >= minMirroredInAll;

/** Checks whether two accounts took opposite sides of the same trades on a trading day; null if they didn't. */
export function findMirror(left: readonly AccountFill[], right: readonly AccountFill[]): MirroredDay | null {
  const fills = Math.min(left.length, right.length);
  if (fills < minMirroredFills) return null;
  const turned = right.map((fill) => ({ ...fill, side: fill.side === 'buy' ? ('sell' as const) : ('buy' as const) }));
  const byId = new Map(right.map((fill) => [fill.sourceId, fill]));
  const matches = matchFills(left, turned, mirrorWindowMs);
  if (matches.length < minMirroredShare * fills) return null;
  const involved = matches.flatMap(([own, other]) => [own, byId.get(other.sourceId) ?? other]);
  return { matched: matches.length, fills, evidence: evidenceOf(involved.sort(compareFills)) };
}
