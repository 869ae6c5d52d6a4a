import { createHmac, timingSafeEqual } from 'node:crypto';

/** Between the site and a bridge, in both directions. */
export const signatureHeaders = {
  timestamp: 'X-Tidemark-Timestamp',
  signature: 'X-Tidemark-Signature',
  requestSignature: 'X-Tidemark-Request-Signature',
  answerSignature: 'X-Tidemark-Answer-Signature',
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

/** Of an answer, what its signature covers; that of the request stands for all of the request. */
export type AnswerParts = { readonly status: number; readonly body: string; readonly requestSignature: string };

/** An answer as it arrives; `answerSignature` is empty, or `v2=` and an HMAC-SHA256 in hex. */
export type ReceivedAnswer = Signed & AnswerParts & { readonly answerSignature: string };

/** How much of a message is signed; bridges and sites of before sign only the body. */
export type Coverage = 'whole' | 'body';

/** Signs time and body together, so that neither can be changed nor replayed much later. */
export function sign(secret: string, body: string, now: Date): Signed {
  const timestamp = String(now.getTime());
  return { timestamp, signature: signatureOf(secret, 'v1', `${timestamp}.${body}`) };
}

/** Signs a request as a whole, so that it can't be sent to another path or with another key either. */
export function signRequest(secret: string, request: SignedParts, now: Date): string {
  return signRequestAt(secret, request, String(now.getTime()));
}

/** Signs an answer as a whole, so that it answers no other request, and no refusal looks like a success. */
export function signAnswer(secret: string, answer: AnswerParts, now: Date): string {
  return signAnswerAt(secret, answer, String(now.getTime()));
}

/** @returns how much of a request is signed; undefined if nothing is, or if a signature is wrong or too old */
export function findRequestCoverage(secret: string, request: ReceivedRequest, now: Date): Coverage | undefined {
  return findCoverage(
    secret,
    request,
    now,
    request.requestSignature,
    signRequestAt(secret, request, request.timestamp),
  );
}

/** As for a request. */
export function findAnswerCoverage(secret: string, answer: ReceivedAnswer, now: Date): Coverage | undefined {
  return findCoverage(secret, answer, now, answer.answerSignature, signAnswerAt(secret, answer, answer.timestamp));
}

/** Compares in the same time, whatever the difference. */
export function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function findCoverage(
  secret: string,
  { timestamp, signature, body }: Signed & { readonly body: string },
  now: Date,
  whole: string,
  expectedWhole: string,
): Coverage | undefined {
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return undefined;
  if (whole !== '') return isEqual(whole, expectedWhole) ? 'whole' : undefined;
  return isEqual(signature, signatureOf(secret, 'v1', `${timestamp}.${body}`)) ? 'body' : undefined;
}

function signRequestAt(secret: string, request: SignedParts, timestamp: string): string {
  const { method, path, idempotencyKey = '', body } = request;
  return signatureOf(secret, 'v2', [timestamp, method, path, idempotencyKey, body].join('\n'));
}

/** A status is no method, so no request has the signature of an answer. */
function signAnswerAt(secret: string, { status, body, requestSignature }: AnswerParts, timestamp: string): string {
  return signatureOf(secret, 'v2', [timestamp, status, requestSignature, body].join('\n'));
}

function signatureOf(secret: string, version: 'v1' | 'v2', text: string): string {
  return `${version}=${createHmac('sha256', secret).update(text).digest('hex')}`;
}
