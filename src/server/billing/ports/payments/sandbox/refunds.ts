import { randomUUID } from 'node:crypto';
import { lockRow, updateRow } from '#server/core/database/rows.ts';
import type { Db, Trx } from '#server/core/deps.ts';
import { advancesRefund, type ProviderRefund, restRequest, sumRefunds } from '#shared/orders/provider-refund.ts';
import type { Delivery, SandboxAdmin, SandboxPayment, WebhookMessage } from './types.ts';

type RefundsOptions = {
  readonly db: Db;
  readonly send: (trx: Trx, message: WebhookMessage, delivery: Delivery) => Promise<void>;
  readonly find: SandboxAdmin['find'];
};

const refundable: readonly SandboxPayment['status'][] = ['paid', 'won', 'refunded'];

/** The sandbox's refunds: each happens once, and together they never exceed the payment. */
export function openRefunds({
  db,
  send,
  find,
}: RefundsOptions): Pick<SandboxAdmin, 'refund' | 'refundAtProvider' | 'settleRefund'> {
  /** @param change the payment's refunds afterward; null changes and sends nothing */
  async function update(
    paymentId: string,
    delivery: Delivery,
    change: (payment: SandboxPayment) => readonly ProviderRefund[] | null,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const payment = await lockRow(trx, 'sandbox_payment', paymentId);
      const refunds = payment ? change(payment) : null;
      if (!payment || refunds === null) return;
      const amountCents = sumRefunds(refunds);
      const isEnded = amountCents === payment.amount_cents || findLive(refunds, restRequest) !== undefined;
      const status = isEnded ? 'refunded' : payment.status === 'refunded' ? 'paid' : payment.status;
      await updateRow(trx, 'sandbox_payment', paymentId, { refunds: JSON.stringify(refunds), status });
      const message = { paymentId, eventId: `evt_${randomUUID()}`, type: 'refunded', amountCents, refunds } as const;
      await send(trx, message, delivery);
    });
  }

  return {
    async refund(paymentId, { requestId, amountCents }) {
      let settledCents: number | null = null;
      if (!(await find(paymentId))) throw new Error('The sandbox has no such payment to refund');
      await update(paymentId, 'normal', (payment) => {
        const earlier = findLive(payment.refunds, requestId);
        settledCents = earlier?.status === 'succeeded' ? earlier.amountCents : null;
        if (earlier) return null;
        const refunds = addRefund(payment, { amountCents, status: 'succeeded', requestId });
        if (refunds === null) throw new Error('The sandbox can’t refund this payment');
        return refunds;
      });
      return { settledCents };
    },

    async refundAtProvider(paymentId, refund, delivery) {
      await update(paymentId, delivery, (payment) => addRefund(payment, { ...refund, requestId: null }));
      return find(paymentId);
    },

    async settleRefund(paymentId, refundId, status, delivery) {
      await update(paymentId, delivery, ({ refunds }) => {
        const refund = refunds.find(({ id }) => id === refundId);
        if (!refund || !advancesRefund(refund.status, status)) return null;
        return refunds.map((each) => (each === refund ? { ...each, status } : each));
      });
      return find(paymentId);
    },
  };
}

function findLive(refunds: readonly ProviderRefund[], requestId: string): ProviderRefund | undefined {
  return refunds.find((each) => each.requestId === requestId && each.status !== 'failed');
}

/** Null if the payment has less left. */
function addRefund(
  { status, amount_cents: paidCents, refunds }: SandboxPayment,
  refund: Omit<ProviderRefund, 'id'>,
): readonly ProviderRefund[] | null {
  const all = [...refunds, { id: `re_${randomUUID()}`, ...refund }];
  return refundable.includes(status) && sumRefunds(all) <= paidCents ? all : null;
}
