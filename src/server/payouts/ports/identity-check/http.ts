import { createHmac, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '#server/core/deps.ts';

const timeoutMs = 10_000;

/** Sends a request and reads its JSON. @throws {ServiceError} 503 for an outage or an unexpected response */
export async function requestJson(url: string, init: RequestInit): Promise<unknown> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    return await answer.json();
  } catch (cause) {
    throw new ServiceError(503, 'identity_unavailable', { cause });
  }
}

export function hmacHex(algorithm: 'sha256' | 'sha512', secret: string, text: string): string {
  return createHmac(algorithm, secret).update(text).digest('hex');
}

/** Compares case-insensitively. @throws {ServiceError} 401 for a wrong signature */
export function requireSignature(expected: string, given: string | null): void {
  const [right, sent] = [Buffer.from(expected), Buffer.from(given?.toLowerCase() ?? '')];
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) throw new ServiceError(401, 'bad_signature');
}

export function parseBody(rawBody: string): unknown {
  try {
    return JSON.parse(rawBody);
  } catch (cause) {
    throw new ServiceError(400, 'bad_body', { cause });
  }
}
