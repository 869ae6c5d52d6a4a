import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail, staffOf } from '#server/messages/mail/queue.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { Dispute } from './write.ts';

type DisputeUpdate = Dispute & { readonly status: 'open' | 'won' | 'lost' };

/** Mails staff, because evidence must reach the bank in time and a loss needs a review. */
export async function notifyStaff(deps: Deps, trx: Trx, order: OrderRow, dispute: DisputeUpdate): Promise<void> {
  const { id, reason, amountCents, status } = dispute;
  await queueMail(
    deps,
    trx,
    staffOf(deps),
    'dispute-staff',
    `dispute-staff:${id}:${status}`,
    {
      orderNumber: order.number,
      dispute: id,
      status,
      reason,
      amountCents,
      totalCents: order.total_cents,
      email: order.email,
    },
    { replyTo: order.email },
  );
}
