import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { queueWebhook } from '#server/messages/webhooks/queue.ts';
import { revokedCents } from '#shared/affiliates/share.ts';
import { readCommissionData } from './postbacks/commission-data.ts';

type Refund = {
  /** Each refund counts once. */
  readonly refundId: string;
  readonly orderId: string;
  /** The total refunded for the order so far. */
  readonly refundedCents: number;
  /** The status of a commission that is revoked in full before it is released. */
  readonly status?: 'revoked' | 'refused';
};

/**
 * Revokes the refunded part of an order's commission. If it was already paid out, the affiliate's balance is negative
 * until later commissions settle it.
 */
export async function revokeCommission(deps: Deps, trx: Trx, refund: Refund): Promise<void> {
  const { refundId, orderId, refundedCents, status: revokedStatus = 'revoked' } = refund;
  const commission = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .innerJoin('affiliate', 'affiliate.person_id', 'commission.affiliate_id')
    .select(['commission.id', 'commission.affiliate_id as ownerId', 'orders.total_cents as totalCents'])
    .select(['commission.status', 'commission.amount_cents as amountCents', 'commission.revoked_cents as before'])
    // The unpaid commission of a deleted profile has lapsed already.
    .where('affiliate.status', '=', 'approved')
    .where('commission.order_id', '=', orderId)
    .forUpdate('commission')
    .executeTakeFirst();
  if (!commission) return;
  const { id, ownerId, totalCents, status, amountCents, before } = commission;
  const after = revokedCents(amountCents, totalCents, refundedCents);
  if (after <= before) return;
  const isReleased = status === 'available';
  await updateRow(trx, 'commission', id, {
    revoked_cents: after,
    ...(after === amountCents && !isReleased ? { status: revokedStatus } : {}),
  });
  await postToLedger(deps, trx, {
    dedupeKey: `commission-revoked:${refundId}`,
    kind: 'commission-revoked',
    reference: `commission:${id}`,
    lines: [
      {
        account: { kind: isReleased ? 'affiliate-payable' : 'affiliate-pending', ownerId },
        amountCents: before - after,
      },
      { account: { kind: 'commission-expense' }, amountCents: after - before },
    ],
  });
  await queueWebhook(deps, trx, {
    ...{ audience: 'affiliate', personId: ownerId, type: 'commission.revoked' },
    dedupeKey: `commission-revoked:${refundId}`,
    data: await readCommissionData(trx, id),
  });
}
