import { requestEnvelope } from '#app/http/request-envelope.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchStatus } from '#shared/status/contract.ts';

export type Status = DataOf<typeof fetchStatus>;

/** The data of the status page; undefined if the API doesn't respond. */
export async function findStatus(path: string): Promise<Status | undefined> {
  const envelope = await requestEnvelope(path, 'GET');
  return envelope?.response_status === 200 ? (envelope.data as Status) : undefined;
}
