import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import {
  type AccountFill,
  compareFills,
  evidenceOf,
  type Finding,
  getFullSizeInstrument,
  unitsOf,
} from './findings.ts';

/** A shorter overlap only means that one position was closing while the other opened. */
export const minOpposedMs = 5_000;

/** An account's signed holding in a market, in units. */
export type Holding = { readonly accountId: string; readonly market: InstrumentCode; readonly units: number };

type OpposedPair = {
  readonly market: InstrumentCode;
  readonly accountIds: readonly [first: string, second: string];
  readonly fills: AccountFill[];
  opposedMs: number;
  /** When the current overlap started; null while the accounts aren't opposed. */
  since: number | null;
};

type OppositeSides = Extract<Finding, { kind: 'opposite-sides' }>;

/**
 * Finds accounts of one person, or of linked people, that hold opposite sides of a market at the same time. A micro opposes its full-size
 * contract, and contract months don't matter.
 * @param fills of all these accounts
 * @param held holdings before the first of these fills
 * @param until end of the overlap for positions that are still open
 */
export function findOppositeSides(
  fills: readonly AccountFill[],
  held: readonly Holding[],
  until: number,
): OppositeSides[] {
  const holdings = new Map<InstrumentCode, Map<string, number>>();
  const pairs = new Map<string, OpposedPair>();
  for (const { accountId, market, units } of held) {
    const marketHoldings = holdings.get(market) ?? new Map<string, number>();
    marketHoldings.set(accountId, (marketHoldings.get(accountId) ?? 0) + units);
    holdings.set(market, marketHoldings);
  }
  for (const fill of [...fills].sort(compareFills)) {
    const market = getFullSizeInstrument(fill);
    const marketHoldings = holdings.get(market) ?? new Map<string, number>();
    holdings.set(market, marketHoldings);
    const before = marketHoldings.get(fill.accountId) ?? 0;
    const after = before + (fill.side === 'buy' ? 1 : -1) * unitsOf(fill);
    marketHoldings.set(fill.accountId, after);
    for (const [other, units] of marketHoldings) {
      // Most are on the same side, before and after.
      if (before * units >= 0 && after * units >= 0) continue;
      if (other !== fill.accountId) updatePair(pairs, market, marketHoldings, fill, other);
    }
  }
  return [...pairs.values()].flatMap((pair) => describe(pair, until));
}

function updatePair(
  pairs: Map<string, OpposedPair>,
  market: InstrumentCode,
  held: ReadonlyMap<string, number>,
  fill: AccountFill,
  other: string,
): void {
  const [first = '', second = ''] = [fill.accountId, other].sort();
  const key = `${market} ${first} ${second}`;
  const pair = pairs.get(key) ?? { market, accountIds: [first, second], fills: [], opposedMs: 0, since: null };
  const isOpposed = (held.get(first) ?? 0) * (held.get(second) ?? 0) < 0;
  if (isOpposed || pair.since !== null) pair.fills.push(fill);
  if (isOpposed && pair.since === null) pair.since = fill.at;
  if (!isOpposed && pair.since !== null) {
    pair.opposedMs += fill.at - pair.since;
    pair.since = null;
  }
  if (pair.fills.length > 0) pairs.set(key, pair);
}

function describe({ market, accountIds, fills, opposedMs, since }: OpposedPair, until: number): OppositeSides[] {
  const total = opposedMs + (since === null ? 0 : Math.max(0, until - since));
  if (total < minOpposedMs) return [];
  const [first, second] = accountIds;
  const evidence = evidenceOf(fills);
  return [{ kind: 'opposite-sides', accountId: first, otherAccountId: second, market, opposedMs: total, evidence }];
}
