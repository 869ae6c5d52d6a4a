import { formatDate, parseDate } from '#shared/exchange/chicago.ts';
import type { Contract } from '#shared/exchange/contract-month.ts';
import { fromHex, type KeyEntry, readKeyChain } from './key-chain.ts';
import { createMarket, frameNumberAt, type MarketQuote, readQuote } from './market.ts';
import { marketDayAt } from './market-day.ts';

/** A price that the simulated market is said to have shown. */
export type ClaimedPrice = {
  readonly contract: Contract;
  /** Epoch milliseconds. */
  readonly at: number;
};

export type PriceCheck =
  /** The day's key isn't published yet: it is `until` its day ends. */
  | { readonly status: 'pending'; readonly until: number; readonly hash: string | null }
  /** An entry was changed, or a key isn't the one that was announced. */
  | { readonly status: 'changed' }
  /** From before the first published key. */
  | { readonly status: 'unpublished' }
  /** The quote by the published keys. `announcedAt`: when the key's hash was published. */
  | {
      readonly status: 'recomputed';
      readonly quote: MarketQuote;
      readonly announcedAt: number;
      readonly opensAt: number;
    };

/** Recomputes a quote from published keys alone. */
export async function checkPrice(entries: readonly KeyEntry[], { contract, at }: ClaimedPrice): Promise<PriceCheck> {
  const chain = await readKeyChain(entries);
  if (!chain) return { status: 'changed' };
  const { day, date, startsAt, endsAt } = marketDayAt(at);
  const first = parseDate(chain.start.day) ?? date;
  if (date < first) return { status: 'unpublished' };
  const published = chain.days.get(day);
  if (!published?.key) return { status: 'pending', until: endsAt, hash: published?.hash ?? null };
  const keys = new Map<string, Uint8Array>();
  for (let each = first; each <= date; each += 1) {
    const key = chain.days.get(formatDate(each))?.key;
    if (!key) return { status: 'unpublished' };
    keys.set(formatDate(each), fromHex(key));
  }
  const { opens } = chain.start;
  const start = { date: first, openOf: (code: string) => opens[code] ?? 1 };
  const market = createMarket((each) => keys.get(each) ?? new Uint8Array(32), 'always', start);
  const quote = readQuote(market, contract.instrument, contract.month, frameNumberAt(at));
  if (!quote) return { status: 'unpublished' };
  return { status: 'recomputed', quote, announcedAt: published.announcedAt, opensAt: startsAt };
}
