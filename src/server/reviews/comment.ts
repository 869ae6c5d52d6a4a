import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { commentOnPerformanceReview } from '#shared/reviews/contract-office.ts';
import { lockReview } from './lock.ts';
import { notifyReviewOwner } from './notify-owner.ts';

/**
 * Adds or replaces a reviewer's comment, which also claims the review and closes it.
 * @throws {ServiceError} 404 unless the review is delivered, 409 if the comment was changed in the meantime or a
 * colleague has the review open
 */
export async function commentOnReview(
  deps: Deps,
  actor: Actor,
  { reviewId, version, comment }: BodyOf<typeof commentOnPerformanceReview>,
): Promise<{ version: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await lockReview(trx, reviewId);
    // A repeat after a lost reply.
    if (row.comment === comment) return { version: row.comment_version };
    const isHeld = row.closed_at === null && row.reviewer_id !== null && row.reviewer_id !== actor.personId;
    if (isHeld) throw new ServiceError(409, 'review_claimed');
    if (row.comment_version !== version) throw new ServiceError(409, 'review_changed');
    const next = version + 1;
    const now = deps.clock();
    await trx
      .updateTable('performance_review')
      .set({ comment, comment_version: next, commented_at: now })
      .set({ reviewer_id: actor.personId, claimed_at: row.claimed_at ?? now, closed_at: row.closed_at ?? now })
      .where('id', '=', reviewId)
      .execute();
    await writeAudit(deps, trx, actor, 'review-commented', ['performance-review', reviewId], {
      before: { comment: row.comment },
      after: { comment },
    });
    await notifyReviewOwner(deps, trx, { reviewId, event: 'comment', version: next });
    return { version: next };
  });
}
