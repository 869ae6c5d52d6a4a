import type { fetchDiscount } from '#shared/catalog/contract.ts';
import type { DataOf } from '#shared/core/call.ts';
import { requestEnvelope } from './request-envelope.ts';

export type ActivePromotion = DataOf<typeof fetchDiscount>['PackageDiscount'];

/** The running promotion; null if there is none, undefined if the API doesn't respond. */
export async function fetchPromotion(path: string): Promise<ActivePromotion | undefined> {
  const envelope = await requestEnvelope(path, 'GET');
  if (envelope?.response_status !== 200) return undefined;
  return (envelope.data as DataOf<typeof fetchDiscount>).PackageDiscount;
}
