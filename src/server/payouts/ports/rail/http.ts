import * as z from 'zod/mini';
import { findAnswerCoverage, sign, signatureHeaders, signRequest } from '#shared/accounts/bridge-signature.ts';
import { returnReasons } from '#shared/payouts/stages.ts';
import type { Rail } from './rail.ts';

const timeoutMs = 20_000;
const path = '/payments';

const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('refused') }),
  z.object({ status: z.literal('paid'), reference: z.string().check(z.minLength(1), z.maxLength(140)) }),
  z.object({ status: z.literal('returned'), reason: z.enum(returnReasons) }),
]);

type Settings = {
  readonly url: string;
  readonly secret: string;
  readonly clock: () => Date;
  readonly fetch?: typeof fetch;
};

/**
 * A program of the firm's that knows its provider: `POST {url}/payments`, signed as a whole in both directions like a
 * trading platform's bridge. The same `Idempotency-Key` is the same payment; the program refuses
 * one that it hasn't made by `notAfter`.
 */
export function createHttpRail({ url, secret, clock, fetch: ask = fetch }: Settings): Rail {
  const root = url.replace(/(?<!\/)\/+$/, '');
  return {
    name: 'rail',
    async pay(payment) {
      const body = JSON.stringify(payment);
      const now = clock();
      const { timestamp, signature } = sign(secret, body, now);
      const idempotencyKey = payment.id;
      const requestSignature = signRequest(secret, { method: 'POST', path, idempotencyKey, body }, now);
      const response = await ask(`${root}${path}`, {
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
      const text = await response.text();
      if (!response.ok) throw new Error(`The payout rail answered ${response.status}`);
      const read = (name: string) => response.headers.get(name) ?? '';
      const answer = {
        ...{ status: response.status, body: text, requestSignature },
        timestamp: read(signatureHeaders.timestamp),
        signature: read(signatureHeaders.signature),
        answerSignature: read(signatureHeaders.answerSignature),
      };
      if (findAnswerCoverage(secret, answer, clock()) !== 'whole')
        throw new Error('The payout rail did not sign its answer');
      return answerSchema.parse(JSON.parse(text));
    },
  };
}
