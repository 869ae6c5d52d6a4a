import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { findReviewReason } from './find-review-reason.ts';

/**
 * Puts a pending commission under review if buyer and affiliate share details by now. Staff decide about each shared
 * detail once.
 * @returns whether it waits for a decision
 */
export async function reviewIfOwn(trx: Trx, commissionId: string): Promise<boolean> {
  const commission = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .select(['commission.affiliate_id as affiliateId', 'commission.review_reason as reviewed'])
    .select(['orders.person_id as buyerId', 'orders.card_fingerprint as card'])
    .where('commission.id', '=', commissionId)
    .where('commission.status', '=', 'pending')
    .forUpdate('commission')
    .executeTakeFirst();
  if (!commission) return false;
  const reason = await findReviewReason(trx, commission, commission.reviewed);
  if (reason === null) return false;
  await updateRow(trx, 'commission', commissionId, {
    status: 'review',
    review_reason: reason,
    decided_at: null,
    decided_by: null,
    decision_reason: null,
  });
  return true;
}

/** Checks the pending commissions of a person and of their purchases again, after their payout details have changed. */
export async function reviewOwnSales(deps: Deps, personId: string): Promise<void> {
  const pending = await deps.db
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .select('commission.id')
    .where('commission.status', '=', 'pending')
    .where((eb) => eb.or([eb('commission.affiliate_id', '=', personId), eb('orders.person_id', '=', personId)]))
    .orderBy('commission.id')
    .execute();
  for (const { id } of pending) await deps.db.transaction().execute((trx) => reviewIfOwn(trx, id));
}
