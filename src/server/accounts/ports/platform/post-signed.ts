import { findAnswerCoverage, sign, signatureHeaders, signRequest } from '#shared/accounts/bridge-signature.ts';

const timeoutMs = 20_000;

export type SignedPeer = {
  readonly url: string;
  readonly secret: string;
  readonly clock: () => Date;
  readonly fetch?: typeof fetch;
};

/** A program's address without slashes at its end. */
export const rootOf = ({ url }: Pick<SignedPeer, 'url'>): string => url.replace(/(?<!\/)\/+$/, '');

/** Sends a message to a program of the firm's, signed as a whole, and says how much of the answer it has signed. */
export async function postSigned(peer: SignedPeer, path: string, idempotencyKey: string, message: object) {
  const { secret, clock, fetch: ask = fetch } = peer;
  const body = JSON.stringify(message);
  const now = clock();
  // A bridge of before knows only the signature of the body.
  const { timestamp, signature } = sign(secret, body, now);
  const requestSignature = signRequest(secret, { method: 'POST', path, idempotencyKey, body }, now);
  const response = await ask(`${rootOf(peer)}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': idempotencyKey,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.signature]: signature,
      [signatureHeaders.requestSignature]: requestSignature,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { status, ok, headers } = response;
  const text = await response.text();
  const read = (name: string) => headers.get(name) ?? '';
  const answer = {
    ...{ status, body: text, requestSignature },
    timestamp: read(signatureHeaders.timestamp),
    signature: read(signatureHeaders.signature),
    answerSignature: read(signatureHeaders.answerSignature),
  };
  return { status, ok, text, coverage: findAnswerCoverage(secret, answer, clock()) };
}
