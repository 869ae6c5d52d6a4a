import { send } from '#app/http/call.ts';
import { download } from '#app/shell/stores/download.ts';
import { createResource, missingOr, pollWhile } from '#app/shell/stores/resource.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchPerformanceReview, performanceReviewFile } from '#shared/reviews/contract.ts';

export type Review = DataOf<typeof fetchPerformanceReview>;

/** One review; polls less and less often while it is being made. */
export function createReview(reviewId: string) {
  const $review = createResource(() => send(fetchPerformanceReview, { query: { reviewId } }), {
    statusOf: missingOr(404, 422),
  });

  function start(): () => void {
    const stopPolling = pollWhile($review, ({ status }) => status === 'pending', { firstMs: 1_000, maxMs: 15_000 });
    void $review.load();
    return () => {
      stopPolling();
      $review.abort();
    };
  }

  return { $review, start };
}

export function savePerformanceReview(reviewId: string): Promise<void> {
  return download(`performance-review-${reviewId}.pdf`, performanceReviewFile, { query: { reviewId } });
}
