import { makePerformanceReview } from '../services/performance-review/make.ts';
import type { Job } from './job.ts';

export const makePerformanceReviewJob: Job<'make-performance-review'> = {
  handle: (deps, { reviewId }) => makePerformanceReview(deps, reviewId),
};
