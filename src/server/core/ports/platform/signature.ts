import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeaders = { timestamp: 'X-Tidemark-Timestamp', signature: 'X-Tidemark-Signature' } as const;

const toleranceMs = 5 * 60_000;

/** `timestamp` is UTC ms as text, `signature` is `v1=` and an HMAC-SHA256 in hex. */
export type Signed = { readonly timestamp: string; readonly signature: string };

/** Signs time and body together, so that neither can be changed nor replayed much later. */
export function sign(secret: string, body: string, now: Date): Signed {
  const timestamp = String(now.getTime());
  return { timestamp, signature: `v1=${digest(secret, timestamp, body).toString('hex')}` };
}

export function isSigned(secret: string, body: string, { timestamp, signature }: Signed, now: Date): boolean {
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false;
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), digest(secret, timestamp, body));
}

function digest(secret: string, timestamp: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
}
