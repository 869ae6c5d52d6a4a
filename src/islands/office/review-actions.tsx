import { remarkPerformanceReview } from '../../contract/admin-performance-reviews.ts';
import type { ListRow } from '../../contract/office/define-list.ts';
import { may } from '../../stores/office.ts';
import { openReviewFile } from '../../stores/office-documents.ts';
import { Button } from '../../ui/button.tsx';
import { ActionForm } from './action-form.tsx';
import { useTexts } from './texts.ts';

type ReviewActionsProps = { readonly row: ListRow; readonly onDone: () => void };

/** What a reviewer does with a delivered performance review: read it and add words. */
export function ReviewActions({ row, onDone }: ReviewActionsProps) {
  const { strings } = useTexts();
  if (row['status'] !== 'delivered' || !may(remarkPerformanceReview)) return null;
  const version = Number(row['remarkVersion']);
  return (
    <>
      <Button variant="outline" onClick={() => void openReviewFile(row.id)}>
        {strings.review_open}
      </Button>
      <ActionForm
        key={version}
        onDone={onDone}
        contract={remarkPerformanceReview}
        label={strings.review_remark}
        text={strings.review_remark_text}
        initial={{ reviewId: row.id, version, remark: String(row['remark']) }}
        fields={[{ name: 'remark', label: strings.column_remark, hint: strings.review_remark_hint }]}
      />
    </>
  );
}
