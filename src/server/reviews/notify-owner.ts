import { pathTo } from '#routes.ts';
import { nameAccount } from '#server/accounts/name.ts';
import type { Deps, Trx } from '#server/core/deps.ts';
import { queueMail } from '#server/messages/mail/queue.ts';
import { addNotification } from '#server/messages/notifications/add.ts';

type ReviewEvent = {
  readonly reviewId: string;
  readonly event: 'ready' | 'comment';
  /** The comment's version, so that each change is announced once. */
  readonly version: number;
};

/** Notifies the owner by mail and in /notifications, in the event's own transaction. */
export async function notifyReviewOwner(deps: Deps, trx: Trx, { reviewId, event, version }: ReviewEvent) {
  const review = await trx
    .selectFrom('performance_review')
    .innerJoin('trading_account', 'trading_account.id', 'performance_review.account_id')
    .innerJoin('person', 'person.id', 'performance_review.person_id')
    .select(['person.id as personId', 'email', 'first_name', 'locale', 'deleted_at', 'program', 'size'])
    .select(['platform_account_id', 'performance_review.report', 'performance_review.comment'])
    .where('performance_review.id', '=', reviewId)
    .executeTakeFirstOrThrow();
  if (review.deleted_at !== null) return;
  const account = nameAccount(review);
  const dedupeKey = `review:${reviewId}:${event}:${version}`;
  await queueMail(deps, trx, review, 'performance-review', dedupeKey, {
    event,
    account,
    platformAccountId: review.platform_account_id,
    reviewId,
    comment: event === 'comment' ? review.comment : '',
    isEnough: review.report?.sample.isEnough ?? false,
  });
  await addNotification(deps, trx, {
    dedupeKey,
    personId: review.personId,
    kind: `review_${event}`,
    details: { account, number: review.platform_account_id },
    path: pathTo('ownPerformanceReview', { reviewId }, 'en'),
  });
}
