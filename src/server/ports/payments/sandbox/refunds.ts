import { randomUUID } from 'node:crypto';
import type { Db, Jobs } from '../../../deps.ts';
import type { SandboxAdmin, WebhookMessage } from './types.ts';

type Refund = {
  /** `rest`, or the id of a partial refund. */
  readonly id: string;
  readonly amountCents: number;
  readonly writeMessage: (refundedCents: number) => Pick<WebhookMessage, 'type' | 'amountCents' | 'partialRefundId'>;
};

const rest = 'rest';

/** The sandbox's refunds: each happens once, and together they never exceed the payment. */
export function openRefunds({
  db,
  jobs,
}: {
  readonly db: Db;
  readonly jobs: Jobs;
}): Pick<SandboxAdmin, 'refundPart' | 'refundRest'> {
  /** @returns false if it was already made */
  async function refund(paymentId: string, { id, amountCents, writeMessage }: Refund): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      const payment = await trx
        .selectFrom('sandbox_payment')
        .select(['status', 'amount_cents', 'refunds'])
        .where('id', '=', paymentId)
        .forUpdate()
        .executeTakeFirst();
      if (!payment) throw new Error('The sandbox has no such payment to refund');
      if (id in payment.refunds) return false;
      const refunds = { ...payment.refunds, [id]: amountCents };
      const refundedCents = Object.values(refunds).reduce((sum, cents) => sum + cents, 0);
      if (!['paid', 'won', 'refunded'].includes(payment.status) || refundedCents > payment.amount_cents)
        throw new Error('The sandbox can’t refund this payment');
      await trx
        .updateTable('sandbox_payment')
        .set({ refunds: JSON.stringify(refunds), status: id === rest ? 'refunded' : payment.status })
        .where('id', '=', paymentId)
        .execute();
      const message = { paymentId, eventId: `evt_${randomUUID()}`, ...writeMessage(refundedCents) };
      await jobs.send(trx, 'sandbox-webhook', message);
      return true;
    });
  }

  return {
    async refundRest(paymentId, amountCents) {
      // Like Stripe's, the message carries the total refunded so far.
      const writeMessage = (refundedCents: number) => ({ type: 'refunded', amountCents: refundedCents }) as const;
      await refund(paymentId, { id: rest, amountCents, writeMessage });
    },

    async refundPart(paymentId, refundId, amountCents) {
      const writeMessage = () => ({ type: 'partially-refunded', amountCents, partialRefundId: refundId }) as const;
      return { isSettled: !(await refund(paymentId, { id: refundId, amountCents, writeMessage })) };
    },
  };
}
