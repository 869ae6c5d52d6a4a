import type { Envelope } from '../contract/envelope.ts';
import { apiRoot } from './api-root.ts';
import { requestHeaders } from './request-headers.ts';

/**
 * One call for a page whose script must stay small. The page names the path, because the contract would bring its
 * schemas. @returns undefined if the server can't be reached or its answer isn't an envelope
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
