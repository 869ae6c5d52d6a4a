import type { Envelope } from '#shared/core/envelope.ts';
import { apiRoot } from './api-root.ts';
import { requestHeaders } from './request-headers.ts';

/**
 * Posts a body for a page whose script must stay small; see `request-envelope.ts`.
 * @returns whether the server has done what the call asks
 */
export async function postJson(path: string, body: object): Promise<boolean> {
  try {
    const response = await fetch(`${apiRoot}/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { ...requestHeaders(), 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const envelope = (await response.json()) as Partial<Envelope>;
    return response.ok && envelope.response_status === 200;
  } catch {
    return false;
  }
}
