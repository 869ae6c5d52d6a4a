import type { actOnPerformanceReview } from '../../../contract/admin-performance-reviews.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { Actor, Deps } from '../../deps.ts';
import { ServiceError } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { lockReview } from './lock.ts';

const auditActions = { take: 'review-claimed', 'give-back': 'review-released', close: 'review-closed' } as const;

/**
 * Takes a review, gives it back, or closes it without a comment; a repeat changes nothing.
 * @throws {ServiceError} 404 unless it is delivered, 409 if it is closed or a colleague has it; `reviewerId` names the
 * colleague to take it over from
 */
export async function applyReviewAction(
  deps: Deps,
  { personId }: Actor,
  { reviewId, action, reviewerId }: BodyOf<typeof actOnPerformanceReview>,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockReview(trx, reviewId);
    const isOwn = row.reviewer_id === personId;
    const isFree = row.reviewer_id === null;
    if (action === 'take' && isOwn) return;
    if (action === 'give-back' && isFree) return;
    if (action === 'close' && row.closed_at !== null) return;
    if (row.closed_at !== null) throw new ServiceError(409, 'review_changed');
    const isTakenOver = action === 'take' && row.reviewer_id === reviewerId;
    if (!isTakenOver && !isOwn && !isFree) throw new ServiceError(409, 'review_taken');
    const now = deps.clock();
    const changed = {
      take: { reviewer_id: personId, taken_at: now },
      'give-back': { reviewer_id: null, taken_at: null },
      close: { reviewer_id: personId, taken_at: row.taken_at ?? now, closed_at: now },
    }[action];
    await trx.updateTable('performance_review').set(changed).where('id', '=', reviewId).execute();
    await writeAudit(deps, trx, {
      ...{
        actor: `person:${personId}`,
        action: auditActions[action],
        entity: 'performance-review',
        entityId: reviewId,
      },
      details: {
        before: { reviewerId: row.reviewer_id, closed: false },
        after: { reviewerId: changed.reviewer_id, closed: action === 'close' },
      },
    });
  });
}
