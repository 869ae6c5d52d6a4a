import { useStore } from '@nanostores/react';
import { ActionForm } from '#app/office/actions/action-form.tsx';
import { canCall } from '#app/office/stores/office.ts';
import { useTexts } from '#app/office/texts.ts';
import { openReviewFile } from '#app/payouts/stores/office-documents.ts';
import { $user } from '#app/shell/stores/session.ts';
import type { BodyOf } from '#shared/core/call.ts';
import type { ListRow } from '#shared/office/define-list.ts';
import { actOnPerformanceReview, commentOnPerformanceReview } from '#shared/reviews/contract-office.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/**
 * What a reviewer does with a delivered performance review: read it, claim it, add a comment, or close it without one.
 */
export function ReviewActions({ row }: { readonly row: ListRow }) {
  const { strings, t } = useTexts();
  const user = useStore($user);
  if (row['status'] !== 'delivered' || !canCall(commentOnPerformanceReview)) return null;
  const version = Number(row['commentVersion']);
  const reviewer = row['reviewer'] === null ? null : String(row['reviewer']);
  const name = reviewer ?? '';
  const isOwn = reviewer !== null && reviewer === user?.email;
  const isClaimedByColleague = reviewer !== null && !isOwn;
  const isQueued = row['queued'] === true;
  const reviewerId = row['reviewerId'] as string | null;
  /** The key resets the dialog when someone else claims the review. */
  const action = (to: BodyOf<typeof actOnPerformanceReview>['action']) => ({
    key: `${to}-${reviewerId}`,
    contract: actOnPerformanceReview,
    initial: { reviewId: row.id, action: to, reviewerId },
  });
  return (
    <>
      {isClaimedByColleague && isQueued && <Alert kind="info" title={t('review_claimed_by', { name })} />}
      <Button label={strings.review_open} variant="outline" size="small" onClick={() => void openReviewFile(row.id)} />
      {reviewer === null && isQueued && <ActionForm {...action('claim')} isNext action="review_claim" />}
      {isClaimedByColleague && isQueued && (
        <ActionForm {...action('claim')} label={strings.review_take_over} text={t('review_take_over_text', { name })} />
      )}
      {!(isClaimedByColleague && isQueued) && (
        <ActionForm
          key={version}
          contract={commentOnPerformanceReview}
          isNext={isOwn}
          action="review_comment"
          initial={{ reviewId: row.id, version, comment: String(row['comment']) }}
          fields={[{ name: 'comment', label: strings.column_comment, hint: strings.review_comment_hint }]}
        />
      )}
      {!isClaimedByColleague && isQueued && <ActionForm {...action('close')} action="review_close" />}
      {isOwn && isQueued && <ActionForm {...action('release')} action="review_release" />}
    </>
  );
}
