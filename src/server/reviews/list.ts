import { isNull, listRows } from '#server/core/database/rows.ts';
import type { Deps } from '#server/core/deps.ts';

const maxReviews = 12;

/** An account's reviews, newest first, without refunded ones. */
export async function listReviews(
  deps: Deps,
  accountId: string,
): Promise<{ id: string; requestedAt: number; isReady: boolean }[]> {
  const rows = await listRows(
    deps.db,
    'performance_review',
    { account_id: accountId, revoked_at: isNull },
    ['id', 'requested_at', 'delivered_at'],
    { orderBy: ['requested_at desc', 'id'], limit: maxReviews },
  );
  return rows.map(({ id, requested_at, delivered_at }) => ({
    id,
    requestedAt: requested_at.getTime(),
    isReady: delivered_at !== null,
  }));
}
