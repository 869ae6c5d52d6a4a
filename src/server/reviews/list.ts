import type { Deps } from '#server/core/deps.ts';

const maxReviews = 12;

/** An account's reviews, newest first, without refunded ones. */
export async function listReviews(
  deps: Deps,
  accountId: string,
): Promise<{ id: string; requestedAt: number; isReady: boolean }[]> {
  const rows = await deps.db
    .selectFrom('performance_review')
    .select(['id', 'requested_at', 'delivered_at'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(maxReviews)
    .execute();
  return rows.map(({ id, requested_at, delivered_at }) => ({
    id,
    requestedAt: requested_at.getTime(),
    isReady: delivered_at !== null,
  }));
}
