import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import { fetchFile, saveFile } from '#app/http/file.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import type { DataOf } from '#shared/core/call.ts';
import { fetchPerformanceReview, performanceReviewFile } from '#shared/reviews/contract.ts';

export type Review = DataOf<typeof fetchPerformanceReview>;

type State =
  | { readonly status: 'loading' | 'failed' | 'missing' }
  | { readonly status: 'found'; readonly review: Review };

const firstWaitMs = 1_000;
const maxWaitMs = 15_000;
const missingStatuses: ReadonlySet<number> = new Set([404, 422]);

/** One review; polls less and less often while it is being made. */
export function createReview(reviewId: string) {
  const $review = atom<State>({ status: 'loading' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;
  let stopped = false;

  async function load(): Promise<void> {
    const result = await send(fetchPerformanceReview, { query: { reviewId } });
    if (stopped) return;
    if (result.ok) {
      $review.set({ status: 'found', review: result.data });
      if (result.data.status === 'pending') loadLater();
      return;
    }
    const { failure } = result;
    if (failure.kind === 'status' && missingStatuses.has(failure.status)) $review.set({ status: 'missing' });
    else if ($review.get().status === 'found') loadLater();
    else {
      $review.set({ status: 'failed' });
      notifyFailure(failure);
    }
  }

  function loadLater(): void {
    clearTimeout(timer);
    timer = setTimeout(load, waitMs);
    waitMs = Math.min(waitMs * 1.5, maxWaitMs);
  }

  function start(): () => void {
    stopped = false;
    void load();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }

  function retry(): void {
    $review.set({ status: 'loading' });
    void load();
  }

  return { $review, start, retry };
}

export async function savePerformanceReview(reviewId: string): Promise<void> {
  const file = await fetchFile(performanceReviewFile, { query: { reviewId } });
  if (file.ok) saveFile(`performance-review-${reviewId}.pdf`, file.content);
  else notifyFailure(file.failure);
}
