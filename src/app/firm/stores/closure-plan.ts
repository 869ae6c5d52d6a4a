import { requestEnvelope } from '#app/http/request-envelope.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { closurePlan } from '#shared/firm/contract-closure.ts';

export type ClosurePlan = DataOf<typeof closurePlan>;

/** @param path of the call; the page passes it, because importing the contract would bundle its schemas */
export async function loadClosurePlan(path: string): Promise<ClosurePlan | null> {
  const envelope = await requestEnvelope(path, 'GET');
  return envelope?.response_status === 200 ? (envelope.data as ClosurePlan) : null;
}
