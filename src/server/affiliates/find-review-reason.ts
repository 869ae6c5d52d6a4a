import { findRow } from '#server/core/database/rows.ts';
import type { Trx } from '#server/core/deps.ts';
import { type ReviewReason, reviewReasons } from '#shared/affiliates/review.ts';

type Sale = {
  readonly affiliateId: string;
  /** Null for a guest who has no account yet. */
  readonly buyerId: string | null;
  /** As in `orders.card_fingerprint`. */
  readonly card: string | null;
};

const signs: Readonly<Record<ReviewReason, (trx: Trx, sale: Sale) => Promise<boolean>>> = {
  'same-payment-method': hasSameCard,
  'same-destination': hasSameDestination,
};

/**
 * Finds a sign that the buyer may be the affiliate under another name; staff then decide.
 * @param allowed the sign that staff have already decided about
 */
export async function findReviewReason(
  trx: Trx,
  sale: Sale,
  allowed: string | null = null,
): Promise<ReviewReason | null> {
  for (const reason of reviewReasons) if (reason !== allowed && (await signs[reason](trx, sale))) return reason;
  return null;
}

async function hasSameCard(trx: Trx, { affiliateId, card }: Sale): Promise<boolean> {
  if (card === null) return false;
  const same = await findRow(trx, 'orders', { person_id: affiliateId, card_fingerprint: card }, ['id']);
  return same !== undefined;
}

/** Compares whole account numbers, also of destinations that were removed. */
async function hasSameDestination(trx: Trx, { affiliateId, buyerId }: Sale): Promise<boolean> {
  if (buyerId === null) return false;
  const same = await trx
    .selectFrom('payout_destination as buyer')
    .innerJoin('payout_destination as affiliate', 'affiliate.fingerprint', 'buyer.fingerprint')
    .select('affiliate.id')
    .where('buyer.person_id', '=', buyerId)
    .where('affiliate.person_id', '=', affiliateId)
    .limit(1)
    .executeTakeFirst();
  return same !== undefined;
}
