import { nameAccount } from '#server/accounts/name.ts';
import { type Deps, notFound } from '#server/core/deps.ts';
import type { DataOf } from '#shared/core/call.ts';
import type { fetchPerformanceReview } from '#shared/reviews/contract.ts';

export type OwnReview = DataOf<typeof fetchPerformanceReview>;

/** @throws {ServiceError} 404 for an unknown review and for another person's */
export async function readPerformanceReview(deps: Deps, personId: string, reviewId: string): Promise<OwnReview> {
  const review = await findReview(deps, reviewId);
  if (review?.personId !== personId) throw notFound();
  return review.data;
}

/** For staff, who see what the owner sees. */
export async function findReview(
  deps: Deps,
  reviewId: string,
): Promise<{ readonly personId: string; readonly data: OwnReview } | undefined> {
  const row = await deps.db
    .selectFrom('performance_review')
    .innerJoin('trading_account', 'trading_account.id', 'performance_review.account_id')
    .selectAll('performance_review')
    .select(['program', 'size', 'platform_account_id', 'rules_version'])
    .where('performance_review.id', '=', reviewId)
    .executeTakeFirst();
  if (!row) return undefined;
  const isRevoked = row.revoked_at !== null;
  const isReady = !isRevoked && row.report !== null;
  const data: OwnReview = {
    id: row.id,
    account: {
      id: row.account_id,
      name: nameAccount(row),
      platformAccountId: row.platform_account_id,
      rulesVersion: row.rules_version,
    },
    status: isRevoked ? 'revoked' : isReady ? 'ready' : 'pending',
    isSample: row.is_sample,
    requestedAt: row.requested_at.getTime(),
    deliveredAt: isReady ? (row.delivered_at?.getTime() ?? null) : null,
    report: isReady ? row.report : null,
    inputsSha256: isReady ? row.inputs_sha256 : null,
    inputCount: isReady ? row.input_count : null,
    comment: isReady ? row.comment : '',
    commentedAt: isReady ? (row.commented_at?.getTime() ?? null) : null,
  };
  return { personId: row.person_id, data };
}
