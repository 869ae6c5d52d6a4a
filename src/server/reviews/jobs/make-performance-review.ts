import type { Job } from '#server/core/jobs/job.ts';
import { makePerformanceReview } from '../make.ts';

export const makePerformanceReviewJob: Job<'make-performance-review'> = {
  handle: (deps, { reviewId }) => makePerformanceReview(deps, reviewId),
};
