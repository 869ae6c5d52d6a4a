import { dayMs } from '#lib/durations.ts';
import type { Db } from '#server/core/deps.ts';
import type { ProviderPayout, ProviderTransaction } from '../payouts.ts';
import type { SandboxPayment } from './types.ts';

const paidOutAfterMs = 2 * dayMs;
/** 2.9 % and 30 cents of each payment, and $15 of each dispute. */
const paymentFee = { bps: 290, cents: 30 };
const disputeFeeCents = 1_500;

const moved: readonly SandboxPayment['status'][] = ['paid', 'refunded', 'disputed', 'won', 'lost'];

/** The sandbox pays out each day's payments two days after it, less what they have lost by then. */
export function openPayouts({ db, clock }: { readonly db: Db; readonly clock: () => Date }) {
  const readPayments = (from: number, to: number) =>
    db
      .selectFrom('sandbox_payment')
      .selectAll()
      .where('created_at', '>=', new Date(from))
      .where('created_at', '<', new Date(to))
      .where('status', 'in', [...moved])
      .where('amount_cents', '>', 0)
      .orderBy('created_at')
      .execute();

  return {
    async listPayouts(since: Date): Promise<readonly ProviderPayout[]> {
      const today = startOfDay(clock().getTime());
      const payments = await readPayments(startOfDay(since.getTime()), today - paidOutAfterMs + dayMs);
      const byDay = Map.groupBy(payments, ({ created_at }) => startOfDay(created_at.getTime()));
      return [...byDay].map(([day, ofDay]) => ({
        id: `po_${new Date(day).toISOString().slice(0, 10)}`,
        status: 'paid',
        amountCents: sumNet(ofDay.flatMap(listMovements)),
        currency: 'USD',
        createdAt: day + paidOutAfterMs,
        arrivesAt: day + paidOutAfterMs,
      }));
    },

    async listTransactions(payoutId: string): Promise<readonly ProviderTransaction[]> {
      const day = Date.parse(`${payoutId.slice('po_'.length)}T00:00:00Z`);
      return (await readPayments(day, day + dayMs)).flatMap(listMovements);
    },
  };
}

const startOfDay = (at: number) => at - (at % dayMs);

const sumNet = (movements: readonly ProviderTransaction[]) =>
  movements.reduce((sum, { amountCents, feeCents }) => sum + amountCents - feeCents, 0);

function listMovements(payment: SandboxPayment): readonly ProviderTransaction[] {
  const { id, order_id: orderId, amount_cents: amountCents, status, created_at: createdAt } = payment;
  const none = { orderId: null, recordId: null, feeCents: 0, at: createdAt.getTime() };
  const feeCents = Math.round((amountCents * paymentFee.bps) / 10_000) + paymentFee.cents;
  const movements: ProviderTransaction[] = [
    { ...none, id: `txn_${id}`, kind: 'charge', amountCents, feeCents, orderId },
  ];
  for (const refund of payment.refunds) {
    if (refund.status === 'failed') continue;
    const back = { amountCents: -refund.amountCents, recordId: refund.id };
    movements.push({ ...none, id: `txn_${refund.id}`, kind: 'refund', ...back });
  }
  if (status === 'disputed' || status === 'lost') {
    const dispute = { amountCents: -amountCents, feeCents: disputeFeeCents, recordId: `dispute_${id}` };
    movements.push({ ...none, id: `txn_dispute_${id}`, kind: 'dispute', ...dispute });
  }
  return movements;
}
