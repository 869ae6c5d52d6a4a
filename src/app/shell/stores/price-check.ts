import { atom } from 'nanostores';
import { requestEntries } from '#app/http/request-text.ts';
import { isContractMonth } from '#shared/exchange/contract-month.ts';
import type { InstrumentCode, Side } from '#shared/exchange/instruments.ts';
import { marketKeyChain } from '#shared/trading/contract-market.ts';
import type { KeyEntry, PriceCheck } from '#shared/trading/index.ts';

/** A price that a screen shows; `limit` if it is a limit order's own. */
export type ShownPrice = {
  readonly instrument: InstrumentCode;
  /** YYYY-MM. */
  readonly month: string;
  readonly at: number;
  readonly priceTicks: number;
  readonly limit?: Side;
};

/** Null while nothing is being checked. */
export type PriceCheckState = {
  readonly price: ShownPrice;
  readonly result: PriceCheck | { readonly status: 'checking' | 'unreachable' };
} | null;

export const $priceCheck = atom<PriceCheckState>(null);

export async function checkShownPrice(price: ShownPrice): Promise<void> {
  const checking: PriceCheckState = { price, result: { status: 'checking' } };
  $priceCheck.set(checking);
  const entries = await requestEntries<KeyEntry>(marketKeyChain.path);
  const result = entries ? await recompute(entries, price) : ({ status: 'unreachable' } as const);
  // It may have been closed or replaced meanwhile.
  if ($priceCheck.get() === checking) $priceCheck.set({ price, result });
}

export function closePriceCheck(): void {
  $priceCheck.set(null);
}

/** Whether the market showed this price: one of its best two, or a limit that it had reached. */
export function isConfirmed(
  { priceTicks, limit }: ShownPrice,
  { quote }: PriceCheck & { status: 'recomputed' },
): boolean {
  if (limit === 'buy') return quote.askTicks <= priceTicks;
  if (limit === 'sell') return quote.bidTicks >= priceTicks;
  return priceTicks === quote.bidTicks || priceTicks === quote.askTicks;
}

/** The market's code is large, and few people need it. */
async function recompute(entries: readonly KeyEntry[], { instrument, month, at }: ShownPrice): Promise<PriceCheck> {
  if (!isContractMonth(instrument, month)) return { status: 'unpublished' };
  const { checkPrice } = await import('#shared/trading/index.ts');
  return checkPrice(entries, { contract: { instrument, month }, at });
}
