import { useStore } from '@nanostores/react';
import { movePerformanceReview, remarkPerformanceReview } from '../../contract/admin-performance-reviews.ts';
import type { BodyOf } from '../../contract/call.ts';
import type { ListRow } from '../../contract/office/define-list.ts';
import { canCall } from '../../stores/office.ts';
import { openReviewFile } from '../../stores/office-documents.ts';
import { $user } from '../../stores/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ActionForm } from './action-form.tsx';
import { useTexts } from './texts.ts';

type ReviewActionsProps = { readonly row: ListRow; readonly onDone: () => void };

/**
 * What a reviewer does with a delivered performance review: read it, claim it, add a comment, or close it without one.
 */
export function ReviewActions({ row, onDone }: ReviewActionsProps) {
  const { strings, t } = useTexts();
  const user = useStore($user);
  if (row['status'] !== 'delivered' || !canCall(remarkPerformanceReview)) return null;
  const version = Number(row['remarkVersion']);
  const reviewer = row['reviewer'] === null ? null : String(row['reviewer']);
  const name = reviewer ?? '';
  const isOwn = reviewer !== null && reviewer === user?.email;
  const isTakenByColleague = reviewer !== null && !isOwn;
  const isQueued = row['queued'] === true;
  const reviewerId = row['reviewerId'] as string | null;
  /** The key resets the dialog when someone else takes the review. */
  const move = (to: BodyOf<typeof movePerformanceReview>['move']) => ({
    key: `${to}-${reviewerId}`,
    contract: movePerformanceReview,
    initial: { reviewId: row.id, move: to, reviewerId },
    fields: [],
    onDone,
  });
  return (
    <>
      {isTakenByColleague && isQueued && <Alert kind="info" title={t('review_taken_by', { name })} />}
      <Button variant="outline" size="small" onClick={() => void openReviewFile(row.id)}>
        {strings.review_open}
      </Button>
      {reviewer === null && isQueued && (
        <ActionForm {...move('take')} isNext label={strings.review_take} text={strings.review_take_text} />
      )}
      {isTakenByColleague && isQueued && (
        <ActionForm {...move('take')} label={strings.review_take_over} text={t('review_take_over_text', { name })} />
      )}
      {!(isTakenByColleague && isQueued) && (
        <ActionForm
          key={version}
          onDone={onDone}
          contract={remarkPerformanceReview}
          isNext={isOwn}
          label={strings.review_remark}
          text={strings.review_remark_text}
          initial={{ reviewId: row.id, version, remark: String(row['remark']) }}
          fields={[{ name: 'remark', label: strings.column_remark, hint: strings.review_remark_hint }]}
        />
      )}
      {!isTakenByColleague && isQueued && (
        <ActionForm {...move('close')} label={strings.review_close} text={strings.review_close_text} />
      )}
      {isOwn && isQueued && (
        <ActionForm {...move('give-back')} label={strings.review_give_back} text={strings.review_give_back_text} />
      )}
    </>
  );
}
