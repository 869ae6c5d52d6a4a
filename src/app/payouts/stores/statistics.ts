import { atom } from 'nanostores';
import { requestEnvelope } from '#app/http/request-envelope.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { payoutStatistics } from '#shared/payouts/contract-statistics.ts';

export type PayoutStatistics = DataOf<typeof payoutStatistics>;

export type PayoutStatisticsState =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly statistics: PayoutStatistics };

export const $payoutStatistics = atom<PayoutStatisticsState>({ status: 'loading' });

/** @param path of the call; the page passes it, because importing the contract would bundle its schemas */
export async function loadPayoutStatistics(path: string): Promise<void> {
  $payoutStatistics.set({ status: 'loading' });
  const envelope = await requestEnvelope(path, 'GET');
  if (envelope?.response_status !== 200) $payoutStatistics.set({ status: 'failed' });
  else $payoutStatistics.set({ status: 'ready', statistics: envelope.data as PayoutStatistics });
}
