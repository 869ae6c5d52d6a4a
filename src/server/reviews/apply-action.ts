import { updateRow } from '#server/core/database/rows.ts';
import { type Actor, type Deps, ServiceError, writeAudit } from '#server/core/deps.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { actOnPerformanceReview } from '#shared/reviews/contract-office.ts';
import { lockReview } from './lock.ts';

const auditActions = { claim: 'review-claimed', release: 'review-released', close: 'review-closed' } as const;

/**
 * Claims a review, releases it, or closes it without a comment; a repeat changes nothing.
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
    if (action === 'claim' && isOwn) return;
    if (action === 'release' && isFree) return;
    if (action === 'close' && row.closed_at !== null) return;
    if (row.closed_at !== null) throw new ServiceError(409, 'review_changed');
    const isTakenOver = action === 'claim' && row.reviewer_id === reviewerId;
    if (!isTakenOver && !isOwn && !isFree) throw new ServiceError(409, 'review_claimed');
    const now = deps.clock();
    const changed = {
      claim: { reviewer_id: personId, claimed_at: now },
      release: { reviewer_id: null, claimed_at: null },
      close: { reviewer_id: personId, claimed_at: row.claimed_at ?? now, closed_at: now },
    }[action];
    await updateRow(trx, 'performance_review', reviewId, changed);
    await writeAudit(deps, trx, `person:${personId}`, auditActions[action], ['performance-review', reviewId], {
      before: { reviewerId: row.reviewer_id, closed: false },
      after: { reviewerId: changed.reviewer_id, closed: action === 'close' },
    });
  });
}
