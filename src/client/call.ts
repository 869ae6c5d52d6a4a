import ky, { isNetworkError, isTimeoutError } from 'ky';
import { type BodyOf, type Call, type DataOf, fillPath, type ParamsOf, type QueryOf } from '../contract/call.ts';
import { idempotencyHeader, requestTimeoutMs, storageKeys } from '../contract/constants.ts';
import type { Envelope, User } from '../contract/envelope.ts';
import { apiRoot } from './api-root.ts';
import { readStored } from './browser-storage.ts';
import type { Failure } from './failure.ts';

export type Success<C extends Call> = {
  readonly ok: true;
  readonly status: number;
  readonly data: DataOf<C>;
  readonly message: string;
  readonly token: string | undefined;
  readonly user: User | undefined;
};

export type Result<C extends Call> = Success<C> | { readonly ok: false; readonly failure: Failure };

type Parts<C extends Call> = (BodyOf<C> extends undefined ? { body?: undefined } : { body: BodyOf<C> }) &
  (QueryOf<C> extends undefined ? { query?: undefined } : { query: QueryOf<C> }) &
  (ParamsOf<C> extends undefined ? { params?: undefined } : { params: ParamsOf<C> }) & {
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** The call goes on when the page is left. */
    keepalive?: boolean;
  };

type Guards = {
  /** Asked before each request; false cancels it. */
  readonly mayCall: () => boolean;
  /** LastSent when the server says that the token is invalid or expired (498). */
  readonly onInvalidToken: () => void;
};

let guards: Guards = { mayCall: () => true, onInvalidToken: () => {} };

/** The session's rules around every request; the session store sets them once. */
export function guardCalls(next: Guards): void {
  guards = next;
}

const http = ky.create({ timeout: requestTimeoutMs, retry: 0, throwHttpErrors: false, credentials: 'omit' });

/** The headers every request carries: who asks, and in which language to answer. */
export function requestHeaders(): Record<string, string> {
  const token = readStored(storageKeys.token);
  return {
    'Accept-Language': globalThis.document?.documentElement.lang || 'en',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}

function toFormData(body: object): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(body)) {
    if (value !== undefined) form.append(key, value instanceof Blob ? value : String(value));
  }
  return form;
}

async function readEnvelope(response: Response): Promise<Partial<Envelope>> {
  try {
    return (await response.json()) as Partial<Envelope>;
  } catch {
    return {};
  }
}

/** A refusal may come in an answer that the network calls good; the envelope's own status is then what counts. */
function statusOf(response: Response, { response_status: told }: Partial<Envelope>): number {
  return response.ok && told !== undefined ? told : response.status;
}

function failed<C extends Call>(response: Response, envelope: Partial<Envelope>): Result<C> {
  return {
    ok: false,
    failure: {
      kind: 'status',
      status: statusOf(response, envelope),
      message: envelope.response_message ?? '',
      fields: envelope.validation_errors ?? {},
      data: envelope.data,
      requestId: envelope.request_id ?? response.headers.get('X-Request-Id'),
    },
  };
}

/** Sends one call of the contract. Never throws: what went wrong comes back as a `Failure`. */
export async function send<C extends Call>(contract: C, parts: Parts<C>): Promise<Result<C>> {
  if (!guards.mayCall()) return { ok: false, failure: { kind: 'cancelled' } };
  const { body, query, params, idempotencyKey, signal, keepalive = false } = parts;
  let response: Response;
  try {
    response = await http(`${apiRoot}/${fillPath(contract.path, params as Record<string, unknown> | undefined)}`, {
      method: contract.method,
      headers: { ...requestHeaders(), ...(idempotencyKey ? { [idempotencyHeader]: idempotencyKey } : {}) },
      ...(query ? { searchParams: query as Record<string, string> } : {}),
      ...(body && contract.multipart ? { body: toFormData(body as object) } : {}),
      ...(body && !contract.multipart ? { json: body } : {}),
      ...(signal ? { signal } : {}),
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) return { ok: false, failure: { kind: 'cancelled' } };
    return { ok: false, failure: { kind: isNetworkError(error) || isTimeoutError(error) ? 'network' : 'unexpected' } };
  }
  const envelope = await readEnvelope(response);
  if (statusOf(response, envelope) === 498) guards.onInvalidToken();
  if (!response.ok || envelope.response_status === undefined || envelope.response_status >= 300) {
    return failed(response, envelope);
  }
  return {
    ok: true,
    status: response.status,
    data: envelope.data as DataOf<C>,
    message: envelope.response_message ?? '',
    token: envelope.token,
    user: envelope.user,
  };
}

/** The file a call answers with, or null when it gives none. */
export async function fetchFile(contract: Call): Promise<Blob | null> {
  if (!guards.mayCall()) return null;
  try {
    const response = await http(`${apiRoot}/${contract.path}`, { headers: requestHeaders() });
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}
