import type { InstrumentCode } from '../instrument/instruments.ts';
import { type AccountFill, compareFills, evidenceOf, type Finding, marketOf, unitsOf } from './findings.ts';

/** Below this, one position was closing while the other opened. */
export const leastOpposedMs = 5_000;

/** What an account holds, signed, in units of a market. */
export type Holding = { readonly accountId: string; readonly market: InstrumentCode; readonly units: number };

type Opposed = {
  readonly market: InstrumentCode;
  readonly accountIds: readonly [first: string, second: string];
  readonly fills: AccountFill[];
  opposedMs: number;
  /** When the running stretch began; null while they aren't opposed. */
  since: number | null;
};

type OppositeSides = Extract<Finding, { kind: 'opposite-sides' }>;

/**
 * Finds accounts of one person that hold both sides of a market at the same time. A micro opposes its full-size
 * contract, whatever the months.
 * @param fills of all the person's accounts
 * @param held what the accounts held before the first of these fills
 * @param until when positions still open at the end are counted to
 */
export function findOppositeSides(
  fills: readonly AccountFill[],
  held: readonly Holding[],
  until: number,
): OppositeSides[] {
  const holdings = new Map<InstrumentCode, Map<string, number>>();
  const pairs = new Map<string, Opposed>();
  for (const { accountId, market, units } of held) {
    const ofMarket = holdings.get(market) ?? new Map<string, number>();
    ofMarket.set(accountId, (ofMarket.get(accountId) ?? 0) + units);
    holdings.set(market, ofMarket);
  }
  for (const fill of [...fills].sort(compareFills)) {
    const market = marketOf(fill);
    const ofMarket = holdings.get(market) ?? new Map<string, number>();
    holdings.set(market, ofMarket);
    const before = ofMarket.get(fill.accountId) ?? 0;
    ofMarket.set(fill.accountId, before + (fill.side === 'buy' ? 1 : -1) * unitsOf(fill));
    for (const other of ofMarket.keys()) {
      if (other !== fill.accountId) follow(pairs, market, ofMarket, fill, other);
    }
  }
  return [...pairs.values()].flatMap((pair) => describe(pair, until));
}

function follow(
  pairs: Map<string, Opposed>,
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

function describe({ market, accountIds, fills, opposedMs, since }: Opposed, until: number): OppositeSides[] {
  const total = opposedMs + (since === null ? 0 : Math.max(0, until - since));
  if (total < leastOpposedMs) return [];
  const [first, second] = accountIds;
  const evidence = evidenceOf(fills);
  return [{ kind: 'opposite-sides', accountId: first, otherAccountId: second, market, opposedMs: total, evidence }];
}
