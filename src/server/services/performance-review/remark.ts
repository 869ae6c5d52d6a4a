import type { remarkPerformanceReview } from '../../../contract/admin-performance-reviews.ts';
import type { BodyOf } from '../../../contract/call.ts';
import type { Actor, Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { notifyReviewOwner } from './notify-owner.ts';

/**
 * Adds or replaces a reviewer's words. @throws {ServiceError} 404 unless the review is delivered, 409 if somebody
 * changed them meanwhile
 */
export async function remarkReview(
  deps: Deps,
  actor: Actor,
  { reviewId, version, remark }: BodyOf<typeof remarkPerformanceReview>,
): Promise<{ version: number }> {
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('performance_review')
      .select(['remark', 'remark_version', 'delivered_at', 'revoked_at'])
      .where('id', '=', reviewId)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.delivered_at === null || row.revoked_at !== null) throw notFound();
    // A repeat after a lost answer.
    if (row.remark === remark) return { version: row.remark_version };
    if (row.remark_version !== version) throw new ServiceError(409, 'review_changed');
    const next = version + 1;
    await trx
      .updateTable('performance_review')
      .set({ remark, remark_version: next, remarked_at: deps.clock() })
      .where('id', '=', reviewId)
      .execute();
    await writeAudit(deps, trx, {
      actor: `person:${actor.personId}`,
      action: 'remarked',
      entity: 'performance-review',
      entityId: reviewId,
      details: { before: row.remark, after: remark },
    });
    await notifyReviewOwner(deps, trx, { reviewId, news: 'remark', version: next });
    return { version: next };
  });
}
