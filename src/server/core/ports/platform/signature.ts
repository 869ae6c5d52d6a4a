import { createHmac, timingSafeEqual } from 'node:crypto';

export const signatureHeaders = {
  timestamp: 'X-Tidemark-Timestamp',
  signature: 'X-Tidemark-Signature',
  requestSignature: 'X-Tidemark-Request-Signature',
} as const;

const toleranceMs = 5 * 60_000;

/** `timestamp` is UTC ms as text, `signature` is `v1=` and an HMAC-SHA256 in hex. */
export type Signed = { readonly timestamp: string; readonly signature: string };

/** Of a request, what its signature covers; `path` is what follows the receiver's address. */
export type SignedParts = {
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body: string;
};

/** A request as it arrives; `requestSignature` is empty, or `v2=` and an HMAC-SHA256 in hex. */
export type ReceivedRequest = Signed & SignedParts & { readonly requestSignature: string };

/** Signs time and body together, so that neither can be changed nor replayed much later. */
export function sign(secret: string, body: string, now: Date): Signed {
  const timestamp = String(now.getTime());
  return { timestamp, signature: `v1=${digest(secret, `${timestamp}.${body}`).toString('hex')}` };
}

/** Signs a request as a whole, so that it can't be sent to another path or with another key either. */
export function signRequest(secret: string, request: SignedParts, now: Date): string {
  return `v2=${digest(secret, textOf(request, String(now.getTime()))).toString('hex')}`;
}

export function isSigned(secret: string, body: string, { timestamp, signature }: Signed, now: Date): boolean {
  return isFresh(timestamp, now) && isDigest(signature, 'v1', digest(secret, `${timestamp}.${body}`));
}

export function isRequestSigned(secret: string, request: ReceivedRequest, now: Date): boolean {
  const { timestamp, requestSignature } = request;
  return isFresh(timestamp, now) && isDigest(requestSignature, 'v2', digest(secret, textOf(request, timestamp)));
}

function isFresh(timestamp: string, now: Date): boolean {
  return /^\d{13}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp)) <= toleranceMs;
}

function textOf({ method, path, idempotencyKey = '', body }: SignedParts, timestamp: string): string {
  return [timestamp, method, path, idempotencyKey, body].join('\n');
}

function isDigest(given: string, version: 'v1' | 'v2', expected: Buffer): boolean {
  const [, name, hex] = /^(v[12])=([0-9a-f]{64})$/.exec(given) ?? [];
  return name === version && hex !== undefined && timingSafeEqual(Buffer.from(hex, 'hex'), expected);
}

function digest(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}
