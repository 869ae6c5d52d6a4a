import { lockAccount } from '#server/accounts/lock.ts';
import { revokeCommission } from '#server/affiliates/revoke-commission.ts';
import { issueCredit, issueInvoice } from '#server/billing/invoices/issue.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { rejectUnpaidPayouts } from '#server/payouts/stages/reject-unpaid.ts';
import { transition } from '#shared/orders/machine.ts';
import { getOrderName } from '../name.ts';
import { planOrderRefund } from '../plan-refund.ts';
import { listBoughtAccounts } from '../price-returned.ts';
import { getProduct } from '../products/registry.ts';
import { shrinkPartialRefunds } from '../shrink-partial-refunds.ts';
import type { OrderRow } from '../tables.ts';
import { transitionOrder } from '../transition.ts';
import { findOrCreatePerson, submitDraft } from './pay.ts';

type RecordedRefund = {
  readonly reason?: 'refund' | 'dispute';
  /** What the provider returned for our request of the rest, if that is known. */
  readonly returnedCents?: number;
};

/**
 * Records a refund of everything that earlier credit notes haven't covered. If it arrives before the payment, both
 * transitions happen now, so that the late payment opens no account. The provider may have returned more for our request
 * than a refund made there has left by now; then requests of add-ons have less left.
 */
export async function recordRefund(
  deps: Deps,
  trx: Trx,
  order: OrderRow,
  actor: string,
  { reason = 'refund', returnedCents = 0 }: RecordedRefund = {},
): Promise<void> {
  await submitDraft(deps, trx, order, actor);
  if (order.status === 'draft' || transition(order.status, 'pay') !== null) {
    const personId = order.person_id ?? (await findOrCreatePerson(deps, trx, order));
    const changes = { person_id: personId, paid_at: deps.clock() };
    const details = { from: order.status };
    const paid = await transitionOrder(deps, trx, { orderId: order.id, event: 'pay', actor, changes, details });
    if (paid) await issueInvoice(deps, trx, paid);
  }
  const { items, refundCents: leftCents } = await planOrderRefund(trx, order);
  const refundCents = Math.max(leftCents, returnedCents);
  const refunded = await transitionOrder(deps, trx, {
    orderId: order.id,
    event: 'refund',
    actor,
    details: {
      amountCents: refundCents,
      accountOpened: order.status === 'fulfilled',
    },
  });
  if (!refunded) return;
  for (const accountId of await listBoughtAccounts(trx, refunded.id)) {
    await lockAccount(trx, accountId);
    await rejectUnpaidPayouts(deps, trx, accountId, { actor, reason: 'price-returned' });
  }
  await getProduct(refunded.kind).revoke?.(deps, trx, refunded, actor);
  await revokeCommission(deps, trx, {
    refundId: `order:${refunded.id}`,
    orderId: refunded.id,
    refundedCents: refunded.total_cents - (reason === 'refund' ? refunded.kept_cents : 0),
  });
  // A bank takes back everything, even if other refunds are under way.
  const part = reason === 'refund' ? { cents: refundCents, items } : null;
  const credit = await issueCredit(deps, trx, refunded, 'refund', part);
  await shrinkPartialRefunds(deps, trx, refunded);
  // Each part had its own mail.
  if (credit === null && refundCents <= 0) return;
  await queueMail(deps, trx, order, 'order-refunded', `order-refunded:${order.id}`, {
    name: getOrderName(deps, refunded),
    orderNumber: order.number,
    totalCents: credit?.amountCents ?? order.total_cents,
    credit: credit?.number ?? null,
    reason,
  });
}
