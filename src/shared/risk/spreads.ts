import type { InstrumentCode } from '#shared/exchange/instruments.ts';
import { type AccountFill, compareFills, evidenceOf, type Finding, getFullSizeInstrument } from './findings.ts';
import { minOpposedMs } from './opposite-sides.ts';

/** A contract held by an account, signed. */
export type HeldContract = { readonly instrument: InstrumentCode; readonly month: string; readonly quantity: number };

type ContractFill = AccountFill & { readonly month: string };
type Spread = Extract<Finding, { kind: 'spread' }>;

/**
 * Finds products that one account held both long and short, in different months or sizes, for longer than it takes to
 * move a position to the next month.
 * @param fills of the account
 * @param held before the first of them
 * @param until end of the time for positions that are still open
 */
export function findSpreads(fills: readonly ContractFill[], held: readonly HeldContract[], until: number): Spread[] {
  const contracts = new Map<InstrumentCode, Map<string, number>>();
  const add = ({ instrument, month, quantity }: HeldContract) => {
    const market = getFullSizeInstrument({ instrument });
    const quantities = contracts.get(market) ?? new Map<string, number>();
    const contract = `${instrument} ${month}`;
    contracts.set(market, quantities.set(contract, (quantities.get(contract) ?? 0) + quantity));
  };
  const isSpread = (market: InstrumentCode) => {
    const quantities = [...(contracts.get(market)?.values() ?? [])];
    return quantities.some((quantity) => quantity > 0) && quantities.some((quantity) => quantity < 0);
  };
  for (const position of held) add(position);
  const found = new Map<InstrumentCode, { spreadMs: number; since: number | null; fills: AccountFill[] }>();
  for (const fill of [...fills].sort(compareFills)) {
    const market = getFullSizeInstrument(fill);
    const spread = found.get(market) ?? { spreadMs: 0, since: isSpread(market) ? fill.at : null, fills: [] };
    add({ ...fill, quantity: fill.side === 'buy' ? fill.quantity : -fill.quantity });
    const isOpen = isSpread(market);
    if (isOpen || spread.since !== null) spread.fills.push(fill);
    if (isOpen) spread.since ??= fill.at;
    else if (spread.since !== null) {
      spread.spreadMs += fill.at - spread.since;
      spread.since = null;
    }
    found.set(market, spread);
  }
  return [...found].flatMap(([market, { spreadMs, since, fills: involved }]) => {
    const total = spreadMs + (since === null ? 0 : Math.max(0, until - since));
    const [first] = involved;
    if (total < minOpposedMs || !first) return [];
    const { accountId } = first;
    return [{ kind: 'spread', accountId, market, spreadMs: total, evidence: evidenceOf(involved) }];
  });
}
