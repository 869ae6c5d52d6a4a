import { requestEnvelope } from '#app/http/request-envelope.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { marketKeys } from '#shared/trading/contract-market.ts';

export type MarketKeys = DataOf<typeof marketKeys>;

/** @param path of the call; the page passes it, because importing the contract would bundle its schemas */
export async function loadMarketKeys(path: string): Promise<MarketKeys | null> {
  const envelope = await requestEnvelope(path, 'GET');
  return envelope?.response_status === 200 ? (envelope.data as MarketKeys) : null;
}
