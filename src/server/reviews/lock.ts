import { notFound, type Trx } from '#server/core/deps.ts';

/** A review locked for a reviewer's action. @throws {ServiceError} 404 unless it is delivered and not refunded */
export async function lockReview(trx: Trx, reviewId: string) {
  const row = await trx
    .selectFrom('performance_review')
    .select(['comment', 'comment_version', 'delivered_at', 'revoked_at', 'reviewer_id', 'claimed_at', 'closed_at'])
    .where('id', '=', reviewId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.delivered_at === null || row.revoked_at !== null) throw notFound();
  return row;
}
