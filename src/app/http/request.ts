import ky, { isNetworkError, isTimeoutError } from 'ky';
import { type BodyOf, type Call, fillPath, type ParamsOf, type QueryOf } from '#shared/core/call.ts';
import { idempotencyHeader, invalidTokenStatus, requestTimeoutMs } from '#shared/core/constants.ts';
import type { Envelope } from '#shared/core/envelope.ts';
import { apiRoot } from './api-root.ts';
import { fetchOnce } from './early-calls.ts';
import type { Failure } from './failure.ts';
import { requestHeaders } from './request-headers.ts';
import { compareClocks } from './server-time.ts';
import { watchRequest } from './slow-requests.ts';

type QueryPart<Query> = Query extends undefined
  ? { query?: undefined }
  : Record<never, never> extends Query
    ? { query?: Query }
    : { query: Query };

/** Exactly the inputs that the call takes. */
export type Parts<C extends Call> = (BodyOf<C> extends undefined ? { body?: undefined } : { body: BodyOf<C> }) &
  QueryPart<QueryOf<C>> &
  (ParamsOf<C> extends undefined ? { params?: undefined } : { params: ParamsOf<C> }) & {
    idempotencyKey?: string;
    /** A token of limited use instead of the session's. If it is rejected, the session stays. */
    bearer?: string | undefined;
    signal?: AbortSignal;
    /** The id after which a broken stream continues. */
    lastEventId?: string | undefined;
    /** Lets the request finish after the person leaves the page. */
    keepalive?: boolean;
  };

export type FailedRequest = { readonly ok: false; readonly failure: Failure };

type Guards = {
  /** Called before each request; false cancels it. */
  readonly hasRole: () => boolean;
  /** Called when the server responds that the token is invalid or expired (498). */
  readonly onInvalidToken: () => void;
};

let requestGuards: Guards = { hasRole: () => true, onInvalidToken: () => {} };

/** Installs the session's hooks around every request; called once by the session store. */
export function guardCalls(next: Guards): void {
  requestGuards = next;
}

const http = ky.create({
  ...{ timeout: requestTimeoutMs, retry: 0, throwHttpErrors: false, credentials: 'include' },
  fetch: fetchOnce,
});

function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    if (value !== undefined) form.append(key, value instanceof Blob ? value : String(value));
  }
  return form;
}

export async function readEnvelope(response: Response): Promise<Partial<Envelope>> {
  try {
    const envelope: unknown = await response.json();
    return typeof envelope === 'object' && envelope !== null ? envelope : {};
  } catch {
    return {};
  }
}

/** Turns an error response into a `Failure`; an invalid token also ends the session. */
export function refused(status: number, envelope: Partial<Envelope>, response: Response): FailedRequest {
  if (status === invalidTokenStatus) requestGuards.onInvalidToken();
  return failed(status, envelope, response);
}

function failed(status: number, envelope: Partial<Envelope>, response: Response): FailedRequest {
  const requestId = envelope.request_id ?? response.headers.get('X-Request-Id');
  const { response_message: message = '', validation_errors: fields = {}, error_code: code = null, data } = envelope;
  return { ok: false, failure: { kind: 'status', status, code, message, fields, data, requestId } };
}

/**
 * Sends any call of the contract; every request of the site goes through here. Never throws.
 * @returns the unread response if its status is good, otherwise a `Failure`
 */
export async function request<C extends Call>(
  contract: C,
  { body, query, params, idempotencyKey, bearer, signal, lastEventId, keepalive = false }: Parts<C>,
): Promise<{ readonly ok: true; readonly response: Response } | FailedRequest> {
  if (bearer === undefined && !requestGuards.hasRole()) return { ok: false, failure: { kind: 'canceled' } };
  const { multipart, mediaType } = contract;
  const isStream = mediaType === 'text/event-stream';
  const watched = isStream ? undefined : watchRequest();
  const signals = [signal, watched?.signal].filter((each) => each !== undefined);
  try {
    const response = await http(
      `${apiRoot}/${fillPath(contract.path, params as Record<string, unknown> | undefined)}`,
      {
        method: contract.method,
        headers: {
          ...requestHeaders(),
          ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
          ...(mediaType ? { Accept: `${mediaType}, application/json` } : {}),
          ...(idempotencyKey ? { [idempotencyHeader]: idempotencyKey } : {}),
          ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
        },
        ...(query ? { searchParams: query as Record<string, string> } : {}),
        ...(body && multipart ? { body: toFormData(body as object) } : {}),
        ...(body && !multipart ? { json: body } : {}),
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
        // Files are personal data, so they stay out of the browser's cache.
        ...(mediaType ? { cache: 'no-store' as const } : {}),
        // A phone that changes networks loses what was on its way. Who reads a stream opens it again.
        ...(contract.method === 'GET' && !isStream ? { retry: { limit: 1, statusCodes: [] } } : {}),
        ...(isStream ? { timeout: false as const } : {}),
        keepalive,
      },
    );
    compareClocks(response);
    if (response.ok) return { ok: true, response };
    const envelope = await readEnvelope(response);
    return bearer === undefined
      ? refused(response.status, envelope, response)
      : failed(response.status, envelope, response);
  } catch (error) {
    if (signal?.aborted) return { ok: false, failure: { kind: 'canceled' } };
    if (watched?.signal.aborted) return { ok: false, failure: { kind: 'network' } };
    return { ok: false, failure: { kind: isNetworkError(error) || isTimeoutError(error) ? 'network' : 'unexpected' } };
  } finally {
    watched?.end();
  }
}
