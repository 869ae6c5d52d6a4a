import { requestEnvelope } from '../client/request-envelope.ts';
import type { DataOf } from '../contract/call.ts';
import type { fetchStatus } from '../contract/status.ts';

export type Status = DataOf<typeof fetchStatus>;

/** The data of the status page; undefined if the API doesn't respond. */
export async function findStatus(path: string): Promise<Status | undefined> {
  const envelope = await requestEnvelope(path, 'GET');
  return envelope?.response_status === 200 ? (envelope.data as Status) : undefined;
}
