import { revokeCommission } from '#server/affiliates/revoke-commission.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { getOrderName } from '#server/orders/name.ts';
import { sumCredits } from '#server/orders/sum-credits.ts';
import type { OrderRow } from '#server/orders/tables.ts';
import type { PaidItem } from '#shared/orders/refund-plan.ts';
import { issueCredit } from '../invoices/issue.ts';
import type { DocumentCause } from '../tables.ts';

type ReturnedPart = {
  /** Names the refund or dispute; each is credited once. */
  readonly cause: Exclude<DocumentCause, 'payment' | 'refund'>;
  readonly cents: number;
  readonly items?: readonly PaidItem[];
  /** What the mail says was refunded; by default, the order. */
  readonly name?: string;
  readonly reason: 'part' | 'part-dispute';
};

/** Credits a returned part of a locked order: credit note, commission and a mail to the buyer. */
export async function creditPart(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  { cause, cents, items = [], name = getOrderName(deps, order), reason }: ReturnedPart,
): Promise<void> {
  const credit = await issueCredit(deps, trx, order, cause, { cents, items });
  const refundedCents = await sumCredits(trx, order.id);
  await revokeCommission(deps, trx, { refundId: cause, orderId: order.id, refundedCents });
  await queueMail(deps, trx, order, 'order-refunded', `part-credited:${cause}`, {
    ...{ name, orderNumber: order.number },
    ...{ totalCents: cents, credit: credit?.number ?? null, reason },
  });
}
