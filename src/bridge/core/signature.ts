import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceMs = 5 * 60_000;

/** Of a request, what its signature covers. */
export type SignedParts = {
  readonly method: string;
  /** What follows the receiver's address. */
  readonly path: string;
  readonly idempotencyKey?: string;
  readonly body: string;
};

/** Which parts of a request are signed; bridges and sites of before sign only the body. */
export type Coverage = 'request' | 'body';

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

/** The headers that sign a body, for an answer. */
export function sign(secret: string, body: string, at = Date.now()) {
  return { 'X-Tidemark-Timestamp': String(at), 'X-Tidemark-Signature': `v1=${hmac(secret, `${at}.${body}`)}` };
}

/** The headers that sign a request as a whole, and for a site of before also its body alone. */
export function signRequest(secret: string, request: SignedParts, at = Date.now()) {
  const { method, path, idempotencyKey = '', body } = request;
  const hex = hmac(secret, [at, method, path, idempotencyKey, body].join('\n'));
  return { ...sign(secret, body, at), 'X-Tidemark-Request-Signature': `v2=${hex}` };
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** @returns what is signed; undefined if nothing is, or if a signature is wrong or too old */
export function findCoverage(
  secret: string,
  request: SignedParts,
  headers: Headers,
  now: number,
): Coverage | undefined {
  const read = (name: string) => String(headers[name] ?? '');
  const timestamp = read('x-tidemark-timestamp');
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > toleranceMs) return undefined;
  const expected = signRequest(secret, request, Number(timestamp));
  const whole = read('x-tidemark-request-signature');
  if (whole !== '') return isEqual(whole, expected['X-Tidemark-Request-Signature']) ? 'request' : undefined;
  return isEqual(read('x-tidemark-signature'), expected['X-Tidemark-Signature']) ? 'body' : undefined;
}
