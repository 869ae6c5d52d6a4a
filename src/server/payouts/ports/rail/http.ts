import * as z from 'zod/mini';
import { postSigned, type SignedPeer } from '#server/accounts/ports/platform/post-signed.ts';
import { returnReasons } from '#shared/payouts/stages.ts';
import type { Rail } from './rail.ts';

const answerSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('refused') }),
  z.object({ status: z.literal('paid'), reference: z.string().check(z.minLength(1), z.maxLength(140)) }),
  z.object({ status: z.literal('returned'), reason: z.enum(returnReasons) }),
]);

/**
 * A program of the firm's that knows its provider: `POST {url}/payments`, signed as a whole in both directions like a
 * trading platform's bridge. The same `Idempotency-Key` is the same payment; the program refuses
 * one that it hasn't made by `notAfter`.
 */
export function createHttpRail(program: SignedPeer): Rail {
  return {
    name: 'rail',
    async pay(payment) {
      const { status, ok, text, coverage } = await postSigned(program, '/payments', payment.id, payment);
      if (!ok) throw new Error(`The payout rail answered ${status}`);
      if (coverage !== 'whole') throw new Error('The payout rail did not sign its answer');
      return answerSchema.parse(JSON.parse(text));
    },
  };
}
