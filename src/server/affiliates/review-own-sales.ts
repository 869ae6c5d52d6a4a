import { updateRow } from '#server/core/database/rows.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { postToLedger } from '#server/core/ledger/post.ts';
import { readBalance } from '#server/core/ledger/read-balance.ts';
import { runTransaction } from '#server/core/ledger/run-transaction.ts';
import { findReviewReason } from './find-review-reason.ts';

/**
 * Puts a commission under review if buyer and affiliate share details by now: a pending one, or one that is released and
 * not yet paid out. Staff decide about each shared detail once.
 * @returns whether it waits for a decision
 */
export async function reviewIfOwn(deps: Deps, trx: Trx, commissionId: string): Promise<boolean> {
  const commission = await trx
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .select(['commission.affiliate_id as affiliateId', 'commission.review_reason as reviewed'])
    .select(['orders.person_id as buyerId', 'orders.card_fingerprint as card', 'commission.status'])
    .select((eb) => eb('amount_cents', '-', eb.ref('revoked_cents')).as('amountCents'))
    .where('commission.id', '=', commissionId)
    .where('commission.status', 'in', ['pending', 'available'])
    .forUpdate('commission')
    .executeTakeFirst();
  if (!commission) return false;
  const reason = await findReviewReason(trx, commission, commission.reviewed);
  if (reason === null) return false;
  const isReleased = commission.status === 'available';
  if (isReleased && !(await takeBack(deps, trx, commissionId, commission))) return false;
  await updateRow(trx, 'commission', commissionId, {
    ...{ status: 'review', review_reason: reason, released_at: null },
    ...{ decided_at: null, decided_by: null, decision_reason: null },
  });
  return true;
}

/** Makes a released commission pending again. @returns false if it is paid out or taken back already */
async function takeBack(
  deps: Deps,
  trx: Trx,
  id: string,
  {
    affiliateId: ownerId,
    reviewed,
    amountCents,
  }: { affiliateId: string; reviewed: string | null; amountCents: number },
): Promise<boolean> {
  const available = await readBalance(trx, { kind: 'affiliate-payable', ownerId });
  const requested = await readBalance(trx, { kind: 'affiliate-reserved', ownerId });
  if (amountCents <= 0 || available + requested < amountCents) return false;
  await postToLedger(deps, trx, {
    dedupeKey: `commission-taken-back:${id}:${reviewed}`,
    kind: 'commission-revoked',
    reference: `commission:${id}`,
    lines: [
      { account: { kind: 'affiliate-payable', ownerId }, amountCents: -amountCents },
      { account: { kind: 'affiliate-pending', ownerId }, amountCents },
    ],
  });
  return true;
}

/** Checks the commissions of a person and of their purchases again, after their payout details or card have changed. */
export async function reviewOwnSales(deps: Deps, personId: string): Promise<void> {
  const earned = await deps.db
    .selectFrom('commission')
    .innerJoin('orders', 'orders.id', 'commission.order_id')
    .select('commission.id')
    .where('commission.status', 'in', ['pending', 'available'])
    .where((eb) => eb.or([eb('commission.affiliate_id', '=', personId), eb('orders.person_id', '=', personId)]))
    .orderBy('commission.id')
    .execute();
  for (const { id } of earned) await runTransaction(deps, (trx) => reviewIfOwn(deps, trx, id));
}
