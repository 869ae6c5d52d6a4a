import type { Call, DataOf } from '#shared/core/call.ts';
import type { User } from '#shared/core/envelope.ts';
import { type FailedRequest, type Parts, readEnvelope, refused, request } from './request.ts';

const noContent = 204;

export type Success<C extends Call> = {
  readonly ok: true;
  readonly status: number;
  readonly data: DataOf<C>;
  readonly message: string;
  readonly token: string | undefined;
  readonly user: User | undefined;
};

export type Result<C extends Call> = Success<C> | FailedRequest;

/**
 * Sends a call whose response is an envelope. Never throws: errors come back as a `Failure`, and so does a response
 * whose data violates the contract, because no screen can render it.
 */
export async function send<C extends Call>(contract: C, parts: Parts<C>): Promise<Result<C>> {
  const answer = await request(contract, parts);
  if (!answer.ok) return answer;
  const { response } = answer;
  const envelope = await readEnvelope(response);
  const { response_status: ownStatus, response_message: message = '', data, token, user } = envelope;
  // An error may arrive with HTTP 200, so the envelope's own status decides; a 204 has no envelope.
  const status = response.status === noContent ? noContent : ownStatus;
  if (status === undefined) return { ok: false, failure: { kind: 'unexpected' } };
  if (status === noContent || status >= 300) return refused(status, envelope, response);
  if (contract.data && !contract.data.safeParse(data).success) return { ok: false, failure: { kind: 'unexpected' } };
  return { ok: true, status: response.status, data: data as DataOf<C>, message, token, user };
}
