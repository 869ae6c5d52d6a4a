import type { Deps, Trx } from '#server/core/deps.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { PaymentEvent } from '../ports/payments/events.ts';

export type Dispute = NonNullable<PaymentEvent['dispute']> & { readonly amountCents: number };

/**
 * Stores the status of an order's dispute.
 * @returns null if that status is known already; a late opening doesn't undo a decision
 */
export async function writeDispute(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  { eventId, dispute, amountCents }: PaymentEvent,
  status: 'open' | 'won' | 'lost',
): Promise<Dispute | null> {
  if (!dispute) throw new Error(`Message ${eventId} is about a dispute but doesn't name it`);
  const now = deps.clock();
  const closed_at = status === 'open' ? null : now;
  const written = await trx
    .insertInto('payment_dispute')
    .values({
      id: dispute.id,
      provider: deps.payments.name,
      order_id: order.id,
      amount_cents: amountCents,
      reason: dispute.reason,
      status,
      opened_at: now,
      evidence_due_at: dispute.evidenceDueAt === undefined ? null : new Date(dispute.evidenceDueAt),
      closed_at,
    })
    .onConflict((conflict) =>
      status === 'open'
        ? conflict.column('id').doNothing()
        : conflict.column('id').doUpdateSet({ status, closed_at }).where('payment_dispute.status', '=', 'open'),
    )
    .returning('id')
    .executeTakeFirst();
  return written ? { ...dispute, amountCents } : null;
}
