import type { Envelope } from '#shared/core/envelope.ts';
import { apiRoot } from './api-root.ts';
import { requestHeaders } from './request-headers.ts';

/**
 * Sends one call for a page whose script must stay small. The page passes the path, because importing the contract
 * would bundle its schemas.
 * @returns undefined if the server can't be reached or its response isn't an envelope
 */
export async function requestEnvelope(path: string, method: 'GET' | 'POST'): Promise<Partial<Envelope> | undefined> {
  try {
    const response = await fetch(`${apiRoot}/${path}`, { method, credentials: 'omit', headers: requestHeaders() });
    const envelope = (await response.json()) as Partial<Envelope>;
    return { ...envelope, response_status: response.ok ? (envelope.response_status ?? 0) : response.status };
  } catch {
    return undefined;
  }
}
